-- Time: when a game's clock has something to say, leave, and up to when the mailbox was read.

-- No later than this the game is to be looked at; null if no clock of it runs.
ALTER TABLE games ADD COLUMN due_at INTEGER;

UPDATE games SET due_at = 0 WHERE phase = 'playing';

CREATE INDEX games_by_due ON games (due_at) WHERE due_at IS NOT NULL;

-- The book of leave, only ever added to: a booking, or from when on what was booked is given up.
CREATE TABLE leave (
    id       INTEGER NOT NULL PRIMARY KEY,
    player   INTEGER NOT NULL REFERENCES players,
    kind     TEXT    NOT NULL CHECK (kind IN ('booked', 'given_up')),
    from_at  INTEGER NOT NULL,
    to_at    INTEGER NOT NULL,               -- of what is given up: the same
    noted_at INTEGER NOT NULL
) STRICT;

CREATE INDEX leave_by_player ON leave (player);

-- Moments of the service itself, by name: `read`, up to which the mailbox was read whole; `credited`, up
-- to which outages have been taken from the clocks.
CREATE TABLE marks (
    name TEXT    NOT NULL PRIMARY KEY,
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When an automatic answer came from a player's address; null once the player has been asked about it.
ALTER TABLE players ADD COLUMN absent_at INTEGER;
