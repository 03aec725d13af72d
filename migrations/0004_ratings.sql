-- Ratings: what every rated game did to both players, only ever added to, in the order in which the games ended. The
-- newest row of a player and a variant is the rating. Points and deviations are hundredths, volatilities millionths.
CREATE TABLE ratings (
    id               INTEGER NOT NULL PRIMARY KEY,
    game             TEXT    NOT NULL REFERENCES games,
    player           INTEGER NOT NULL REFERENCES players,
    variant          TEXT    NOT NULL,
    before_points    INTEGER NOT NULL,
    before_deviation INTEGER NOT NULL,       -- with the time since the last game
    points           INTEGER NOT NULL,
    deviation        INTEGER NOT NULL,
    volatility       INTEGER NOT NULL,
    games            INTEGER NOT NULL,       -- rated ones of that variant, this one among them
    ended_at         INTEGER NOT NULL,
    UNIQUE (game, player)
) STRICT;

CREATE INDEX ratings_by_player ON ratings (player, variant, id);
