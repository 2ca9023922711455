-- the transactions whose money a date's accepted statement returns: its counted refunds
CREATE TABLE IF NOT EXISTS tplus1_statement_return (
    account VARCHAR(64) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    business_date DATE NOT NULL,
    transaction_id VARCHAR(128) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    CONSTRAINT tplus1_statement_return_pk PRIMARY KEY (account, business_date, transaction_id),
    KEY tplus1_statement_return_by_id (account, transaction_id, business_date)
) ENGINE=InnoDB;
