-- the transactions whose money a date's accepted statement returns: its counted refunds
CREATE TABLE IF NOT EXISTS tplus1_statement_return (
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    transaction_id VARCHAR(128) NOT NULL,
    CONSTRAINT tplus1_statement_return_pk PRIMARY KEY (account, business_date, transaction_id)
);

CREATE INDEX IF NOT EXISTS tplus1_statement_return_by_id ON tplus1_statement_return (account, transaction_id, business_date);
