-- Who seeks a game, on which terms.
CREATE TABLE seeks (
    id        INTEGER NOT NULL PRIMARY KEY,
    player    INTEGER NOT NULL REFERENCES players,
    terms     TEXT    NOT NULL,              -- JSON, as in an event, see store/wire/event.rs
    colour    TEXT    CHECK (colour IN ('first', 'second')),        -- null: either
    opened_at INTEGER NOT NULL,
    closes_at INTEGER NOT NULL,
    state     TEXT    NOT NULL CHECK (state IN ('open', 'taken', 'cancelled', 'closed'))
) STRICT;

CREATE INDEX seeks_by_state ON seeks (state, closes_at);
