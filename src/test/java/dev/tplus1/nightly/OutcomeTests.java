package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.report.BreakGroups;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** How a night ends that does not conclude its date, and what that leaves alone. */
class OutcomeTests {
    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        shop.booked("1", 1000, "2026-11-28T10:00:00Z");
        shop.pending("2", 2000);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void keepsTheCountsOfItsBreaksAndNoneOfThem() {
        shop.statement(DATE, paid("3", "10.00", "2026-11-28T10:00:00Z"));

        NightResult.Ran ran = (NightResult.Ran) shop.run(DATE);

        assertThat(ran.breaks().in(BreakGroups.Group.DECIDE))
                .hasSize(2)
                .allSatisfy(type -> {
                    assertThat(type.count()).isEqualTo(1);
                    assertThat(type.sums().amounts()).hasSize(1);
                    assertThat(type.shown()).isEmpty();
                });
        assertThat(Shop.read(shop.dateFolder(DATE).resolve("r1").resolve("report.html")))
                .contains("T3");
    }

    @Test
    void isNotReadyWithoutAFile() {
        Map<String, List<String>> before = shop.everything();

        NightResult result = shop.run(DATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not -> {
                            assertThat(not.outcome()).isEqualTo(Outcome.NOT_READY);
                            assertThat(not.message()).contains("Run again later");
                        });
        assertThat(shop.everything()).isEqualTo(before);
        assertThat(shop.files())
                .containsOnlyKeys(
                        attempt("summary.json"), attempt("report.html"), attempt("report.xlsx"));
    }

    @Test
    void isNotReadyWhileTheBooksAreBehindAndRunsOnceTheyAreNot() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.ledger(
                "{freshness-sql: SELECT MAX(paid_at) FROM orders WHERE account = :account,"
                        + " max-lag: 10m}");
        Map<String, List<String>> before = shop.everything();

        NightResult result = shop.run(DATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not -> {
                            assertThat(not.outcome()).isEqualTo(Outcome.NOT_READY);
                            assertThat(not.message())
                                    .isEqualTo(
                                            "the books are not ready: newest booking"
                                                    + " 2026-11-28T10:00:00Z, the day ends at"
                                                    + " 2026-11-29T00:00:00Z (ledger.max-lag"
                                                    + " 10m). Run again later.");
                        });
        assertThat(shop.everything()).isEqualTo(before);
        assertThat(shop.files()).containsKeys(attempt("summary.json"), attempt("report.html"));
        assertThat(shop.files().get(attempt("summary.json")))
                .contains("\"outcome\": \"NOT_READY\"", "\"revision\": 0");

        shop.booked("7", 700, "2026-11-29T00:30:00Z");

        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Ran.class);
        assertThat(shop.latest(DATE)).isEqualTo("r1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "T1,O1,,PAYMENT,10.00,CNY,SUCCESS,2026-11-28T10:00:00Z,more",
                "T1,O1,,PAYMENT,10.001,CNY,SUCCESS,2026-11-28T10:00:00Z",
                "T1,O1,,PAYMENT,10.00,XXQ,SUCCESS,2026-11-28T10:00:00Z",
                "T1,O1,,TRANSFER,10.00,CNY,SUCCESS,2026-11-28T10:00:00Z",
                "T1,O1,,PAYMENT,10.00,CNY,SUCCESS,yesterday",
                "T1,O1,,PAYMENT,10.00,CNY,SUCCESS,2026-11-27T10:00:00Z",
                "<html><body>404</body></html>",
                "{\"code\": \"SYSTEM_ERROR\"}"
            })
    void refusesABadFileAndLeavesEverythingAsItWas(String line) {
        Map<String, List<String>> before = shop.everything();
        shop.statement(DATE, line);

        NightResult result = shop.run(DATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not -> {
                            assertThat(not.outcome()).isEqualTo(Outcome.REFUSED);
                            assertThat(not.message()).contains("statement-2026-11-28.csv");
                        });
        assertThat(shop.everything()).isEqualTo(before);
        assertThat(shop.files())
                .containsOnlyKeys(
                        attempt("summary.json"), attempt("report.html"), attempt("report.xlsx"));
        assertThat(shop.files().get(attempt("summary.json")))
                .contains("\"outcome\": \"REFUSED\"", "\"revision\": 0");
    }

    @Test
    void removesTheAttemptOnceTheDateIsConcluded() {
        Path file = shop.statement(DATE, "cut");
        shop.run(DATE);
        assertThat(shop.dateFolder(DATE).resolve("attempt")).isDirectory();
        Shop.write(file, Lines.HEADER + "\n" + paid("1", "10.00", "2026-11-28T10:00:00Z") + "\n");

        NightResult result = shop.run(DATE);

        assertThat(result).isInstanceOf(NightResult.Ran.class);
        assertThat(shop.dateFolder(DATE).resolve("attempt")).doesNotExist();
        assertThat(shop.latest(DATE)).isEqualTo("r1");
    }

    @Test
    void leavesAConcludedDateAloneWhenTheRerunIsRefused() {
        Path file = shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.run(DATE);
        Map<String, List<String>> before = shop.everything();
        String summary = shop.summary(DATE, "r1");
        Shop.write(file, "cut");

        NightResult result = shop.rerun(DATE);

        assertThat(result).isInstanceOf(NightResult.NotConcluded.class);
        assertThat(shop.everything()).isEqualTo(before);
        assertThat(shop.latest(DATE)).isEqualTo("r1");
        assertThat(shop.summary(DATE, "r1")).isEqualTo(summary);
        assertThat(shop.dateFolder(DATE).resolve("r2")).doesNotExist();
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Already.class);
    }

    @Test
    void suspectsAnEmptyStatementBesideBookedEntries() {
        shop.statement(DATE);
        Map<String, List<String>> before = shop.everything();

        NightResult result = shop.run(DATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not -> assertThat(not.outcome()).isEqualTo(Outcome.SUSPECT_EMPTY));
        assertThat(shop.everything()).isEqualTo(before);
        Summary summary =
                Summary.fromJson(Shop.read(shop.dateFolder(DATE).resolve("attempt/summary.json")));
        assertThat(summary.alerts()).isEqualTo(new Summary.Alerts(1, 0, 0));
        assertThat(summary.proof().getFirst().onlyInLedger()).isEqualTo(1000);
        assertThat(summary.proof().getFirst().unexplained()).isZero();
    }

    @Test
    void reconcilesAnEmptyStatementBesideEmptyBooks() {
        shop.statement(DATE.minusDays(1));

        NightResult result = shop.run(DATE.minusDays(1));

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.Ran.class,
                        ran -> {
                            assertThat(ran.summary().outcome()).isEqualTo(Outcome.RECONCILED);
                            assertThat(ran.summary().proof()).isEmpty();
                            assertThat(ran.summary().breaks()).isEmpty();
                        });
    }

    @Test
    void resolvesNothingAndEscalatesNothingOnASuspectDay() {
        shop.booked("9", 900, "2026-11-28T23:59:00Z");
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.run(DATE);
        shop.statement(DATE.plusDays(2));
        shop.booked("8", 800, "2026-11-30T10:00:00Z");
        shop.clock.set("2026-12-01T02:00:00Z");

        shop.run(DATE.plusDays(2));

        assertThat(shop.breaks(DATE)).containsExactly("CUT_OFF PAYMENT T9 SUSPENSE");
    }

    private static String attempt(String name) {
        return "night/shop/2026-11-28/attempt/" + name;
    }
}
