-- Spectators: which player lets a game be watched (it is, while both do), and who watches it.
CREATE TABLE watching_allowed (
    game   TEXT    NOT NULL REFERENCES games,
    player INTEGER NOT NULL REFERENCES players,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE watchers (
    game   TEXT    NOT NULL REFERENCES games,
    player INTEGER NOT NULL REFERENCES players,
    shown  INTEGER NOT NULL,                 -- plies of the last position that was sent
    since  INTEGER NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX watchers_by_player ON watchers (player);

-- Reply addresses stand for more kinds of things than the first release knew; which, stands in store/tokens.rs.
CREATE TABLE tokens_anew (
    hash     BLOB    NOT NULL PRIMARY KEY,
    player   INTEGER NOT NULL REFERENCES players,
    kind     TEXT    NOT NULL,
    game     TEXT    REFERENCES games,
    ply      INTEGER,
    question INTEGER REFERENCES questions
) STRICT, WITHOUT ROWID;

INSERT INTO tokens_anew SELECT hash, player, kind, game, ply, question FROM tokens;
DROP TABLE tokens;
ALTER TABLE tokens_anew RENAME TO tokens;
