-- The record. Times are whole seconds since 1970 in UTC. Tables are STRICT, so that a wrong type is an error here and
-- not a surprise later. Never edit this file after a release: add 0002_….sql.

-- Every mail that was ours, with its one outcome. The digest knows a letter again whatever its trace headers.
CREATE TABLE letters (
    digest      BLOB    NOT NULL PRIMARY KEY,
    mailbox_key TEXT    NOT NULL,
    received_at INTEGER NOT NULL,
    noted_at    INTEGER NOT NULL,
    outcome     TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX letters_by_time ON letters (noted_at);

CREATE TABLE players (
    id         INTEGER NOT NULL PRIMARY KEY,
    canonical  TEXT    NOT NULL UNIQUE,      -- the address in lower case: what makes two addresses the same
    address    TEXT    NOT NULL,             -- as first written
    name       TEXT    NOT NULL,
    language   TEXT    NOT NULL,
    standing   TEXT    NOT NULL CHECK (standing IN ('unconfirmed', 'confirmed', 'stopped')),
    settings   TEXT    NOT NULL,             -- JSON, see store/wire.rs
    epoch      INTEGER NOT NULL,
    known_at   INTEGER NOT NULL
) STRICT;

-- What the list of games and the choice of a notice need to know without a replay.
CREATE TABLE games (
    id       TEXT    NOT NULL PRIMARY KEY,
    first    INTEGER NOT NULL REFERENCES players,
    second   INTEGER NOT NULL REFERENCES players,
    phase    TEXT    NOT NULL CHECK (phase IN ('offered', 'playing', 'over')),
    seq      INTEGER NOT NULL,
    ply      INTEGER NOT NULL,
    begun_at INTEGER NOT NULL,
    last_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX games_by_first ON games (first);
CREATE INDEX games_by_second ON games (second);

-- The games themselves: a game is its events.
CREATE TABLE events (
    game TEXT    NOT NULL REFERENCES games,
    seq  INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    fact TEXT    NOT NULL,                   -- JSON, see store/wire.rs
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- Hashes of the secrets in reply addresses, and what each stands for.
CREATE TABLE tokens (
    hash     BLOB    NOT NULL PRIMARY KEY,
    player   INTEGER NOT NULL REFERENCES players,
    kind     TEXT    NOT NULL CHECK (kind IN ('seat', 'invitation', 'question')),
    game     TEXT    REFERENCES games,
    ply      INTEGER,
    question INTEGER REFERENCES questions
) STRICT, WITHOUT ROWID;

-- What waits for an answer from its player before it is carried out.
CREATE TABLE questions (
    id          INTEGER NOT NULL PRIMARY KEY,
    player      INTEGER NOT NULL REFERENCES players,
    errands     TEXT    NOT NULL,            -- JSON list, see store/wire.rs
    asked_at    INTEGER NOT NULL,
    answered_at INTEGER
) STRICT;

CREATE INDEX questions_by_player ON questions (player);

-- Mail to be sent, and mail sent. A row has its Message-ID from birth, so that a repeat is recognised as one.
CREATE TABLE outbox (
    id          INTEGER NOT NULL PRIMARY KEY,
    message_id  TEXT    NOT NULL UNIQUE,
    player      INTEGER NOT NULL REFERENCES players,
    game        TEXT    REFERENCES games,
    seq         INTEGER NOT NULL,            -- last event the mail may show
    ply         INTEGER NOT NULL,            -- plies played at that event
    answer_to   TEXT    NOT NULL,            -- JSON: which token its reply address carries, see store/wire.rs
    notices     TEXT    NOT NULL,            -- JSON list, see store/wire.rs
    answers     INTEGER NOT NULL,            -- 1 if it answers its reader's own letter
    in_reply_to TEXT,
    thread      TEXT    NOT NULL,            -- JSON list of Message-IDs, oldest first
    number      INTEGER NOT NULL,            -- of the mail within its game, or for its reader
    queued_at   INTEGER NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed')),
    attempts    INTEGER NOT NULL,
    next_at     INTEGER NOT NULL,
    settled_at  INTEGER,
    bytes       BLOB,                        -- from the first attempt until it is settled
    return_hash BLOB    NOT NULL,            -- of the secret in its envelope sender
    trouble     TEXT                         -- what the other server said last
) STRICT;

CREATE INDEX outbox_due ON outbox (state, next_at);
CREATE INDEX outbox_by_game ON outbox (game, player);
CREATE INDEX outbox_by_return ON outbox (return_hash);

-- One row each time something limited happened; kept for a day.
CREATE TABLE rates (
    kind TEXT    NOT NULL,
    who  TEXT    NOT NULL,
    at   INTEGER NOT NULL
) STRICT;

CREATE INDEX rates_by_kind ON rates (kind, who, at);

-- Counters for `kingpost status`.
CREATE TABLE tallies (
    name  TEXT    NOT NULL PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
