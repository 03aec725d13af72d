-- Players that are programs: what would be mailed to them is handed to them here, and nothing leaves the house.
ALTER TABLE players ADD COLUMN robot INTEGER NOT NULL DEFAULT 0 CHECK (robot IN (0, 1));
