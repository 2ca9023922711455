-- how the last run of a date ended that did not conclude it; a date that is concluded has no row
CREATE TABLE IF NOT EXISTS tplus1_last_try (
    account VARCHAR(64) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    business_date DATE NOT NULL,
    outcome VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    tried_at DATETIME(6) NOT NULL,
    reason VARCHAR(600) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    CONSTRAINT tplus1_last_try_pk PRIMARY KEY (account, business_date)
) ENGINE=InnoDB;
