-- What players write to themselves about their games; shown to nobody else, and to nobody before the end.
CREATE TABLE notes (
    id       INTEGER NOT NULL PRIMARY KEY,
    game     TEXT    NOT NULL REFERENCES games,
    player   INTEGER NOT NULL REFERENCES players,
    ply      INTEGER NOT NULL,               -- plies played when it was written
    text     TEXT    NOT NULL,
    noted_at INTEGER NOT NULL,
    UNIQUE (game, player, text)
) STRICT;
