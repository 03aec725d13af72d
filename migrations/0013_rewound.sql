-- Of a seat's reply address: how often moves before its ply had been taken back when it was given out; null: never. The same
-- number of plies may be another position afterwards.
ALTER TABLE tokens ADD COLUMN rewound INTEGER;
