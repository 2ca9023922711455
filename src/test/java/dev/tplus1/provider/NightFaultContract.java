package dev.tplus1.provider;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whole nights whose provider fails while it is asked for its statement: what they end with, say,
 * change and leave. Every fault has an account of its own, whose provider fails so; all accounts
 * that must end with one exit code have one night together.
 */
public abstract class NightFaultContract extends ProviderNights {
    protected static final Path SAMPLES = Path.of("sample-statements");

    private static final String REVISIONS = "tplus1_revision";
    private static final String SUMMARY = "summary.json";

    /** What a line says to do about a call that failed. */
    private static final String ADVICE = "; run again, or see what tplus1 check says.";

    /** What tells of an attempt, which knows no line of a statement. */
    private static final List<String> ATTEMPT = List.of(SUMMARY, "report.html", "report.xlsx");

    /** The word with which an account's line begins, by the exit code that comes of it. */
    private static final Map<Integer, String> WORDS =
            Map.of(1, "failed", 2, "not run", 4, "not ready", 6, "refused");

    /** Seconds, a date, nonsense, and a day. */
    private static final List<String> WISHES =
            List.of("20", "Sun, 29 Nov 2026 03:00:20 GMT", "soon", "86400");

    private final String id;
    private final Map<Integer, Ended> nights = new TreeMap<>();
    private Map<String, List<String>> before;
    private Map<String, List<String>> after;
    private List<String> left;

    /**
     * One fault.
     *
     * @param stage of a download at which it comes
     * @param code with which it ends
     * @param why a part of what is said
     */
    public record Row(String stage, String fault, int code, String why) {
        static Row of(String line) {
            String[] cells = line.split("\\|", 4);
            return new Row(
                    cells[0].strip(),
                    cells[1].strip(),
                    Integer.parseInt(cells[2].strip()),
                    cells[3].strip());
        }

        String account() {
            return (stage + " " + fault).replace(' ', '-');
        }
    }

    /**
     * Has nights of one account.
     *
     * @param id of the account that the sample books are of
     * @param account its further lines in a job file
     * @param secrets nothing that is said holds one
     */
    protected NightFaultContract(String id, String account, String... secrets) {
        super(account, List.of(secrets));
        this.id = id;
    }

    /** The stages of a download, of which each is a call. */
    protected abstract List<String> stages();

    /**
     * What may happen at a stage beside what happens at each, as {@code stage | fault | exit code |
     * why}.
     */
    protected abstract List<String> faults();

    /** The {@code api} block of a provider that fails once. */
    protected abstract Map<String, Object> failing(String stage, String fault) throws IOException;

    /** The {@code api} block of a provider that asks twice to be left alone. */
    protected abstract Map<String, Object> busy(String stage, String retryAfter) throws IOException;

    /** The {@code api} block of a provider that fails in four ways, and then does not. */
    protected abstract Map<String, Object> recovering() throws IOException;

    /** The {@code api} blocks of a provider that says that nothing happened, one for each way. */
    protected abstract Map<String, Map<String, Object>> nothing() throws IOException;

    /** A body that ends before the length that was announced. */
    protected static Stream<String> cuts(String stage) {
        return Stream.of("0", "1", "10", "half", "last 8", "last")
                .map(where -> stage + " | cut " + where + " | 1 | broke off");
    }

    /** What ends a night in the same way wherever it happens. */
    private static Stream<String> anywhere(String stage) {
        Stream<String> others =
                Stream.of(
                        "redirect        | 1 | answered 301: redirects are not followed",
                        "private address | 1 | answered 301: redirects are not followed",
                        "no handshake    | 1 | has no secure connection",
                        "reset connection | 1 | has no secure connection",
                        "reset request   | 1 | broke off",
                        "reset answer    | 1 | broke off",
                        "reset body      | 1 | broke off",
                        "trickle         | 1 | did not answer in time",
                        "404             | 1 | answered 404",
                        "429             | 1 | answered 429",
                        "500             | 1 | answered 500");
        return Stream.concat(cuts(stage), others.map(fault -> stage + " | " + fault));
    }

    Stream<Row> matrix() {
        return Stream.concat(
                        stages().stream().flatMap(NightFaultContract::anywhere), faults().stream())
                .map(Row::of);
    }

