-- The log: what is kept for ever and never derived. Everything else but local_* is a fold of it.

-- A short number for each page, so that its 16 bytes stand once.
CREATE TABLE page_key (
    key INTEGER PRIMARY KEY,
    id  BLOB NOT NULL UNIQUE
) STRICT;

-- Bodies, write-ups and readings, once each. Without content: an entry names it, and it has not arrived.
CREATE TABLE text (
    key     INTEGER PRIMARY KEY,
    hash    BLOB NOT NULL UNIQUE,
    content TEXT
) STRICT;

-- Entries in the order in which they arrived here. Without bytes: purged, a blank.
CREATE TABLE entry (
    seq     INTEGER PRIMARY KEY,
    id      BLOB NOT NULL UNIQUE,
    page    INTEGER NOT NULL REFERENCES page_key,
    version INTEGER NOT NULL,
    kind    INTEGER,
    time    INTEGER,
    made_by INTEGER,
    text    INTEGER REFERENCES text,
    bytes   BLOB
) STRICT;
CREATE INDEX entry_by_page ON entry (page, kind);
-- Entries of a newer version have no kind: they are kept, and not folded.
CREATE INDEX entry_of_newer ON entry (seq) WHERE kind IS NULL;

-- Which entry continues or replaces which; a parent may not have arrived.
CREATE TABLE entry_parent (
    parent BLOB NOT NULL,
    child  INTEGER NOT NULL REFERENCES entry,
    PRIMARY KEY (parent, child)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_parent_by_child ON entry_parent (child);
