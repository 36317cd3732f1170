-- What a filter, an order or a section asks of pages, where it is found without their texts. The fold is made anew.

-- The folders that pages claim to lie in.
CREATE TABLE folder (
    key    INTEGER PRIMARY KEY,
    source TEXT NOT NULL,  -- as written
    name   TEXT NOT NULL,  -- the path up to its last /, folded, without it
    UNIQUE (name, source)
) STRICT;
ALTER TABLE page ADD COLUMN folder INTEGER REFERENCES folder;
CREATE INDEX page_by_folder ON page (folder, trashed);

-- The order of pages that nothing else tells apart, and all that is small of them: what goes through every page goes
-- through this.
DROP INDEX page_by_updated;
CREATE INDEX page_by_updated ON page (
    updated DESC, source, path, key,
    trashed, kind, features, personal, status, due, priority, media, later, made_by, claude_edited, created, folder
);

-- What few pages have.
CREATE INDEX page_by_due ON page (due, trashed) WHERE due IS NOT NULL;
CREATE INDEX page_by_priority ON page (priority, trashed) WHERE priority IS NOT NULL;
CREATE INDEX page_by_media ON page (media, trashed) WHERE media IS NOT NULL;
CREATE INDEX page_by_later ON page (later, trashed) WHERE later IS NOT NULL;
