-- How finished games ended, so that statistics need no replay. Filled from the events of games that are over already.
CREATE TABLE results (
    game        TEXT    NOT NULL PRIMARY KEY REFERENCES games,
    variant     TEXT    NOT NULL,
    first       INTEGER NOT NULL REFERENCES players,
    second      INTEGER NOT NULL REFERENCES players,
    winner      TEXT    CHECK (winner IN ('first', 'second')),      -- null: drawn
    ended_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_variant ON results (variant, winner);
CREATE INDEX results_by_first ON results (first);
CREATE INDEX results_by_second ON results (second);

INSERT INTO results
SELECT games.id, json_extract(offered.fact, '$.terms.variant'), games.first, games.second,
       json_extract(ended.fact, '$.outcome.winner'), ended.at
FROM games
JOIN events AS offered ON offered.game = games.id AND offered.seq = 1
JOIN events AS ended ON ended.game = games.id AND json_extract(ended.fact, '$.is') = 'ended'
WHERE games.phase = 'over';
