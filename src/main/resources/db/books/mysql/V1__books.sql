-- The bundled books. Times are in UTC, ids compare byte for byte. IF NOT EXISTS: this server commits
-- each statement by itself, so a migration that was killed half-way must be able to run again.

CREATE TABLE IF NOT EXISTS orders (
    order_no       VARCHAR(128) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    account        VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    amount_minor   BIGINT       NOT NULL,
    currency       VARCHAR(3)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    status         VARCHAR(20)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    transaction_id VARCHAR(128) CHARACTER SET utf8mb4 COLLATE ${id_collation} NULL,
    paid_at        DATETIME(6)  NULL,
    created_at     DATETIME(6)  NOT NULL,
    version        BIGINT       NOT NULL DEFAULT 0,
    PRIMARY KEY (order_no),
    UNIQUE KEY orders_transaction (account, transaction_id),
    KEY orders_paid (account, paid_at)
) ENGINE=InnoDB;

CREATE TABLE IF NOT EXISTS refunds (
    account            VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    refund_no          VARCHAR(128) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    order_no           VARCHAR(128) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    amount_minor       BIGINT       NOT NULL,
    currency           VARCHAR(3)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    status             VARCHAR(20)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    provider_refund_id VARCHAR(128) CHARACTER SET utf8mb4 COLLATE ${id_collation} NULL,
    refunded_at        DATETIME(6)  NULL,
    created_at         DATETIME(6)  NOT NULL,
    version            BIGINT       NOT NULL DEFAULT 0,
    PRIMARY KEY (account, order_no, refund_no),
    KEY refunds_number (account, refund_no),
    KEY refunds_refunded (account, refunded_at),
    KEY refunds_order (order_no)
) ENGINE=InnoDB;
