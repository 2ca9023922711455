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

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
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
                    + " detail, reason, was, became, previous_hash, hash";

    private final Database database;
    private final JdbcTemplate jdbc;

    public Audit(Database database) {
        this.database = database;
        this.jdbc = new JdbcTemplate(database.dataSource());
    }

    /**
     * What happened, as one word. A newer version may have written words that are not here.
     *
     * @param word at most 16 characters
     */
    public record What(String word) {
        public static final What FOUND = new What("FOUND");
        public static final What CHANGED = new What("CHANGED");
        public static final What REPAIRED = new What("REPAIRED");
        public static final What REOPENED = new What("REOPENED");
        public static final What CLOSED = new What("CLOSED");
        public static final What WITHDRAWN = new What("WITHDRAWN");
        public static final What RESOLVED = new What("RESOLVED");
        public static final What ESCALATED = new What("ESCALATED");
        public static final What ASSIGNED = new What("ASSIGNED");

        /** By the one person that it takes, or by the second of two. */
        public static final What APPROVED = new What("APPROVED");

        /** By the first of two persons: nothing is replayed for it. */
        public static final What FIRST_APPROVED = new What("FIRST_APPROVED");

        /** A first approval does not count any more: what it was of has changed. */
        public static final What APPROVAL_VOID = new What("APPROVAL_VOID");

        @Override
        public String toString() {
            return word;
        }
    }

    /**
     * One thing that happened to a break, or to a date.
     *
     * @param identityHash the break's; none for an event of the whole date
     * @param breakId the break's; none for an event of the whole date
     * @param at kept to the microsecond
     * @param actor a run or a person; a label, at most 64 characters
     * @param detail one plain sentence, or empty; cut at 4,000 characters
     * @param change what else is known of it
     */
    public record Event(
            @Nullable String identityHash,
            @Nullable String breakId,
            String account,
            LocalDate date,
            Instant at,
            String actor,
            What what,
            String detail,
            Change change) {
        public Event {
            at = at.truncatedTo(ChronoUnit.MICROS);
            detail = Label.cut(detail, Label.MAX_DETAIL);
        }
    }

    /**
     * What an event changed, each at most 64 characters. Events that were written before these were
     * kept have none of them.
     *
     * @param reason the code that a person gave; none where there is none to give
     * @param was the status before, or the owner; none where there was none
     * @param became the status after, or the owner; none where there is none
     */
    public record Change(@Nullable String reason, @Nullable String was, @Nullable String became) {
        public static final Change NONE = new Change(null, null, null);

        boolean none() {
            return reason == null && was == null && became == null;
        }
    }

    /**
     * An event in the chain.
     *
     * @param seq its place, from 1, without gaps
     */
    public record Entry(long seq, Event event, String previousHash, String hash) {}

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
        return query("identity_hash = ? ORDER BY seq", identityHash);
    }

    /** An account's and date's events, those of the whole date too, oldest first. */
    public List<Entry> events(String account, LocalDate date) {
        return query("account = ? AND business_date = ? ORDER BY seq", account, date);
    }

    /**
     * The last events of a break and of its whole date, oldest first.
     *
     * @param most how many at most
     */
    public List<Entry> last(String identityHash, String account, LocalDate date, int most) {
        List<Entry> all =
                new ArrayList<>(
                        query("identity_hash = ? ORDER BY seq DESC LIMIT " + most, identityHash));
        all.addAll(
                query(
                        "identity_hash IS NULL AND account = ? AND business_date = ? ORDER BY seq"
                                + " DESC LIMIT "
                                + most,
                        account,
                        date));
        all.sort(Comparator.comparingLong(Entry::seq));
        return all.size() <= most ? all : all.subList(all.size() - most, all.size());
    }

    /** Walks the whole chain, in one snapshot, a page at a time. */
    public AuditCheck.Verdict verify() {
        return verify(new Anchors());
    }

    /** The same, and holds it against ends that are kept elsewhere. */
    public AuditCheck.Verdict verify(Anchors anchors) {
        TransactionTemplate snapshot = database.transactions();
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        return Objects.requireNonNull(
                snapshot.execute(_ -> {
                    AuditCheck check = new AuditCheck(head(), anchors);
                    for (List<Entry> page = page(0); !page.isEmpty(); ) {
                        for (Entry entry : page) {
                            if (!check.follows(entry)) {
                                return check.verdict();
                            }
                        }
                        page = page(page.getLast().seq());
                    }
                    return check.verdict();
                }));
    }

    /**
     * Which events.
     *
     * @param account none: of all
     * @param date none: of all
     */
    public record Filter(@Nullable String account, @Nullable LocalDate date) {}

    /** Passes events on, oldest first, a page at a time; those that are there when it begins. */
    public void list(Filter filter, Consumer<Entry> sink) {
        long end = head().events();
        StringBuilder where = new StringBuilder("seq > ? AND seq <= ?");
        List<Object> values = new ArrayList<>();
        if (filter.account() != null) {
            where.append(" AND account = ?");
            values.add(filter.account());
        }
        if (filter.date() != null) {
            where.append(" AND business_date = ?");
            values.add(filter.date());
        }
        long last = 0;
        List<Entry> page;
        do {
            List<Object> all = new ArrayList<>(List.of(last, end));
            all.addAll(values);
            page = query(where + " ORDER BY seq LIMIT " + PAGE, all.toArray());
            page.forEach(sink);
            last = page.isEmpty() ? last : page.getLast().seq();
        } while (page.size() == PAGE);
    }

    private List<Entry> page(long after) {
        return query("seq > ? ORDER BY seq LIMIT " + PAGE, after);
    }

    private List<Entry> query(String where, Object... values) {
        return jdbc.query(
                "SELECT " + COLUMNS + " FROM tplus1_audit_event WHERE " + where, ENTRY, values);
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
                        new What(rows.getString("event")),
                        rows.getString("detail"),
                        new Change(
                                rows.getString("reason"),
                                rows.getString("was"),
                                rows.getString("became"))),
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
            String hash = AuditCheck.hash(end.head(), seq, event);
            rows.add(
                    Arrays.asList(
                            seq,
                            event.identityHash(),
                            event.breakId(),
                            event.account(),
                            event.date(),
                            event.at().atOffset(ZoneOffset.UTC).toLocalDateTime(),
                            event.actor(),
                            event.what().word(),
                            event.detail(),
                            event.change().reason(),
                            event.change().was(),
                            event.change().became(),
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
