-- What belongs to this replica alone: never folded, rebuilt or synced.

CREATE TABLE local_setting (
    name  TEXT PRIMARY KEY,
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;

-- Requests already carried out, so that a repeat after a take-over applies once.
CREATE TABLE local_request (
    id    BLOB PRIMARY KEY,
    entry BLOB NOT NULL,
    time  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX local_request_by_time ON local_request (time);

-- Hit lists frozen at their first page: page keys, eight bytes each.
CREATE TABLE local_hits (
    id      BLOB PRIMARY KEY,
    time    INTEGER NOT NULL,
    query   TEXT NOT NULL,
    pages   BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX local_hits_by_time ON local_hits (time);
