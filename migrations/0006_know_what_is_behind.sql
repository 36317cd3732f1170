-- What the checks of a store's health ask that the fold did not say; the fold is made anew. And sections of hit lists.

-- Where a link stands: 0 the body, 1 the write-up, 2 the front matter, 3 a topic's sources.
ALTER TABLE link ADD COLUMN origin INTEGER NOT NULL DEFAULT 0;

-- The page's text or files are others than those that the write-up was written from, or one was read later.
ALTER TABLE writeup ADD COLUMN behind INTEGER NOT NULL DEFAULT 0;

-- The sections of a frozen hit list: after how many of its pages each ends, its key and its label.
ALTER TABLE local_hits ADD COLUMN sections TEXT NOT NULL DEFAULT '';
