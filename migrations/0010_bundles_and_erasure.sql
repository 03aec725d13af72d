-- Mails that travel together (a summary of what became of one letter about several games, a digest), and people who leave
-- for good.

-- The mail that carries this one; null: it travels by itself.
ALTER TABLE outbox ADD COLUMN bundle INTEGER REFERENCES outbox;

-- Of a mail that waits for its reader's digest: when it would have left, and when the digest leaves; else null.
ALTER TABLE outbox ADD COLUMN ready_at INTEGER;
ALTER TABLE outbox ADD COLUMN wait_until INTEGER;

CREATE INDEX outbox_by_bundle ON outbox (bundle) WHERE bundle IS NOT NULL;
CREATE INDEX outbox_waiting ON outbox (player, wait_until) WHERE wait_until IS NOT NULL AND state = 'queued';

-- When somebody asked to be erased and confirmed it; null once that is done, and for all others.
ALTER TABLE players ADD COLUMN erase_at INTEGER;

CREATE INDEX players_to_erase ON players (erase_at) WHERE erase_at IS NOT NULL;
