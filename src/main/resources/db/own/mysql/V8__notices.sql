-- What runs have to tell, for each run and channel once, and what a relay remembers of it. A migration that was killed
-- half-way must be able to run again.

CREATE TABLE IF NOT EXISTS tplus1_notice (
    id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
    job VARCHAR(64) NOT NULL,
    channel VARCHAR(64) NOT NULL,
    -- what the run told: the same run never tells a channel twice
    run VARCHAR(64) NOT NULL,
    payload MEDIUMTEXT NOT NULL,
    created_at DATETIME(6) NOT NULL,
    published_at DATETIME(6) NULL,
    attempts INT NOT NULL DEFAULT 0,
    next_attempt_at DATETIME(6) NULL,
    dead_at DATETIME(6) NULL,
    last_error VARCHAR(300) NULL,
    discarded_at DATETIME(6) NULL,
    discarded_by VARCHAR(64) NULL,
    discarded_note VARCHAR(500) NULL,
    CONSTRAINT tplus1_notice_once UNIQUE (job, channel, run),
    KEY tplus1_notice_unpublished (published_at, id),
    KEY tplus1_notice_channel (job, channel, published_at, id)
)
  ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE ${id_collation};

-- What ended without concluding its date and was told, so that the next try does not tell it again.
CREATE TABLE IF NOT EXISTS tplus1_told (
    job VARCHAR(64) NOT NULL,
    account VARCHAR(64) NOT NULL,
    business_date DATE NOT NULL,
    outcome VARCHAR(16) NOT NULL,
    told_on DATE NOT NULL,
    PRIMARY KEY (job, account, business_date, outcome, told_on)
)
  ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE ${id_collation};

-- A conclusion that no notice has told yet has no told_at; those that are there already are not told any more. The column
-- comes with a value for those, in one statement: a second one might be killed before it runs, or run again after a
-- night that has something to tell.
SET @ddl = (SELECT IF(COUNT(*) > 0, 'DO 0',
'ALTER TABLE tplus1_revision
    ADD COLUMN told_at DATETIME(6) NULL DEFAULT ''1970-01-01 00:00:00'',
    ADD KEY tplus1_revision_untold (told_at)')
    FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name = 'tplus1_revision' AND column_name = 'told_at');
PREPARE told_column FROM @ddl;
EXECUTE told_column;
DEALLOCATE PREPARE told_column;
ALTER TABLE tplus1_revision ALTER COLUMN told_at SET DEFAULT NULL;