    @BeforeAll
    void runTheNights() throws IOException {
        new ResourceDatabasePopulator(
                        false, false, "UTF-8", new FileSystemResource(SAMPLES.resolve("books.sql")))
                .execute(database().dataSource());
        before = rows();
        Map<Integer, List<Row>> byCode = matrix().collect(Collectors.groupingBy(Row::code));
        for (Map.Entry<Integer, List<Row>> same : byCode.entrySet()) {
            Map<String, Map<String, Object>> accounts = new LinkedHashMap<>();
            for (Row row : same.getValue()) {
                Map<String, Object> api = failing(row.stage(), row.fault());
                accounts.put(row.account(), tries(1, api, row.fault()));
            }
            nights.put(same.getKey(), reconcile(false, accounts));
        }
        after = rows();
        left = files("");
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void endsWithItsCodeInOneLineAndNothingOfTheStatementIsKept(Row row) {
        String begin = "tplus1: " + row.account() + " " + DATE + ": ";

        Ended night = Objects.requireNonNull(nights.get(row.code()));

        assertThat(night.code()).isEqualTo(row.code());
        assertThat(night.err().stream().filter(line -> line.startsWith(begin)))
                .singleElement()
                .satisfies(line ->
                        assertThat(line)
                                .startsWith(begin + WORDS.get(row.code()) + ": ")
                                .contains(row.why())
                                .endsWith(row.code() == 1 ? ADVICE : "")
                                .doesNotContain(secrets));
        String attempt = "reports/night/" + row.account() + "/" + DATE + "/attempt/";
        assertThat(left.stream().filter(name -> name.contains("/" + row.account() + "/")))
                .allMatch(name -> ATTEMPT.contains(name.replace(attempt, "")));
        if (left.contains(attempt + SUMMARY)) {
            assertThat(folder.resolve(attempt + SUMMARY))
                    .content()
                    .contains("\"entries\": 0")
                    .doesNotContain(secrets);
        }
    }

    @Test
    void noFaultChangesARowOrLeavesATemporaryFile() {
        assertThat(after).isEqualTo(before);
        assertThat(left)
                .noneMatch(name -> name.startsWith("scratch/") || name.contains(".archive/"))
                .noneMatch(name -> name.matches(".*\\.(part|tmp)"));
        assertThat(nights.values().stream().mapToLong(night -> night.err().size()).sum())
                .isEqualTo(matrix().count());
        assertThat(nights.values())
                .allSatisfy(night -> assertThat(night.out()).doesNotContain(secrets));
    }

    @Test
    void heedsAWishToBeLeftAlone() throws IOException {
        Map<String, Map<String, Object>> accounts = new LinkedHashMap<>();
        for (String stage : stages()) {
            for (String wish : WISHES) {
                accounts.put("wish-" + accounts.size(), tries(2, busy(stage, wish), ""));
            }
        }
        pauses.clear();

        Ended night = reconcile(false, accounts);

        assertThat(night.code()).isEqualTo(1);
        assertThat(night.err())
                .hasSize(accounts.size())
                .allMatch(line ->
                        line.contains("answered 429: ") && line.endsWith(" 2 times)" + ADVICE));
        int each = stages().size();
        List<Duration> waited = pauses.stream().sorted().toList();
        assertThat(waited).hasSize(4 * each);
        assertThat(waited.subList(0, each))
                .allMatch(pause -> pause.compareTo(Duration.ofSeconds(1)) <= 0);
        assertThat(waited.subList(each, 3 * each)).containsOnly(Duration.ofSeconds(20));
        assertThat(waited.subList(3 * each, 4 * each)).containsOnly(Duration.ofMinutes(2));
    }

    @Test
    void goesOnWhereAnotherTryIsEnough() throws IOException {
        Map<String, Object> api = tries(5, recovering(), "");
        pauses.clear();

        Ended night = reconcile(false, Map.of(id, api));

        assertThat(night.err()).isEmpty();
        assertThat(night.code()).isZero();
        assertThat(pauses).hasSize(4);
        assertThat(count(REVISIONS, id)).isEqualTo(1);
        assertThat(count("payment_callback_log", id)).isPositive();
        assertThat(files("reports/night/.archive/" + id)).anyMatch(n -> n.endsWith("/origin.json"));
        assertThat(files("scratch")).isEmpty();
    }

    @Test
    void believesThatNothingHappenedOnlyWhereTheBooksSayTheSame() throws IOException {
        Map<String, Map<String, Object>> accounts = nothing();
        accounts.keySet().forEach(this::paid);
        Map<String, List<String>> untouched = rows();

        Ended beside = reconcile(false, accounts);

        assertThat(beside.code()).isEqualTo(6);
        assertThat(beside.err())
                .hasSize(accounts.size())
                .allMatch(line ->
                        line.contains(
                                ": refused: the statement is empty, but the books hold 1 entry."
                                        + " Nothing was changed;"));
        assertThat(rows()).isEqualTo(untouched);
        assertThat(files("scratch")).isEmpty();
        for (String each : accounts.keySet()) {
            assertThat(folder.resolve("reports/night/" + each + "/" + DATE + "/attempt/" + SUMMARY))
                    .content()
                    .contains("\"outcome\": \"SUSPECT_EMPTY\"", "\"opened\": 1");
        }

        accounts.keySet()
                .forEach(each -> jdbc().update("DELETE FROM orders WHERE account=?", each));
        Ended alone = reconcile(false, accounts);

        assertThat(alone.err()).isEmpty();
        assertThat(alone.code()).isZero();
        for (String each : accounts.keySet()) {
            assertThat(count(REVISIONS, each)).isEqualTo(1);
            assertThat(count("tplus1_break", each)).isZero();
            assertThat(count("payment_callback_log", each)).isZero();
        }
    }

    /** Books an order in the middle of the day. */
    private void paid(String account) {
        jdbc().update(
                        "INSERT INTO orders (order_no, account, amount_minor, currency, status,"
                                + " transaction_id, paid_at, created_at, version) VALUES (?, ?,"
                                + " 100, 'CNY', 'PAID', ?, TIMESTAMP '2026-11-28 06:00:00',"
                                + " TIMESTAMP '2026-11-28 05:00:00', 0)",
                        "of " + account,
                        account,
                        account);
    }
}
