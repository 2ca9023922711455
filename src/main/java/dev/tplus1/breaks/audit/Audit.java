package dev.tplus1.breaks.audit;

import dev.tplus1.database.BulkInsert;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * The append-only audit trail: one chain for the whole database, in which each event carries the
 * SHA-256 of the one before it. Whoever appends locks the chain's end first and holds it until the
 * transaction ends, which also makes all writers of breaks take turns. Thread-safe.
 */
public final class Audit {
    /**
     * How often a writer waits for the others before it gives up; each time as long as the database
     * lets it (H2 2 s, MySQL 50 s).
     */
    private static final int LOCK_ATTEMPTS = 60;

    private static final int PAGE = 1000;

    private static final String COLUMNS =
            "seq, identity_hash, break_id, account, business_date, happened_at, actor, event,"
                    + " detail, previous_hash, hash";

    private final Database database;
    private final JdbcTemplate jdbc;

    public Audit(Database database) {
        this.database = database;
        this.jdbc = new JdbcTemplate(database.dataSource());
    }

    /** What happened. */
    public enum What {
        FOUND,
        CHANGED,
        REPAIRED,
        REOPENED,
        CLOSED,
        WITHDRAWN,
        RESOLVED,
        ESCALATED,
        APPROVED
    }

    /**
     * One thing that happened to a break, or to a date.
     *
     * @param identityHash the break's; none for an event of the whole date
     * @param breakId the break's; none for an event of the whole date
     * @param at kept to the microsecond
     * @param actor a run or a person; a label, at most 64 characters
     * @param detail one plain sentence, or empty; cut at 4,000 characters
     */
    public record Event(
            @Nullable String identityHash,
            @Nullable String breakId,
            String account,
            LocalDate date,
            Instant at,
            String actor,
            What what,
            String detail) {
        public Event {
            at = at.truncatedTo(ChronoUnit.MICROS);
            detail = Label.cut(detail, Label.MAX_DETAIL);
        }
    }

    /**
     * An event in the chain.
     *
     * @param seq its place, from 1, without gaps
     */
    public record Entry(long seq, Event event, String previousHash, String hash) {}

    /** Whether the chain is as it was written. */
    public sealed interface Verdict {
        /** It is, to its end. */
        record Whole(AuditHead head) implements Verdict {}

        /**
         * It is not.
         *
         * @param seq where it first fails
         * @param why one plain sentence
         */
        record Broken(long seq, String why) implements Verdict {}
    }

