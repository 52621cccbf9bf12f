-- What one process at a time looks after for all, and until when.
CREATE TABLE lease (
    duty   TEXT   NOT NULL PRIMARY KEY,
    holder BYTEA  NOT NULL CHECK (octet_length(holder) = 16),
    until  BIGINT NOT NULL
);

-- Until when a job is in somebody's hands; what an older program writes is in
-- nobody's.
ALTER TABLE job ADD COLUMN until BIGINT NOT NULL DEFAULT 0;
CREATE INDEX job_until ON job (until);
