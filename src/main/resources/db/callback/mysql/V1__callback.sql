-- The callback log, whose unique key lets each callback be applied once, and the outbox.

CREATE TABLE IF NOT EXISTS payment_callback_log (
    id          BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account     VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    kind        VARCHAR(10)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    reference   VARCHAR(400) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    outcome     VARCHAR(40)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    order_no    VARCHAR(128) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    source      VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    run_id      VARCHAR(128) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    received_at DATETIME(6)  NOT NULL,
    UNIQUE KEY payment_callback_log_once (account, kind, reference, outcome),
    KEY payment_callback_log_order (order_no)
) ENGINE=InnoDB;

CREATE TABLE IF NOT EXISTS outbox (
    id           BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    topic        VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    message_key  VARCHAR(128) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    payload      TEXT         CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    created_at   DATETIME(6)  NOT NULL,
    published_at DATETIME(6)  NULL,
    attempts     INT          NOT NULL DEFAULT 0,
    KEY outbox_unpublished (published_at, id)
) ENGINE=InnoDB;
