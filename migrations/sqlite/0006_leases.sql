-- What one process at a time looks after for all, and until when.
CREATE TABLE lease (
    duty   TEXT    NOT NULL PRIMARY KEY,
    holder BLOB    NOT NULL CHECK (length(holder) = 16),
    until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Until when a job is in somebody's hands; what an older program writes is in
-- nobody's.
ALTER TABLE job ADD COLUMN until INTEGER NOT NULL DEFAULT 0;
CREATE INDEX job_until ON job (until);
