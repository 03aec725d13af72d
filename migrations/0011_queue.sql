-- Every question the service asks while it runs is answered by an index, however much the record holds.

-- When a mail may leave: its own time, or that of its reader's digest.
ALTER TABLE outbox ADD COLUMN due_at INTEGER GENERATED ALWAYS AS (max(next_at, coalesce(wait_until, 0))) VIRTUAL;

-- The outbox in the order in which it leaves.
CREATE INDEX outbox_queue ON outbox (due_at, id) WHERE state IN ('queued', 'sending') AND bundle IS NULL;
DROP INDEX outbox_due;

-- What waits, by reader and game: mails to one reader about one game leave in order.
CREATE INDEX outbox_open ON outbox (player, game, id) WHERE state IN ('queued', 'sending');

-- The digests that are due.
CREATE INDEX outbox_digests ON outbox (wait_until, player) WHERE wait_until IS NOT NULL AND state = 'queued' AND bundle IS NULL;

-- Programs that play, and addresses that never answered.
CREATE INDEX players_robots ON players (id) WHERE robot = 1;
CREATE INDEX players_unconfirmed ON players (known_at) WHERE standing = 'unconfirmed';

-- Invitations of an older program, which have no date.
CREATE INDEX games_undated ON games (id) WHERE phase = 'offered' AND due_at IS NULL;

-- What belongs to a person or a game, for erasing and for what refers to them.
CREATE INDEX outbox_by_player ON outbox (player);
CREATE INDEX tokens_by_player ON tokens (player);
CREATE INDEX tokens_by_game ON tokens (game) WHERE game IS NOT NULL;
CREATE INDEX tokens_by_question ON tokens (question) WHERE question IS NOT NULL;
CREATE INDEX notes_by_player ON notes (player);
CREATE INDEX watching_allowed_by_player ON watching_allowed (player);
CREATE INDEX barriers_by_other ON barriers (other);
CREATE INDEX barriers_by_game ON barriers (game) WHERE game IS NOT NULL;

-- Limits that have run out, and those of an address that is erased.
CREATE INDEX rates_by_time ON rates (at);
CREATE INDEX rates_by_who ON rates (who);
