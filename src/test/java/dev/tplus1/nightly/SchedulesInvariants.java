package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Finding;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Revisions;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.AuditCheck;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What must hold of an account's date once it is concluded, whatever happened on the way. */
record SchedulesInvariants(Shop shop, Shop books, Path folder, SchedulesDay day) {

    /**
     * Checks them all.
     *
     * @param live ids of the entries of which the provider delivered a callback meanwhile
     */
    void check(Set<String> live) {
        moneyIsTheModels();
        eachCallbackWasAppliedOnce();
        List<Revision> revisions =
                new Revisions(shop.database, shop.clock).list(day.account, Shop.DATE);
        revisions.forEach(this::replaysAreInTheBooks);
        Revision latest = revisions.getLast();
        theDayAddsUp(latest);
        breaksAreTheModels(live);
        assertThat(new Audit(shop.database).verify()).isInstanceOf(AuditCheck.Verdict.Whole.class);
        assertThat(shop.count("tplus1_lease WHERE " + ours("account") + " AND owner IS NOT NULL"))
                .isZero();
        filesAreWhole(revisions);
    }

    private String ours(String column) {
        return column + " = '" + day.account + "'";
    }

    private void moneyIsTheModels() {
        assertThat(
                        texts(
                                "SELECT order_no, CONCAT(status, ' ', version) FROM orders WHERE "
                                        + ours("account")))
                .isEqualTo(day.orders());
        assertThat(
                        texts(
                                "SELECT refund_no, CONCAT(status, ' ', version) FROM refunds WHERE "
                                        + ours("account")))
                .isEqualTo(day.refunds());
    }

    private void eachCallbackWasAppliedOnce() {
        Map<String, String> applied = new TreeMap<>();
        Map<String, String> messages = new TreeMap<>();
        for (SchedulesDay.Entry entry : day.missed()) {
            applied.put(entry.id(), "APPLIED 1");
            messages.merge(entry.orderNo(), "1", (a, b) -> "" + (Long.parseLong(a) + 1));
        }
        assertThat(
                        texts(
                                "SELECT reference, CONCAT(MIN(outcome), ' ', COUNT(*)) FROM"
                                        + " payment_callback_log WHERE "
                                        + ours("account")
                                        + " GROUP BY reference"))
                .isEqualTo(applied);
        assertThat(
                        texts(
                                "SELECT message_key, COUNT(*) FROM outbox WHERE message_key LIKE '"
                                        + day.account
                                        + "-%' GROUP BY message_key"))
                .isEqualTo(messages);
    }

    private Summary summary(Revision revision) {
        return Summary.fromJson(
                new Revisions(shop.database, shop.clock).recorded(revision.id()).orElseThrow());
    }

    private List<Finding> findings(Revision revision) {
        List<Finding> findings = new ArrayList<>();
        new Revisions(shop.database, shop.clock).recorded(revision.id(), findings::add);
        return findings;
    }

    private void replaysAreInTheBooks(Revision revision) {
        Summary.Replays replays = summary(revision).replays();
        assertThat(replays.refused()).isZero();
        assertThat(replays.applied())
                .as(revision.id() + " reports what it replayed")
                .isEqualTo(
                        books.count(
                                "payment_callback_log WHERE outcome = 'APPLIED' AND run_id = '"
                                        + revision.runId()
                                        + "'"));
    }

