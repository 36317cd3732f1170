-- The fold of the log: dropped and made anew by a rebuild.

-- What a page shows. `seq` is the entry of the shown head: fields that no query asks for are read from there.
CREATE TABLE page (
    key            INTEGER PRIMARY KEY REFERENCES page_key,
    seq            INTEGER NOT NULL REFERENCES entry,
    made_by        INTEGER NOT NULL,  -- of the first revision
    claude_edited  INTEGER NOT NULL,
    title          TEXT NOT NULL,
    kind           INTEGER NOT NULL,
    status         TEXT,              -- folded, blanks as _
    personal       INTEGER,
    due            INTEGER,           -- days since 1970
    priority       INTEGER,
    media          INTEGER,
    later          INTEGER,
    source         TEXT NOT NULL,
    path           TEXT NOT NULL,     -- as claimed
    shown_path     TEXT,              -- where another page keeps that path
    created        INTEGER NOT NULL,  -- milliseconds since 1970; a day is its start in UTC
    updated        INTEGER NOT NULL,
    trashed        INTEGER NOT NULL,
    features       INTEGER NOT NULL,  -- bits of what the body has
    merged         BLOB,              -- fields and body of a page with several heads
    merged_body    TEXT
) STRICT;
CREATE INDEX page_by_updated ON page (updated);
CREATE INDEX page_in_trash ON page (key) WHERE trashed = 1;
CREATE INDEX page_of_topic ON page (key) WHERE kind = 7;

CREATE TABLE conflict (
    page    INTEGER NOT NULL REFERENCES page,
    ord     INTEGER NOT NULL,
    field   TEXT NOT NULL,
    line    INTEGER NOT NULL,
    earlier TEXT NOT NULL,
    later   TEXT NOT NULL,
    PRIMARY KEY (page, ord)
) STRICT, WITHOUT ROWID;

CREATE TABLE tag (
    key    INTEGER PRIMARY KEY,
    name   TEXT NOT NULL UNIQUE,  -- as written
    folded TEXT NOT NULL          -- as compared, with a / at both ends
) STRICT;
CREATE TABLE page_tag (
    page   INTEGER NOT NULL REFERENCES page,
    ord    INTEGER NOT NULL,
    tag    INTEGER NOT NULL REFERENCES tag,
    inline INTEGER NOT NULL,  -- read from the body, not from the field
    PRIMARY KEY (page, ord)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_tag_by_tag ON page_tag (tag, page);

-- What a page answers to, folded. Bits of `kinds`: 1 the path's last part, 2 the title, 4 an alias, 8 and 16 former ones
-- of 1 and 2.
CREATE TABLE name (
    key   TEXT NOT NULL,
    page  INTEGER NOT NULL REFERENCES page,
    kinds INTEGER NOT NULL,
    PRIMARY KEY (key, page)
) STRICT, WITHOUT ROWID;


-- What a superseded revision was called: read once, when it stops being a head.
CREATE TABLE revision_name (
    seq   INTEGER PRIMARY KEY REFERENCES entry,
    page  INTEGER NOT NULL,
    title TEXT NOT NULL,
    path  TEXT NOT NULL
) STRICT;
CREATE INDEX revision_name_by_page ON revision_name (page);

-- Links from a page's text and front matter, each with what it resolves to now.
CREATE TABLE link (
    page     INTEGER NOT NULL REFERENCES page,
    ord      INTEGER NOT NULL,
    shape    INTEGER NOT NULL,  -- 0 a name, 1 a path from the page's folder, 2 an id
    target   TEXT NOT NULL,
    leaf     TEXT NOT NULL,     -- the target's last part, folded
    whole    TEXT NOT NULL,     -- the target, folded
    line     INTEGER NOT NULL,  -- in the body; 0 in the front matter
    resolved INTEGER REFERENCES page,
    PRIMARY KEY (page, ord)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_by_leaf ON link (leaf);
CREATE INDEX link_by_whole ON link (whole);
CREATE INDEX link_by_resolved ON link (resolved) WHERE resolved IS NOT NULL;

CREATE TABLE file (
    seq     INTEGER PRIMARY KEY REFERENCES entry,
    page    INTEGER NOT NULL,
    blob    BLOB NOT NULL,
    name    TEXT NOT NULL,
    mime    TEXT NOT NULL,
    size    INTEGER NOT NULL,
    role    INTEGER NOT NULL,
    current INTEGER NOT NULL
) STRICT;
CREATE INDEX file_by_page ON file (page);
CREATE INDEX file_by_blob ON file (blob);

CREATE TABLE reading (
    seq        INTEGER PRIMARY KEY REFERENCES entry,
    page       INTEGER NOT NULL,
    file       INTEGER,
    reading    INTEGER NOT NULL,
    image_kind INTEGER,
    current    INTEGER NOT NULL
) STRICT;
CREATE INDEX reading_by_page ON reading (page);

CREATE TABLE writeup (
    seq            INTEGER PRIMARY KEY REFERENCES entry,
    page           INTEGER NOT NULL,
    prompt_version INTEGER NOT NULL,
    current        INTEGER NOT NULL
) STRICT;
CREATE INDEX writeup_by_page ON writeup (page);

CREATE TABLE related (
    seq     INTEGER PRIMARY KEY REFERENCES entry,
    page    INTEGER NOT NULL,
    target  BLOB NOT NULL,
    picked  INTEGER NOT NULL,
    current INTEGER NOT NULL
) STRICT;
CREATE INDEX related_by_page ON related (page);
CREATE INDEX related_by_target ON related (target);
