-- Breaks: what each revision of a date found, the life of each break, and the audit trail.
-- Times are UTC, without zone. Ids compare byte for byte. IF NOT EXISTS: a migration that was killed half-way
-- must be able to run again.

CREATE TABLE IF NOT EXISTS tplus1_revision (
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    revision INT NOT NULL,
    run_id VARCHAR(128) NOT NULL,
    state VARCHAR(16) NOT NULL,
    outcome VARCHAR(16) NULL,
    held_reason VARCHAR(2000) NULL,
    statement_sha256 VARCHAR(64) NOT NULL,
    started_at TIMESTAMP(6) NOT NULL,
    -- set while a classification waits to be concluded, also that of a held date being checked again
    staged_at TIMESTAMP(6) NULL,
    concluded_at TIMESTAMP(6) NULL,
    published_at TIMESTAMP(6) NULL,
    summary CLOB NOT NULL,
    approved_by VARCHAR(64) NULL,
    approved_note VARCHAR(2000) NULL,
    approved_at TIMESTAMP(6) NULL,
    PRIMARY KEY (account, business_date, revision)
);

-- What one revision classified: staged by its run, its permanent record afterwards.
CREATE TABLE IF NOT EXISTS tplus1_finding (
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    revision INT NOT NULL,
    seq INT NOT NULL,
    identity_hash VARCHAR(64) NOT NULL,
    break_id VARCHAR(8) NOT NULL,
    kind VARCHAR(8) NOT NULL,
    key_basis VARCHAR(8) NOT NULL,
    key_value VARCHAR(400) NOT NULL,
    identity_type VARCHAR(24) NOT NULL,
    occurrence INT NOT NULL,
    type VARCHAR(24) NOT NULL,
    action VARCHAR(16) NOT NULL,
    status VARCHAR(16) NOT NULL,
    transaction_id VARCHAR(400) NOT NULL,
    order_no VARCHAR(400) NOT NULL,
    refund_no VARCHAR(400) NOT NULL,
    statement_minor BIGINT NULL,
    statement_currency VARCHAR(3) NULL,
    ledger_minor BIGINT NULL,
    ledger_currency VARCHAR(3) NULL,
    statement_time TIMESTAMP(6) NULL,
    ledger_time TIMESTAMP(6) NULL,
    statement_line BIGINT NOT NULL,
    note VARCHAR(2000) NOT NULL,
    provider_refund_id VARCHAR(400) NOT NULL,
    PRIMARY KEY (account, business_date, revision, seq),
    CONSTRAINT tplus1_finding_once UNIQUE (account, business_date, revision, identity_hash)
);
CREATE INDEX IF NOT EXISTS tplus1_finding_key ON tplus1_finding (account, kind, key_basis, key_value);

-- Statement entries that a revision matched with a booking outside its day.
CREATE TABLE IF NOT EXISTS tplus1_crossed (
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    revision INT NOT NULL,
    seq INT NOT NULL,
    kind VARCHAR(8) NOT NULL,
    key_basis VARCHAR(8) NOT NULL,
    key_value VARCHAR(400) NOT NULL,
    PRIMARY KEY (account, business_date, revision, seq)
);
CREATE INDEX IF NOT EXISTS tplus1_crossed_key ON tplus1_crossed (account, kind, key_basis, key_value);

-- What a revision means for breaks that it did not classify anew.
CREATE TABLE IF NOT EXISTS tplus1_change (
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    revision INT NOT NULL,
    seq INT NOT NULL,
    identity_hash VARCHAR(64) NOT NULL,
    fate VARCHAR(16) NOT NULL,
    note VARCHAR(2000) NOT NULL,
    PRIMARY KEY (account, business_date, revision, seq)
);

