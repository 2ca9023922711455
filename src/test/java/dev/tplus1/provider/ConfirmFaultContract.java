package dev.tplus1.provider;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whole nights whose provider has the statement, and fails when it is asked whether one missed
 * callback still stands: nothing is replayed, and a person is told. Every fault has an account of
 * its own; all that must end with one exit code have one night together. The next night, when the
 * provider answers, every callback is replayed once.
 */
public abstract class ConfirmFaultContract extends ProviderNights {
    /** Of whatever was missed, in minor units. */
    protected static final long AMOUNT = 8800;

    private static final int TRIES = 2;

    /** What may happen to any answer, and how often it is tried. */
    private static final List<String> ANYWHERE =
            List.of(
                    "cut 0           | 0 | 2 | broke off",
                    "cut half        | 0 | 2 | broke off",
                    "cut last        | 0 | 2 | broke off",
                    "no handshake    | 0 | 2 | has no secure connection",
                    "reset connection | 0 | 2 | has no secure connection",
                    "reset request   | 0 | 2 | broke off",
                    "reset answer    | 0 | 2 | broke off",
                    "reset body      | 0 | 2 | broke off",
                    "trickle         | 0 | 2 | did not answer in time",
                    "bomb            | 0 | 1 | answers with more than 8388608 bytes, the limit",
                    "redirect        | 0 | 1 | answered 301: redirects are not followed",
                    "private address | 0 | 1 | answered 301: redirects are not followed",
                    "500             | 0 | 2 | answered 500",
                    "429 20          | 0 | 2 | answered 429",
                    "429 Sun, 29 Nov 2026 03:00:20 GMT | 0 | 2 | answered 429",
                    "429 soon        | 0 | 2 | answered 429",
                    "429 86400       | 0 | 2 | answered 429");

    private final String currency;
    private final String payments;
    private final List<Missed> missed = new ArrayList<>();
    private final Map<Integer, Ended> nights = new TreeMap<>();
    private List<String> booksBefore;
    private List<String> booksAfter;
    private List<Filed> breaks;
    private List<String> left;
    private List<Duration> waited;
    private Ended next;
    private List<Missed> answered;

    /**
     * One fault, and what is asked about.
     *
     * @param stage which question it comes to: {@code refund} is about a refund
     * @param code with which the night ends
     * @param tries how often it was asked
     * @param why a part of what is said
     */
    public record Missed(
            String stage,
            String fault,
            int code,
            int tries,
            String why,
            String account,
            String orderNo,
            String transactionId) {
        /** The same by its refund number; empty for a payment. */
        public String refundNo() {
            return stage.equals("refund") ? "re_" + orderNo : "";
        }
    }

    /** A break: its type, action and status, and its note. */
    private record Filed(String account, String what, String note) {}

    /**
     * @param account the lines of an account in a job file
     * @param currency of its payments
     * @param payments begins the provider's ids of payments
     * @param secrets nothing that is said holds one
     */
    protected ConfirmFaultContract(
            String account, String currency, String payments, String... secrets) {
        super(account, List.of(secrets));
        this.currency = currency;
        this.payments = payments;
    }

    /**
     * What may happen beside what happens to any answer, as {@code stage | fault | exit code |
     * tries | why}.
     */
    protected abstract List<String> faults();

    /**
     * The {@code api} block of a provider that fails as often as it is tried, and then does not.
     */
    protected abstract Map<String, Object> failing(Missed missed) throws IOException;

    Stream<Missed> matrix() {
        List<String> lines =
                Stream.concat(ANYWHERE.stream().map(fault -> "order | " + fault), faults().stream())
                        .toList();
        return IntStream.range(0, lines.size()).mapToObj(i -> row(lines.get(i), i));
    }

    private Missed row(String line, int i) {
        List<String> cells = Stream.of(line.split("\\|", 5)).map(String::strip).toList();
        String no = "%03d".formatted(i);
        return new Missed(
                cells.get(0),
                cells.get(1),
                Integer.parseInt(cells.get(2)),
                Integer.parseInt(cells.get(3)),
                cells.get(4),
                "shop-" + no,
                "N" + no,
                payments + no);
    }

    @BeforeAll
    void runTheNights() throws IOException {
        missed.addAll(matrix().toList());
        missed.forEach(this::book);
        booksBefore = books();
        Map<Integer, List<Missed>> byCode =
                missed.stream().collect(Collectors.groupingBy(Missed::code));
        Map<String, Map<String, Object>> again = new LinkedHashMap<>();
        answered = missed.stream().filter(ConfirmFaultContract::isAskedAgain).toList();
        for (Map.Entry<Integer, List<Missed>> same : byCode.entrySet()) {
            Map<String, Map<String, Object>> accounts = new LinkedHashMap<>();
            for (Missed each : same.getValue()) {
                accounts.put(each.account(), tries(TRIES, failing(each), each.fault()));
            }
            nights.put(same.getKey(), reconcile(true, accounts));
            again.putAll(accounts);
        }
        again.keySet().retainAll(answered.stream().map(Missed::account).toList());
        booksAfter = books();
        breaks = breaks();
        left = files("");
        waited = pauses.stream().sorted().toList();
        next = reconcile(true, again, "--rerun");
    }

    /** Some are enough: one of each question, and those that ended otherwise. */
    private static boolean isAskedAgain(Missed row) {
        return row.fault().equals("500") || row.code() != 0;
    }

