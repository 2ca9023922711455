-- Breaks: what each revision of a date found, the life of each break, and the audit trail.
-- Times are UTC, without zone. Ids compare byte for byte. IF NOT EXISTS: this server commits each statement by
-- itself, so a migration that was killed half-way must be able to run again.

CREATE TABLE IF NOT EXISTS tplus1_revision (
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    revision INT NOT NULL,
    run_id VARCHAR(128) NOT NULL,
    state VARCHAR(16) NOT NULL,
    outcome VARCHAR(16) NULL,
    held_reason VARCHAR(2000) NULL,
    statement_sha256 VARCHAR(64) NOT NULL,
    started_at DATETIME(6) NOT NULL,
    -- set while a classification waits to be concluded, also that of a held date being checked again
    staged_at DATETIME(6) NULL,
    concluded_at DATETIME(6) NULL,
    published_at DATETIME(6) NULL,
    summary MEDIUMTEXT NOT NULL,
    approved_by VARCHAR(64) NULL,
    approved_note VARCHAR(2000) NULL,
    approved_at DATETIME(6) NULL,
    PRIMARY KEY (account, business_date, revision)
)
  ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE ${id_collation};

-- What one revision classified: staged by its run, its permanent record afterwards.
CREATE TABLE IF NOT EXISTS tplus1_finding (
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    revision INT NOT NULL,
    seq INT NOT NULL,
    identity_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
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
    statement_time DATETIME(6) NULL,
    ledger_time DATETIME(6) NULL,
    statement_line BIGINT NOT NULL,
    note VARCHAR(2000) NOT NULL,
    provider_refund_id VARCHAR(400) NOT NULL,
    PRIMARY KEY (account, business_date, revision, seq),
    CONSTRAINT tplus1_finding_once UNIQUE (account, business_date, revision, identity_hash),
    KEY tplus1_finding_key (account, kind, key_basis, key_value)
)
  ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE ${id_collation};

-- Statement entries that a revision matched with a booking outside its day.
CREATE TABLE IF NOT EXISTS tplus1_crossed (
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    revision INT NOT NULL,
    seq INT NOT NULL,
    kind VARCHAR(8) NOT NULL,
    key_basis VARCHAR(8) NOT NULL,
    key_value VARCHAR(400) NOT NULL,
    PRIMARY KEY (account, business_date, revision, seq),
    KEY tplus1_crossed_key (account, kind, key_basis, key_value)
)
  ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE ${id_collation};

-- What a revision means for breaks that it did not classify anew.
CREATE TABLE IF NOT EXISTS tplus1_change (
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    revision INT NOT NULL,
    seq INT NOT NULL,
    identity_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    fate VARCHAR(16) NOT NULL,
    note VARCHAR(2000) NOT NULL,
    PRIMARY KEY (account, business_date, revision, seq)
)
  ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE ${id_collation};

CREATE TABLE IF NOT EXISTS tplus1_break (
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    identity_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
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
    statement_time DATETIME(6) NULL,
    ledger_time DATETIME(6) NULL,
    statement_line BIGINT NOT NULL,
    note VARCHAR(2000) NOT NULL,
    opened_at DATETIME(6) NOT NULL,
    opened_revision INT NOT NULL,
    last_revision INT NOT NULL,
    -- the run that first filed it as an alert, of this date or of a later one that let it fall due
    filed_at DATETIME(6) NULL,
    filed_date DATE NULL,
    filed_revision INT NULL,
    -- the run that ended the filed alert
    ended_at DATETIME(6) NULL,
    ended_date DATE NULL,
    ended_revision INT NULL,
    resolved_by VARCHAR(64) NULL,
    approved_by VARCHAR(64) NULL,
    approved_note VARCHAR(2000) NULL,
    approved_at DATETIME(6) NULL,
    updated_at DATETIME(6) NOT NULL,
    PRIMARY KEY (identity_hash),
    KEY tplus1_break_id (break_id),
    KEY tplus1_break_date (account, business_date),
    KEY tplus1_break_status (account, status, business_date),
    KEY tplus1_break_key (account, kind, key_basis, key_value),
    KEY tplus1_break_filed (account, filed_date, filed_revision),
    KEY tplus1_break_ended (account, ended_date, ended_revision)
)
  ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE ${id_collation};

-- Append-only; each event carries the hash of the one before it.
CREATE TABLE IF NOT EXISTS tplus1_audit_event (
    seq BIGINT NOT NULL,
    identity_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
    break_id VARCHAR(8) NULL,
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    happened_at DATETIME(6) NOT NULL,
    actor VARCHAR(64) NOT NULL,
    event VARCHAR(16) NOT NULL,
    detail VARCHAR(4000) NOT NULL,
    previous_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (seq),
    KEY tplus1_audit_event_break (identity_hash, seq),
    KEY tplus1_audit_event_date (account, business_date, seq)
)
  ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE ${id_collation};

-- One row: the end of the chain, locked while events are appended.
CREATE TABLE IF NOT EXISTS tplus1_audit_head (
    id INT NOT NULL,
    seq BIGINT NOT NULL,
    hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (id)
)
  ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE ${id_collation};
INSERT IGNORE INTO tplus1_audit_head (id, seq, hash) VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');
