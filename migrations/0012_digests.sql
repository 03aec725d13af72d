-- Reply addresses of digests: the Message-ID of the digest, whose members tell which games at which move it vouches for.
ALTER TABLE tokens ADD COLUMN mail TEXT;
