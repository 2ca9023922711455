-- What the relay remembers of a message that it could not publish at once, and what people decided about it.
-- All of it may be left out: others write messages too. One statement, so it is there wholly or not at all; asked
-- for first, because this server knows no ADD COLUMN IF NOT EXISTS, and a migration that was killed before its history
-- was written must be able to run again. The index finds the first message of a key that is not published yet.

SET @ddl = (SELECT IF(COUNT(*) > 0, 'DO 0',
'ALTER TABLE outbox
    ADD COLUMN next_attempt_at DATETIME(6) NULL,
    ADD COLUMN dead_at DATETIME(6) NULL,
    ADD COLUMN last_error VARCHAR(300) CHARACTER SET utf8mb4 COLLATE ${id_collation} NULL,
    ADD COLUMN discarded_at DATETIME(6) NULL,
    ADD COLUMN discarded_by VARCHAR(64) CHARACTER SET utf8mb4 COLLATE ${id_collation} NULL,
    ADD COLUMN discarded_note VARCHAR(500) CHARACTER SET utf8mb4 COLLATE ${id_collation} NULL,
    ADD KEY outbox_key (message_key, published_at, id)')
    FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name = 'outbox' AND column_name = 'dead_at');
PREPARE relay_columns FROM @ddl;
EXECUTE relay_columns;
DEALLOCATE PREPARE relay_columns;
