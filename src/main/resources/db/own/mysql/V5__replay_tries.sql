-- what a run sent to the merchant's own endpoint, written before it was sent: what is in the books after a crash is
-- then told as this run's doing, or as another's
CREATE TABLE IF NOT EXISTS tplus1_replay_try (
    run_id VARCHAR(128) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    account VARCHAR(64) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    kind VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    reference VARCHAR(400) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    tried_at DATETIME(6) NOT NULL,
    tries INT NOT NULL,
    answer VARCHAR(400) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    CONSTRAINT tplus1_replay_try_pk PRIMARY KEY (run_id, account, kind, reference)
) ENGINE=InnoDB;
