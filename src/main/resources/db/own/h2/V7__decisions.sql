-- Who looks after a break, the first approval where it takes two, and what an audit event changed.

ALTER TABLE tplus1_break ADD COLUMN IF NOT EXISTS owner VARCHAR(64) NULL;
ALTER TABLE tplus1_break ADD COLUMN IF NOT EXISTS first_approved_by VARCHAR(64) NULL;
ALTER TABLE tplus1_break ADD COLUMN IF NOT EXISTS first_approved_note VARCHAR(2000) NULL;
ALTER TABLE tplus1_break ADD COLUMN IF NOT EXISTS first_approved_at TIMESTAMP(6) NULL;
-- SHA-256 of what it was of: it counts only while that is so
ALTER TABLE tplus1_break ADD COLUMN IF NOT EXISTS first_approved_of VARCHAR(64) NULL;

ALTER TABLE tplus1_revision ADD COLUMN IF NOT EXISTS first_approved_by VARCHAR(64) NULL;
ALTER TABLE tplus1_revision ADD COLUMN IF NOT EXISTS first_approved_note VARCHAR(2000) NULL;
ALTER TABLE tplus1_revision ADD COLUMN IF NOT EXISTS first_approved_at TIMESTAMP(6) NULL;
ALTER TABLE tplus1_revision ADD COLUMN IF NOT EXISTS first_approved_of VARCHAR(64) NULL;

-- All three are absent in older events, whose hashes do without them.
ALTER TABLE tplus1_audit_event ADD COLUMN IF NOT EXISTS reason VARCHAR(64) NULL;
ALTER TABLE tplus1_audit_event ADD COLUMN IF NOT EXISTS was VARCHAR(64) NULL;
ALTER TABLE tplus1_audit_event ADD COLUMN IF NOT EXISTS became VARCHAR(64) NULL;