    private List<Filed> breaks() {
        return jdbc().query(
                        "SELECT account, type, action, status, note FROM tplus1_break",
                        (row, _) ->
                                new Filed(
                                        row.getString(1),
                                        row.getString(2)
                                                + " "
                                                + row.getString(3)
                                                + " "
                                                + row.getString(4),
                                        row.getString(5)));
    }

    private static Stream<Filed> of(Missed row, List<Filed> breaks) {
        return breaks.stream().filter(each -> row.account().equals(each.account()));
    }

    /** An order that waits for its payment, or is paid and waits for a refund. */
    private void book(Missed of) {
        boolean refund = !of.refundNo().isEmpty();
        jdbc().update(
                        "INSERT INTO orders (order_no, account, amount_minor, currency, status,"
                                + " transaction_id, paid_at, created_at, version) VALUES (?, ?, ?,"
                                + " ?, ?, ?, ?, TIMESTAMP '2026-11-28 01:00:00', 0)",
                        of.orderNo(),
                        of.account(),
                        AMOUNT,
                        currency,
                        refund ? "PAID" : "PENDING",
                        refund ? of.transactionId() : null,
                        refund ? java.sql.Timestamp.valueOf("2026-11-28 02:00:00") : null);
        if (refund) {
            jdbc().update(
                            "INSERT INTO refunds (account, refund_no, order_no, amount_minor,"
                                    + " currency, status, created_at, version) VALUES (?, ?, ?, ?,"
                                    + " ?, 'PENDING', TIMESTAMP '2026-11-28 03:00:00', 0)",
                            of.account(),
                            of.refundNo(),
                            of.orderNo(),
                            AMOUNT,
                            currency);
        }
    }

    private List<String> books() {
        return Stream.of("orders", "refunds", "payment_callback_log", "outbox")
                .flatMap(table -> rows(table).stream())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void isNeverAReplayAndAlwaysAnAlertOrASettingToMend(Missed row) {
        Ended night = Objects.requireNonNull(nights.get(row.code()));

        assertThat(night.code()).isEqualTo(row.code());
        if (row.code() == 0) {
            String tried = row.tries() == 1 ? "" : " (tried " + row.tries() + " times)";
            assertThat(of(row, breaks))
                    .singleElement()
                    .satisfies(only -> {
                        assertThat(only.what()).isEqualTo("MISSED_CALLBACK ALERT OPEN");
                        assertThat(only.note())
                                .startsWith(
                                        "The replay did not arrive. It was not made: asked whether"
                                                + " it stands, the provider did not say (")
                                .contains(row.why())
                                .endsWith(tried + "). Run the date again with --rerun.")
                                .doesNotContain(secrets);
                    });
        } else {
            String begin = "tplus1: " + row.account() + " " + DATE + ": not run: ";
            assertThat(of(row, breaks)).isEmpty();
            assertThat(night.err().stream().filter(line -> line.startsWith(begin)))
                    .singleElement()
                    .satisfies(
                            line -> assertThat(line).contains(row.why()).doesNotContain(secrets));
        }
    }

    @Test
    void noFaultChangesTheBooksOrLeavesATemporaryFile() {
        assertThat(booksAfter).isEqualTo(booksBefore);
        assertThat(left)
                .noneMatch(name -> name.startsWith("scratch/"))
                .noneMatch(name -> name.matches(".*\\.(part|tmp)"));
        assertThat(nights.values())
                .allSatisfy(night -> assertThat(night.out()).doesNotContain(secrets));
        assertThat(nights.values().stream().mapToLong(night -> night.err().size()).sum())
                .isEqualTo(missed.stream().filter(row -> row.code() != 0).count());
    }

    @Test
    void heedsAWishToBeLeftAlone() {
        long again = missed.stream().filter(row -> row.tries() == TRIES).count();

        assertThat(waited).hasSize((int) again);
        assertThat(waited.subList(0, waited.size() - 3))
                .allMatch(pause -> pause.compareTo(Duration.ofSeconds(1)) <= 0);
        assertThat(waited.subList(waited.size() - 3, waited.size()))
                .containsExactly(
                        Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMinutes(2));
    }

    @Test
    void theNextNightReplaysOnceWhatTheProviderAnswersThen() {
        List<Filed> repaired = breaks();

        assertThat(next.err()).isEmpty();
        assertThat(next.code()).isZero();
        assertThat(answered)
                .allSatisfy(row -> {
                    assertThat(texts("SELECT outcome FROM payment_callback_log", row))
                            .containsExactly("APPLIED");
                    assertThat(texts("SELECT status || ' ' || version FROM orders", row))
                            .containsExactly(row.refundNo().isEmpty() ? "PAID 1" : "REFUNDED 1");
                    assertThat(texts("SELECT status || ' ' || version FROM refunds", row))
                            .isEqualTo(
                                    row.refundNo().isEmpty() ? List.of() : List.of("SUCCEEDED 1"));
                    assertThat(of(row, repaired))
                            .singleElement()
                            .satisfies(only -> assertThat(only.what()).endsWith(" REPAIRED"));
                });
        assertThat(rows("payment_callback_log")).hasSize(answered.size());
    }

    private List<String> texts(String query, Missed row) {
        return jdbc().query(
                        query + " WHERE account = ?",
                        (found, _) -> found.getString(1),
                        row.account());
    }
}
