-- Who reconciles an account's date. The row stays when the lease is given back, so that the token only grows.

CREATE TABLE IF NOT EXISTS tplus1_lease (
    account       VARCHAR(64)  NOT NULL,
    business_date DATE         NOT NULL,
    owner         VARCHAR(64)  NULL,
    host          VARCHAR(255) NOT NULL,
    pid           BIGINT       NOT NULL,
    place         VARCHAR(255) NOT NULL,
    token         BIGINT       NOT NULL,
    acquired_at   TIMESTAMP(6) NOT NULL,
    heartbeat_at  TIMESTAMP(6) NOT NULL,
    CONSTRAINT tplus1_lease_key PRIMARY KEY (account, business_date)
);
