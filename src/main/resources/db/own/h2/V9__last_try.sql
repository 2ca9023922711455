-- how the last run of a date ended that did not conclude it; a date that is concluded has no row
CREATE TABLE IF NOT EXISTS tplus1_last_try (
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    outcome VARCHAR(16) NOT NULL,
    tried_at TIMESTAMP(6) NOT NULL,
    reason VARCHAR(600) NOT NULL,
    CONSTRAINT tplus1_last_try_pk PRIMARY KEY (account, business_date)
);
