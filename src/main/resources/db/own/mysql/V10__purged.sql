-- what of a date was purged, and when: written before anything of it goes, so that a purge that is killed in between
-- is told and gone on with
CREATE TABLE IF NOT EXISTS tplus1_purged (
    account VARCHAR(64) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    business_date DATE NOT NULL,
    kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    purged_at DATETIME(6) NOT NULL,
    CONSTRAINT tplus1_purged_pk PRIMARY KEY (account, business_date, kind)
) ENGINE=InnoDB;
