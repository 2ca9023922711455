-- what of a date was purged, and when: written before anything of it goes, so that a purge that is killed in between
-- is told and gone on with
CREATE TABLE IF NOT EXISTS tplus1_purged (
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    kind VARCHAR(16) NOT NULL,
    purged_at TIMESTAMP(6) NOT NULL,
    CONSTRAINT tplus1_purged_pk PRIMARY KEY (account, business_date, kind)
);
