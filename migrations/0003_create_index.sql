-- The index, derived like the pages: rebuilt by a rebuild and by any migration that changes what is indexed.

-- What a hit can stand in beside the page itself, which is the chunk of ord 0 and has no row: part 1 is its write-up,
-- 2 a reading of a file. Its text is where `seq` says.
CREATE TABLE chunk (
    page INTEGER NOT NULL REFERENCES page,
    ord  INTEGER NOT NULL,
    part INTEGER NOT NULL,
    seq  INTEGER NOT NULL REFERENCES entry,
    PRIMARY KEY (page, ord)
) STRICT, WITHOUT ROWID;

-- One row a page, fed with tokens that Rust has made: words as written, then marked stems and inner words. The first
-- letters of all words stand first, where a place costs least.
CREATE VIRTUAL TABLE page_fts USING fts5 (
    initials, title, tags, summary, body, writeup, files,
    content = '', contentless_delete = 1, tokenize = 'ascii'
);
