-- Whose writes about an account's date are let in, where the lease is in another database: the holder with the
-- highest token. Raised by whoever takes the lease, locked by each transaction that it guards.

CREATE TABLE IF NOT EXISTS tplus1_fence (
    account       VARCHAR(64) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    business_date DATE        NOT NULL,
    owner         VARCHAR(64) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    token         BIGINT      NOT NULL,
    PRIMARY KEY (account, business_date)
) ENGINE=InnoDB;