    /** Appends in the caller's transaction, which holds the chain's end from here on. */
    public void append(List<Event> events) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("audit events belong to a transaction");
        }
        Chain chain = new Chain();
        events.forEach(chain::append);
        chain.close();
    }

    /**
     * Runs work that writes breaks in a transaction of its own, with the chain locked before
     * anything else, so that no two writers ever wait for each other crosswise.
     *
     * @throws DatabaseException when others hold the chain for too long
     */
    public <T> T write(Function<Chain, T> work) {
        for (int attempt = 1; ; attempt++) {
            boolean[] locked = {false};
            try {
                return Objects.requireNonNull(
                        database.transactions()
                                .execute(_ -> {
                                    Chain chain = new Chain();
                                    locked[0] = true;
                                    T result = work.apply(chain);
                                    chain.close();
                                    return result;
                                }));
            } catch (TransientDataAccessException e) {
                if (locked[0]) {
                    throw e;
                }
                if (attempt == LOCK_ATTEMPTS) {
                    throw new DatabaseException(
                            "database: another run has held the audit trail for too long; nothing"
                                    + " was concluded, run again",
                            e);
                }
            }
        }
    }

    /** The chain's end now. */
    public AuditHead head() {
        return readHead("");
    }

    /** A break's events, oldest first. */
    public List<Entry> events(String identityHash) {
        return jdbc.query(
                "SELECT "
                        + COLUMNS
                        + " FROM tplus1_audit_event WHERE identity_hash = ? ORDER BY seq",
                ENTRY,
                identityHash);
    }

    /** An account's and date's events, those of the whole date too, oldest first. */
    public List<Entry> events(String account, LocalDate date) {
        return jdbc.query(
                "SELECT "
                        + COLUMNS
                        + " FROM tplus1_audit_event WHERE account = ? AND business_date = ?"
                        + " ORDER BY seq",
                ENTRY,
                account,
                date);
    }

    /** Walks the whole chain, in one snapshot, a page at a time. */
    public Verdict verify() {
        TransactionTemplate snapshot = database.transactions();
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        return Objects.requireNonNull(snapshot.execute(_ -> walk()));
    }

    private Verdict walk() {
        AuditHead end = head();
        AuditHead last = AuditHead.NONE;
        List<Entry> page;
        do {
            page =
                    jdbc.query(
                            "SELECT "
                                    + COLUMNS
                                    + " FROM tplus1_audit_event WHERE seq > ? ORDER BY seq LIMIT "
                                    + PAGE,
                            ENTRY,
                            last.events());
            for (Entry entry : page) {
                long seq = last.events() + 1;
                if (entry.seq() != seq) {
                    return new Verdict.Broken(seq, "event " + seq + " is missing");
                }
                if (!entry.previousHash().equals(last.head())) {
                    return new Verdict.Broken(
                            seq, "event " + seq + " does not follow the one before it");
                }
                if (!hash(last.head(), seq, entry.event()).equals(entry.hash())) {
                    return new Verdict.Broken(seq, "event " + seq + " was changed");
                }
                last = new AuditHead(seq, entry.hash());
            }
        } while (page.size() == PAGE);
        if (!last.equals(end)) {
            return new Verdict.Broken(
                    last.events() + 1,
                    "the chain ends at event " + last.events() + ", its head says " + end.events());
        }
        return new Verdict.Whole(end);
    }

    private AuditHead readHead(String locking) {
        List<AuditHead> heads =
                jdbc.query(
                        "SELECT seq, hash FROM tplus1_audit_head WHERE id = 1" + locking,
                        (rows, _) -> new AuditHead(rows.getLong("seq"), rows.getString("hash")));
        if (heads.isEmpty()) {
            throw new DatabaseException(
                    "database: the row of tplus1_audit_head is gone; restore it from a backup",
                    new IllegalStateException("no audit head"));
        }
        return heads.getFirst();
    }

    private static String hash(String previous, long seq, Event event) {
        MessageDigest sha;
        try {
            sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        List<@Nullable String> parts =
                Arrays.asList(
                        previous,
                        Long.toString(seq),
                        event.identityHash(),
                        event.breakId(),
                        event.account(),
                        event.date().toString(),
                        event.at().toString(),
                        event.actor(),
                        event.what().name(),
                        event.detail());
        for (String part : parts) {
            byte[] bytes = part == null ? new byte[0] : part.getBytes(StandardCharsets.UTF_8);
            int length = part == null ? -1 : bytes.length;
            sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
            sha.update(bytes);
        }
        return HexFormat.of().formatHex(sha.digest());
    }

    private static final RowMapper<Entry> ENTRY = (rows, _) -> entry(rows);

    private static Entry entry(ResultSet rows) throws SQLException {
        return new Entry(
                rows.getLong("seq"),
                new Event(
                        rows.getString("identity_hash"),
                        rows.getString("break_id"),
                        rows.getString("account"),
                        rows.getObject("business_date", LocalDate.class),
                        rows.getObject("happened_at", LocalDateTime.class)
                                .toInstant(ZoneOffset.UTC),
                        rows.getString("actor"),
                        What.valueOf(rows.getString("event")),
                        rows.getString("detail")),
                rows.getString("previous_hash"),
                rows.getString("hash"));
    }

    /** The chain, its end locked by this transaction. */
    public final class Chain {
        private final BulkInsert rows = new BulkInsert(jdbc, "tplus1_audit_event", COLUMNS);
        private AuditHead end = readHead(" FOR UPDATE");

        private Chain() {}

        /** The end with all that was appended so far. */
        public AuditHead head() {
            return end;
        }

        public void append(Event event) {
            long seq = end.events() + 1;
            String hash = hash(end.head(), seq, event);
            rows.add(
                    Arrays.asList(
                            seq,
                            event.identityHash(),
                            event.breakId(),
                            event.account(),
                            event.date(),
                            event.at().atOffset(ZoneOffset.UTC).toLocalDateTime(),
                            event.actor(),
                            event.what().name(),
                            event.detail(),
                            end.head(),
                            hash));
            end = new AuditHead(seq, hash);
        }

        private void close() {
            rows.flush();
            jdbc.update(
                    "UPDATE tplus1_audit_head SET seq = ?, hash = ? WHERE id = 1",
                    end.events(),
                    end.head());
        }
    }
}
