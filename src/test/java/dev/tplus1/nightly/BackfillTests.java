package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Several dates in a row, by the command, and nights that catch up. */
class BackfillTests {
    private static final LocalDate D1 = LocalDate.of(2026, 11, 26);
    private static final LocalDate D2 = D1.plusDays(1);
    private static final LocalDate D3 = D1.plusDays(2);

    @TempDir private Path folder;
    private Shop shop;
    private Spoken spoken = new Spoken();

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        for (LocalDate date : List.of(D1, D2, D3)) {
            String n = date.toString().replace("-", "");
            shop.booked(n, 1000, date + "T10:00:00Z");
            shop.statement(date, paid(n, "10.00", date + "T10:00:00Z"));
        }
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private int run(String... args) {
        spoken = new Spoken();
        String[] all =
                Stream.concat(
                                Stream.of(args[0], "--job", shop.jobFile().toString()),
                                Arrays.stream(args).skip(1))
                        .toArray(String[]::new);
        return Cli.run(all, spoken.terminal(), Map.of(), () -> new CommandWork(shop.clock));
    }

    private List<String> rows() {
        return spoken.out()
                .lines()
                .dropWhile(line -> !line.startsWith("DATE "))
                .skip(1)
                .map(line -> line.replaceAll(" +", " "))
                .toList();
    }

    @Test
    void stopsAtTheFirstDateThatDoesNotEndWell() {
        shop.statement(D2, "cut");

        int code = run("backfill", "--from", D1.toString(), "--to", D3.toString());

        assertThat(code).isEqualTo(6);
        assertThat(rows())
                .containsExactly(
                        "2026-11-26 shop reconciled 0 0 0 -",
                        "2026-11-27 shop refused 6 - - -",
                        "2026-11-28 - not run - - - -",
                        "2 runs: 1 reconciled, 1 refused");
        assertThat(spoken.err()).contains("stopped after 2026-11-27");
        assertThat(shop.count("tplus1_revision")).isEqualTo(1);
    }

    @Test
    void keepsGoingWhereAsked() {
        shop.statement(D2, "cut");

        int code = run("backfill", "--from", D1.toString(), "--to", D3.toString(), "--keep-going");

        assertThat(code).isEqualTo(6);
        assertThat(rows())
                .containsExactly(
                        "2026-11-26 shop reconciled 0 0 0 -",
                        "2026-11-27 shop refused 6 - - -",
                        "2026-11-28 shop reconciled 0 0 0 -",
                        "3 runs: 2 reconciled, 1 refused");
    }

    @Test
    void stopsAtAHeldDateNowAndAgain() {
        shop.replay("{mode: books, min-count: 0, max-share: 0.2}");
        shop.pending("1", 1000);
        shop.statement(D2, paid("1", "10.00", D2 + "T10:00:00Z"));

        int first = run("backfill", "--from", D1.toString(), "--to", D3.toString());
        List<String> then = rows();
        int second = run("backfill", "--from", D2.toString(), "--to", D3.toString());

        assertThat(first).isEqualTo(7);
        assertThat(then).contains("2026-11-27 shop held 7 - - -", "2026-11-28 - not run - - - -");
        assertThat(second).isEqualTo(7);
        assertThat(rows()).contains("2026-11-28 - not run - - - -");
    }

    @Test
    void goesOnWithBreaksThatWaitForAPerson() {
        shop.statement(D1, paid("9", "1.00", D1 + "T10:00:00Z"));

        int code =
                run("backfill", "--from", D1.toString(), "--to", D2.toString(), "--fail-on-breaks");

        assertThat(code).isEqualTo(3);
        assertThat(rows())
                .containsExactly(
                        "2026-11-26 shop reconciled 3 0 2 CNY 11.00",
                        "2026-11-27 shop reconciled 0 0 0 -",
                        "2 runs: 2 reconciled");
    }

    @Test
    void isWhatCatchingUpAsksForWhereItLooksTooFewDaysBack() {
        shop.statement(D1.minusDays(2));
        shop.run(D1.minusDays(2));
        shop.clock.set("2026-11-30T02:00:00Z");

        int code = run("reconcile", "--catch-up", "1");

        assertThat(code).isEqualTo(4);
        assertThat(spoken.err())
                .startsWith(
                        "tplus1: shop 2026-11-25 to 2026-11-27: missed: 3 dates are further back"
                                + " than --catch-up 1; tplus1 backfill --job "
                                + folder.resolve("job.yaml")
                                + " --account shop --from 2026-11-25 --to 2026-11-27"
                                + " --keep-going\n");
        assertThat(spoken.out()).endsWith("\n2 runs: 1 reconciled, 1 not ready\n");
    }
}
