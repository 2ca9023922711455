-- Who reconciles an account's date. The row stays when the lease is given back, so that the token only grows.

CREATE TABLE IF NOT EXISTS tplus1_lease (
    account       VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    business_date DATE         NOT NULL,
    owner         VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE ${id_collation} NULL,
    host          VARCHAR(255) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    pid           BIGINT       NOT NULL,
    place         VARCHAR(255) CHARACTER SET utf8mb4 COLLATE ${id_collation} NOT NULL,
    token         BIGINT       NOT NULL,
    acquired_at   DATETIME(6)  NOT NULL,
    heartbeat_at  DATETIME(6)  NOT NULL,
    PRIMARY KEY (account, business_date)
) ENGINE=InnoDB;