    /** Each entry of the statement is in one bucket, by count and to the cent. */
    private void theDayAddsUp(Revision latest) {
        Summary summary = summary(latest);
        List<Break> ofStatement =
                findings(latest).stream()
                        .map(Finding::found)
                        .filter(brk -> brk.statementAmount() != null)
                        .toList();
        List<SchedulesDay.Entry> statement =
                day.entries.stream().filter(SchedulesDay.Entry::inStatement).toList();
        assertThat(summary.outcome()).isEqualTo(Outcome.RECONCILED);
        assertThat(summary.statement().entries()).isEqualTo(statement.size());
        assertThat(summary.matched() + summary.matchedAcrossCutoff() + ofStatement.size())
                .isEqualTo(statement.size());
        assertThat(ofStatement).extracting(b -> b.identity().key()).doesNotHaveDuplicates();
        Map<Currency, Long> whole = new HashMap<>();
        statement.forEach(e -> whole.merge(e.amount().currency(), e.signed(), Long::sum));
        for (ProofRow row : summary.proof()) {
            assertThat(row.unexplained()).as(row.toString()).isZero();
            assertThat(row.statement())
                    .as(row.toString())
                    .isEqualTo(whole.getOrDefault(row.currency(), 0L));
            assertThat(row.onlyInStatement())
                    .as(row.toString())
                    .isEqualTo(
                            sum(
                                    ofStatement,
                                    row,
                                    brk ->
                                            brk.type() == BreakType.AMOUNT_MISMATCH
                                                    ? 0
                                                    : signed(brk, brk.statementAmount())));
            assertThat(row.amountDifference())
                    .as(row.toString())
                    .isEqualTo(
                            sum(
                                    ofStatement,
                                    row,
                                    brk ->
                                            brk.type() == BreakType.AMOUNT_MISMATCH
                                                    ? signed(brk, brk.statementAmount())
                                                            - signed(brk, brk.ledgerAmount())
                                                    : 0));
        }
        assertThat(summary.proof().stream().map(ProofRow::currency)).containsAll(whole.keySet());
    }

    private static long sum(List<Break> breaks, ProofRow row, ToLongFunction<Break> amount) {
        return breaks.stream()
                .filter(brk ->
                        Objects.requireNonNull(brk.statementAmount())
                                .currency()
                                .equals(row.currency()))
                .mapToLong(amount)
                .sum();
    }

    private static long signed(Break brk, @Nullable Money amount) {
        long minor = Objects.requireNonNull(amount).minor();
        return brk.identity().key().kind() == Kind.PAYMENT ? minor : -minor;
    }

    /**
     * The same as after a night in which nothing went wrong. What the provider delivered meanwhile
     * may have come before the night looked, and is then none, or later, and is then closed.
     */
    private void breaksAreTheModels(Set<String> live) {
        Map<String, String> breaks =
                shop
                        .database
                        .jdbc()
                        .sql(
                                "SELECT key_value, type, status FROM tplus1_break WHERE "
                                        + ours("account"))
                        .query((row, _) ->
                                Map.entry(
                                        row.getString(1),
                                        row.getString(2) + " " + row.getString(3)))
                        .list()
                        .stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        for (SchedulesDay.Entry entry : day.entries) {
            String found = Objects.requireNonNullElse(breaks.remove(entry.id()), "");
            if (live.contains(entry.id())) {
                assertThat(found)
                        .as(entry.toString())
                        .isIn("", SchedulesDay.verdict(entry), "MISSED_CALLBACK CLOSED");
            } else {
                assertThat(found).as(entry.toString()).isEqualTo(SchedulesDay.verdict(entry));
            }
        }
        assertThat(breaks).as("breaks of nothing that is in the day").isEmpty();
    }

    private void filesAreWhole(List<Revision> revisions) {
        Path date = shop.dateFolder(day.account, Shop.DATE);
        assertThat(Shop.read(date.resolve("latest"))).isEqualTo(revisions.getLast().id().label());
        for (Revision revision : revisions) {
            assertThat(date.resolve(revision.id().label())).isDirectoryContaining("glob:**.json");
        }
        assertThat(date.resolve("attempt")).doesNotExist();
        Path archive = folder.resolve("reports/night/.archive").resolve(day.account);
        assertThat(archive).isDirectory();
        for (Path root : List.of(date, archive)) {
            try (Stream<Path> all = Files.walk(root)) {
                assertThat(all.map(path -> String.valueOf(path.getFileName())))
                        .noneMatch(name -> name.startsWith(".incoming-") || name.endsWith(".tmp"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private Map<String, String> texts(String sql) {
        Map<String, String> texts = new TreeMap<>();
        books.database
                .jdbc()
                .sql(sql)
                .query(row -> {
                    texts.put(row.getString(1), row.getString(2));
                });
        return texts;
    }
}
