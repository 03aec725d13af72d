-- Whom a player keeps away, and from what: invitations, or words.
CREATE TABLE barriers (
    player   INTEGER NOT NULL REFERENCES players,
    other    INTEGER NOT NULL REFERENCES players,
    kind     TEXT    NOT NULL CHECK (kind IN ('block', 'mute')),
    game     TEXT    REFERENCES games,       -- in which it was said; null: the player named the address
    noted_at INTEGER NOT NULL,
    PRIMARY KEY (player, other, kind)
) STRICT, WITHOUT ROWID;
