-- Who may ask this replica over the network. The token itself is not kept, only its BLAKE3: it is 256 random bits, so
-- there is nothing to guess that a slow hash would make dearer.
CREATE TABLE local_token (
    hash    BLOB PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE,
    scope   INTEGER NOT NULL,  -- 1 reads, 2 writes too, 3 syncs too
    created INTEGER NOT NULL,
    used    INTEGER
) STRICT, WITHOUT ROWID;
