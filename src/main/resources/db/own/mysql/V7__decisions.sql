-- Who looks after a break, the first approval where it takes two (first_approved_of: SHA-256 of what it was of, it
-- counts only while that is so), and what an audit event changed (absent in older events, whose hashes do without).
-- Each table in one statement, so it has all of it or nothing; asked for first, because this server knows no ADD COLUMN
-- IF NOT EXISTS, and a migration that was killed half-way must be able to run again.

SET @ddl = (SELECT IF(COUNT(*) > 0, 'DO 0',
'ALTER TABLE tplus1_break
    ADD COLUMN owner VARCHAR(64) NULL,
    ADD COLUMN first_approved_by VARCHAR(64) NULL,
    ADD COLUMN first_approved_note VARCHAR(2000) NULL,
    ADD COLUMN first_approved_at DATETIME(6) NULL,
    ADD COLUMN first_approved_of VARCHAR(64) NULL')
    FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name = 'tplus1_break' AND column_name = 'owner');
PREPARE decisions_break FROM @ddl;
EXECUTE decisions_break;
DEALLOCATE PREPARE decisions_break;

SET @ddl = (SELECT IF(COUNT(*) > 0, 'DO 0',
'ALTER TABLE tplus1_revision
    ADD COLUMN first_approved_by VARCHAR(64) NULL,
    ADD COLUMN first_approved_note VARCHAR(2000) NULL,
    ADD COLUMN first_approved_at DATETIME(6) NULL,
    ADD COLUMN first_approved_of VARCHAR(64) NULL')
    FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name = 'tplus1_revision' AND column_name = 'first_approved_by');
PREPARE decisions_revision FROM @ddl;
EXECUTE decisions_revision;
DEALLOCATE PREPARE decisions_revision;

SET @ddl = (SELECT IF(COUNT(*) > 0, 'DO 0',
'ALTER TABLE tplus1_audit_event
    ADD COLUMN reason VARCHAR(64) NULL,
    ADD COLUMN was VARCHAR(64) NULL,
    ADD COLUMN became VARCHAR(64) NULL')
    FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name = 'tplus1_audit_event' AND column_name = 'became');
PREPARE decisions_audit FROM @ddl;
EXECUTE decisions_audit;
DEALLOCATE PREPARE decisions_audit;
