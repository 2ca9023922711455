-- the latest statement of a concluded date that says otherwise than the one that its latest revision used; it is
-- answered once a revision uses it
CREATE TABLE IF NOT EXISTS tplus1_revised_statement (
    account VARCHAR(64) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    business_date DATE NOT NULL,
    sha256 VARCHAR(64) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    -- the revision whose statement it was compared with
    revision INT NOT NULL,
    seen_at DATETIME(6) NOT NULL,
    added BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    withdrawn BIGINT NOT NULL,
    other BIGINT NOT NULL,
    CONSTRAINT tplus1_revised_statement_pk PRIMARY KEY (account, business_date)
) ENGINE=InnoDB;