CREATE TABLE IF NOT EXISTS tplus1_break (
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    identity_hash VARCHAR(64) NOT NULL,
    break_id VARCHAR(8) NOT NULL,
    kind VARCHAR(8) NOT NULL,
    key_basis VARCHAR(8) NOT NULL,
    key_value VARCHAR(400) NOT NULL,
    identity_type VARCHAR(24) NOT NULL,
    occurrence INT NOT NULL,
    type VARCHAR(24) NOT NULL,
    action VARCHAR(16) NOT NULL,
    status VARCHAR(16) NOT NULL,
    transaction_id VARCHAR(400) NOT NULL,
    order_no VARCHAR(400) NOT NULL,
    refund_no VARCHAR(400) NOT NULL,
    statement_minor BIGINT NULL,
    statement_currency VARCHAR(3) NULL,
    ledger_minor BIGINT NULL,
    ledger_currency VARCHAR(3) NULL,
    statement_time TIMESTAMP(6) NULL,
    ledger_time TIMESTAMP(6) NULL,
    statement_line BIGINT NOT NULL,
    note VARCHAR(2000) NOT NULL,
    opened_at TIMESTAMP(6) NOT NULL,
    opened_revision INT NOT NULL,
    last_revision INT NOT NULL,
    -- the run that first filed it as an alert, of this date or of a later one that let it fall due
    filed_at TIMESTAMP(6) NULL,
    filed_date DATE NULL,
    filed_revision INT NULL,
    -- the run that ended the filed alert
    ended_at TIMESTAMP(6) NULL,
    ended_date DATE NULL,
    ended_revision INT NULL,
    resolved_by VARCHAR(64) NULL,
    approved_by VARCHAR(64) NULL,
    approved_note VARCHAR(2000) NULL,
    approved_at TIMESTAMP(6) NULL,
    updated_at TIMESTAMP(6) NOT NULL,
    PRIMARY KEY (identity_hash)
);
CREATE INDEX IF NOT EXISTS tplus1_break_id ON tplus1_break (break_id);
CREATE INDEX IF NOT EXISTS tplus1_break_date ON tplus1_break (account, business_date);
CREATE INDEX IF NOT EXISTS tplus1_break_status ON tplus1_break (account, status, business_date);
CREATE INDEX IF NOT EXISTS tplus1_break_key ON tplus1_break (account, kind, key_basis, key_value);
CREATE INDEX IF NOT EXISTS tplus1_break_filed ON tplus1_break (account, filed_date, filed_revision);
CREATE INDEX IF NOT EXISTS tplus1_break_ended ON tplus1_break (account, ended_date, ended_revision);

-- Append-only; each event carries the hash of the one before it.
CREATE TABLE IF NOT EXISTS tplus1_audit_event (
    seq BIGINT NOT NULL,
    identity_hash VARCHAR(64) NULL,
    break_id VARCHAR(8) NULL,
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    happened_at TIMESTAMP(6) NOT NULL,
    actor VARCHAR(64) NOT NULL,
    event VARCHAR(16) NOT NULL,
    detail VARCHAR(4000) NOT NULL,
    previous_hash VARCHAR(64) NOT NULL,
    hash VARCHAR(64) NOT NULL,
    PRIMARY KEY (seq)
);
CREATE INDEX IF NOT EXISTS tplus1_audit_event_break ON tplus1_audit_event (identity_hash, seq);
CREATE INDEX IF NOT EXISTS tplus1_audit_event_date ON tplus1_audit_event (account, business_date, seq);

-- One row: the end of the chain, locked while events are appended.
CREATE TABLE IF NOT EXISTS tplus1_audit_head (
    id INT NOT NULL,
    seq BIGINT NOT NULL,
    hash VARCHAR(64) NOT NULL,
    PRIMARY KEY (id)
);
INSERT INTO tplus1_audit_head (id, seq, hash)
    SELECT 1, 0, '0000000000000000000000000000000000000000000000000000000000000000'
    WHERE NOT EXISTS (SELECT 1 FROM tplus1_audit_head);
