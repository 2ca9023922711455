-- What the relay remembers of a message that it could not publish at once, and what people decided about it.
-- All of it may be left out: others write messages too.

ALTER TABLE outbox ADD COLUMN IF NOT EXISTS next_attempt_at TIMESTAMP(6) NULL;
ALTER TABLE outbox ADD COLUMN IF NOT EXISTS dead_at TIMESTAMP(6) NULL;
ALTER TABLE outbox ADD COLUMN IF NOT EXISTS last_error VARCHAR(300) NULL;
ALTER TABLE outbox ADD COLUMN IF NOT EXISTS discarded_at TIMESTAMP(6) NULL;
ALTER TABLE outbox ADD COLUMN IF NOT EXISTS discarded_by VARCHAR(64) NULL;
ALTER TABLE outbox ADD COLUMN IF NOT EXISTS discarded_note VARCHAR(500) NULL;

-- the first message of a key that is not published yet
CREATE INDEX IF NOT EXISTS outbox_key ON outbox (message_key, published_at, id);
