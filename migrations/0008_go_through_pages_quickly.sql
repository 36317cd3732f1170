-- What a filter, an order or a section asks of pages, where it is found without their texts. The fold is made anew.

-- The folders that pages claim to lie in, folded.
CREATE TABLE folder (
    key  INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE  -- the path up to its last /, without it
) STRICT;
ALTER TABLE page ADD COLUMN folder INTEGER REFERENCES folder;
CREATE INDEX page_by_folder ON page (folder, trashed);

-- All that is small of a page: what goes through every page goes through this, and so does the order of the latest edit.
DROP INDEX page_by_updated;
CREATE INDEX page_by_updated ON page (
    updated, trashed, kind, features, personal, status, due, priority, media, later, made_by, claude_edited, created, folder
);
