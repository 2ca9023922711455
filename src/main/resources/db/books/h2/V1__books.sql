-- The bundled books. Times are in UTC, ids compare byte for byte. IF NOT EXISTS: DDL commits by itself, so a
-- migration that was killed half-way must be able to run again.

CREATE TABLE IF NOT EXISTS orders (
    order_no       VARCHAR(128) NOT NULL PRIMARY KEY,
    account        VARCHAR(64)  NOT NULL,
    amount_minor   BIGINT       NOT NULL,
    currency       VARCHAR(3)   NOT NULL,
    status         VARCHAR(20)  NOT NULL,
    transaction_id VARCHAR(128) NULL,
    paid_at        TIMESTAMP(6) NULL,
    created_at     TIMESTAMP(6) NOT NULL,
    version        BIGINT       DEFAULT 0 NOT NULL,
    CONSTRAINT orders_transaction UNIQUE (account, transaction_id)
);

CREATE INDEX IF NOT EXISTS orders_paid ON orders (account, paid_at);

CREATE TABLE IF NOT EXISTS refunds (
    account            VARCHAR(64)  NOT NULL,
    refund_no          VARCHAR(128) NOT NULL,
    order_no           VARCHAR(128) NOT NULL,
    amount_minor       BIGINT       NOT NULL,
    currency           VARCHAR(3)   NOT NULL,
    status             VARCHAR(20)  NOT NULL,
    provider_refund_id VARCHAR(128) NULL,
    refunded_at        TIMESTAMP(6) NULL,
    created_at         TIMESTAMP(6) NOT NULL,
    version            BIGINT       DEFAULT 0 NOT NULL,
    CONSTRAINT refunds_number PRIMARY KEY (account, order_no, refund_no)
);

CREATE INDEX IF NOT EXISTS refunds_no ON refunds (account, refund_no);
CREATE INDEX IF NOT EXISTS refunds_refunded ON refunds (account, refunded_at);
CREATE INDEX IF NOT EXISTS refunds_order ON refunds (order_no);
