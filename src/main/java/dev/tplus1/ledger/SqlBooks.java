package dev.tplus1.ledger;

import dev.tplus1.database.Dialect;
import dev.tplus1.database.SqlErrors;
import dev.tplus1.diff.RowDraft;
import dev.tplus1.diff.Spool;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Books read by SQL over one connection. While the day streams, the connection can do nothing else:
 * look up after it.
 */
final class SqlBooks implements Books {
    /** How many ids one look-up asks for. */
    static final int BATCH = 500;

    /** A batch's lengths: few, so that the server sees few different statements. */
    private static final int[] LENGTHS = {1, 16, 100, BATCH};

    /** Rows that H2 hands over at once; MySQL streams one by one. */
    private static final int FETCH = 1_000;

    private final Connection connection;
    private final Dialect dialect;
    private final Snapshot snapshot;
    private final ZoneId zone;
    private final Queries queries;
    private final String account;
    private final BookRows rows;
    private final List<Spool<BookEntry>> spools = new ArrayList<>();

    SqlBooks(
            Connection connection,
            Dialect dialect,
            Snapshot snapshot,
            ZoneId zone,
            Queries queries,
            String account,
            KeyRule rule) {
        this.connection = connection;
        this.dialect = dialect;
        this.snapshot = snapshot;
        this.zone = zone;
        this.queries = queries;
        this.account = account;
        this.rows = new BookRows(account, rule);
    }

    /**
     * What is booked in [from, to), packed. Closed with the books.
     *
     * @param scratch where many rows are kept
     * @param carryOn asked before each row; throws when nobody needs them any more
     */
    Spool<BookEntry> entries(Instant from, Instant to, Scratch scratch, Runnable carryOn) {
        Spool<BookEntry> spool = Spool.ofBooks(scratch, account);
        spools.add(spool);
        stream(
                from,
                to,
                row -> {
                    carryOn.run();
                    spool.add(row);
                });
        return spool;
    }

    /** Shows the account's rows; a draft is good until the next. */
    void stream(Instant from, Instant to, Consumer<RowDraft> sink) {
        LocalWindow window = LocalWindow.of(from, to, zone);
        run(
                queries.entries(),
                Map.of(
                        Queries.ACCOUNT, account,
                        Queries.FROM, window.from(),
                        Queries.TO, window.to()),
                fields -> {
                    // of an hour that comes twice some may be outside; the pairing knows
                    RowDraft row = rows.own(fields);
                    if (row != null) {
                        sink.accept(row);
                    }
                });
    }

    @Override
    public List<BookEntry> orders(Collection<String> orderNos) {
        Set<String> asked = new HashSet<>(orderNos);
        return lookUp(
                queries.orders(),
                Queries.ORDER_NOS,
                asked,
                (kind, ids) -> kind == Kind.PAYMENT && asked.contains(ids.orderNo()));
    }

    @Override
    public List<BookEntry> transactions(Collection<String> transactionIds) {
        Set<String> asked = new HashSet<>(transactionIds);
        return lookUp(
                queries.transactions(),
                Queries.TRANSACTION_IDS,
                asked,
                (_, ids) -> ids.account().equals(account) && asked.contains(ids.transactionId()));
    }

    @Override
    public List<BookEntry> refunds(Collection<String> refundNos) {
        Set<String> asked = new HashSet<>(refundNos);
        return lookUp(
                queries.refunds(),
                Queries.REFUND_NOS,
                asked,
                (kind, ids) ->
                        kind == Kind.REFUND
                                && ids.account().equals(account)
                                && asked.contains(ids.refundNo()));
    }

    /** Tries all four queries on nothing: they run, and their columns are complete. */
    void probe() {
        LocalDateTime never = LocalDateTime.of(2000, 1, 1, 0, 0);
        run(
                queries.entries(),
                Map.of(
                        Queries.ACCOUNT, account,
                        Queries.FROM, never,
                        Queries.TO, never),
                _ -> {});
        List<String> nothing = List.of("");
        lookUp(queries.orders(), Queries.ORDER_NOS, nothing, (_, _) -> false);
        lookUp(queries.transactions(), Queries.TRANSACTION_IDS, nothing, (_, _) -> false);
        lookUp(queries.refunds(), Queries.REFUND_NOS, nothing, (_, _) -> false);
    }

    private List<BookEntry> lookUp(
            Query query, String parameter, Collection<String> ids, BookRows.Wanted wanted) {
        List<BookEntry> found = new ArrayList<>();
        List<String> all = List.copyOf(ids);
        for (int start = 0; start < all.size(); start += BATCH) {
            List<String> batch = all.subList(start, Math.min(all.size(), start + BATCH));
            run(
                    query,
                    Map.of(Queries.ACCOUNT, account, parameter, padded(batch)),
                    fields -> {
                        BookEntry entry = rows.entry(fields, wanted);
                        if (entry != null) {
                            found.add(entry);
                        }
                    });
        }
        return found;
    }

    private static List<String> padded(List<String> batch) {
        List<String> padded = new ArrayList<>(batch);
        for (int length : LENGTHS) {
            if (length >= batch.size()) {
                while (padded.size() < length) {
                    padded.add(batch.getLast());
                }
                break;
            }
        }
        return padded;
    }

    private void run(Query query, Map<String, Object> values, Consumer<Fields> sink) {
        Query.Bound bound = query.bind(values);
        try (PreparedStatement statement =
                connection.prepareStatement(
                        bound.sql(), ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            // otherwise Connector/J holds the whole result in memory
            statement.setFetchSize(dialect == Dialect.H2 ? FETCH : Integer.MIN_VALUE);
            for (int i = 0; i < bound.values().size(); i++) {
                statement.setObject(i + 1, bound.values().get(i));
            }
            try (ResultSet result = statement.executeQuery()) {
                ResultFields fields = new ResultFields(query.key(), result, zone, dialect);
                while (result.next()) {
                    sink.accept(fields);
                }
            }
        } catch (SQLException e) {
            if (query.own() && SqlErrors.badStatement(e)) {
                throw new SettingException(query.key() + " does not work: " + SqlText.line(e), e);
            }
            throw new LedgerException(query.key() + ": " + SqlText.line(e), e);
        }
    }

    @Override
    public void close() {
        RuntimeException failed = null;
        for (Spool<BookEntry> spool : spools) {
            failed = ended(spool::close, failed);
        }
        failed = ended(() -> snapshot.end(connection), failed);
        if (failed != null) {
            throw failed;
        }
    }

    /** Whatever fails to end, the rest ends too. */
    private static @Nullable RuntimeException ended(
            Runnable end, @Nullable RuntimeException failed) {
        try {
            end.run();
            return failed;
        } catch (RuntimeException e) {
            if (failed == null) {
                return e;
            }
            failed.addSuppressed(e);
            return failed;
        }
    }
}
