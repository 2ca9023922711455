package dev.tplus1.cli.speech.days;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.lease.LeaseOutcome.HeldBy;
import dev.tplus1.nightly.known.DateStanding;
import dev.tplus1.nightly.known.DateStanding.State;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class StatusAnswerTests {
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final LocalDate LAST = LocalDate.of(2026, 12, 3);
    private static final Instant AT = Instant.parse("2026-11-29T02:31:00Z");
    private static final HeldBy HOLDER =
            new HeldBy(
                    "batch-7", 4711, Instant.parse("2026-12-04T02:31:07Z"), Duration.ofSeconds(3));

    private static DateStanding row(String account, LocalDate date, State state, long decide) {
        boolean concluded = state == State.DONE || state == State.HELD;
        return new DateStanding(
                account,
                new BusinessDate(date, SHANGHAI),
                state,
                concluded ? 1 : 0,
                concluded ? (state == State.DONE ? "RECONCILED" : "HELD") : null,
                decide,
                0,
                concluded || state == State.REFUSED ? AT : null,
                reason(state),
                state == State.RUNNING ? HOLDER : null);
    }

    private static String reason(State state) {
        return switch (state) {
            case REFUSED -> "20261128.csv, line 8201: the file ends without its totals line.";
            case HELD -> "MISSED_CALLBACKS";
            case FAILED -> "its run died: host a, process 1";
            default -> "";
        };
    }

    /** As many dates up to the last one as there are states. */
    private static List<DateStanding> account(String id, State... states) {
        List<DateStanding> rows = new ArrayList<>();
        for (int i = 0; i < states.length; i++) {
            rows.add(row(id, LAST.minusDays(states.length - 1L - i), states[i], 0));
        }
        return rows;
    }

    private static Terminal terminal(boolean coloured) {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
        return new Terminal(nowhere, nowhere, false, coloured);
    }

    private static String text(List<DateStanding> rows) {
        return String.join("\n", new StatusAnswer("shop.yaml", rows).lines(terminal(false))) + "\n";
    }

    private static List<DateStanding> everyState() {
        List<DateStanding> rows =
                account(
                        "wechat-shop",
                        State.DONE,
                        State.DONE,
                        State.DONE,
                        State.DONE,
                        State.APPROVED,
                        State.HELD,
                        State.NOT_READY,
                        State.SUSPECT_EMPTY,
                        State.FAILED,
                        State.REFUSED,
                        State.MISSING,
                        State.MISSING,
                        State.RUNNING,
                        State.NOT_DUE);
        rows.set(1, row("wechat-shop", LAST.minusDays(12), State.DONE, 7));
        rows.set(2, row("wechat-shop", LAST.minusDays(11), State.DONE, 99));
        rows.set(3, row("wechat-shop", LAST.minusDays(10), State.DONE, 100));
        return rows;
    }

    @Test
    void showEveryStateByASignThatTheLegendTells() {
        assertThat(text(everyState()))
                .isEqualTo(
                        """
                        1 account, 2026-11-20 to 2026-12-03: 4 done, 1 held, 1 approved, 1 not ready, 1 refused, 1 suspiciously empty, 1 failed, 1 running, 2 missing; 206 breaks to decide.

                                    Nov                              Dec
                        ACCOUNT     20 21 22 23 24 25 26 27 28 29 30  1  2  3
                        wechat-shop ok  7 99 ++  A  H  N  E  F  R  M  M go  .

                        ok done   n done, n breaks to decide   ++ done, over 99 to decide   H held
                        A approved   N not ready   R refused   E suspiciously empty   F failed
                        go running   M missing   . not due

                        wechat-shop 2026-11-24: approved: tplus1 reconcile --job shop.yaml --account wechat-shop --date 2026-11-24
                        wechat-shop 2026-11-25: held, 29 Nov 10:31: missed callbacks; tplus1 breaks approve --job shop.yaml --account wechat-shop --date 2026-11-25 --note "..."
                        wechat-shop 2026-11-26: not ready
                        wechat-shop 2026-11-27: suspiciously empty
                        wechat-shop 2026-11-28: failed: its run died: host a, process 1
                        wechat-shop 2026-11-29: refused, 29 Nov 10:31: 20261128.csv, line 8201: the file ends without its totals line.
                        wechat-shop 2026-11-30 to 2026-12-01: missing: tplus1 backfill --job shop.yaml --account wechat-shop --from 2026-11-30 --to 2026-12-01
                        wechat-shop 2026-12-02: running: host batch-7, process 4711, since 2026-12-04 10:31:07, last sign of life 3 s ago
                        """);
    }

    @Test
    void keepTheGridWithinEightyColumnsWhateverTheAccountsAreCalled() {
        State[] good = new State[14];
        Arrays.fill(good, State.DONE);
        List<DateStanding> rows = new ArrayList<>(account("a", good));
        rows.addAll(account("b".repeat(37), good));
        rows.addAll(account("c".repeat(64), good));

        String text = text(rows);

        assertThat(text.lines().skip(1)).allMatch(line -> line.length() <= 80);
        assertThat(text)
                .isEqualTo(
                        "3 accounts, 2026-11-20 to 2026-12-03: 42 done.\n\n"
                                + " ".repeat(38)
                                + "Nov                              Dec\n"
                                + "ACCOUNT"
                                + " ".repeat(30)
                                + " 20 21 22 23 24 25 26 27 28 29 30  1  2  3\n"
                                + "a"
                                + " ".repeat(36)
                                + " ok".repeat(14)
                                + "\n"
                                + "b".repeat(37)
                                + " ok".repeat(14)
                                + "\n"
                                + "c".repeat(64)
                                + "\n"
                                + " ".repeat(37)
                                + " ok".repeat(14)
                                + "\n\nok done\n");
    }

    @Test
    void showLongTimesTwoWeeksAfterTwoWeeks() {
        State[] good = new State[33];
        Arrays.fill(good, State.DONE);

        assertThat(text(account("shop", good)))
                .isEqualTo(
                        """
                        1 account, 2026-11-01 to 2026-12-03: 33 done.

                                Nov
                        ACCOUNT  1  2  3  4  5  6  7  8  9 10 11 12 13 14
                        shop    ok ok ok ok ok ok ok ok ok ok ok ok ok ok

                                Nov
                        ACCOUNT 15 16 17 18 19 20 21 22 23 24 25 26 27 28
                        shop    ok ok ok ok ok ok ok ok ok ok ok ok ok ok

                                Nov   Dec
                        ACCOUNT 29 30  1  2  3
                        shop    ok ok ok ok ok

                        ok done
                        """);
    }

    @Test
    void nameTheMonthThatBeginsWhereTheLastOneHasNoRoom() {
        List<DateStanding> rows =
                List.of(
                        row("s", LocalDate.of(2026, 11, 30), State.DONE, 0),
                        row("s", LocalDate.of(2026, 12, 1), State.DONE, 0));

        assertThat(text(rows)).contains("\n           Dec\nACCOUNT 30  1\n");
    }

    @Test
    void tellOnlySoManyDatesOneByOne() {
        State[] refused = new State[45];
        Arrays.fill(refused, State.REFUSED);

        String text = text(account("shop", refused));

        assertThat(text.lines().filter(line -> line.contains(": refused, "))).hasSize(40);
        assertThat(text)
                .endsWith("\n... and 5 more; --json has all, --account and --days show fewer.\n");
    }

    @Test
    void sayThatNothingIsDue() {
        assertThat(text(account("shop", State.NOT_DUE)))
                .startsWith("1 account, 2026-12-03 to 2026-12-03: nothing due.\n");
    }

    @Test
    void colourTheWordsWhereThereAreColours() {
        List<String> lines =
                new StatusAnswer("shop.yaml", account("shop", State.REFUSED)).lines(terminal(true));

        assertThat(lines.getLast()).contains(": \u001b[31mrefused\u001b[0m, 29 Nov");
    }

    @Test
    void haveStableKeysForPrograms() {
        List<DateStanding> rows =
                List.of(
                        standing(State.DONE, 2, "RECONCILED", 3, 1, AT, "", null),
                        standing(State.RUNNING, 0, null, 0, 0, null, "", HOLDER),
                        standing(State.REFUSED, 0, "REFUSED", 0, 0, AT, "cut \"off\"", null));

        assertThat(new StatusAnswer("shop.yaml", rows).json())
                .isEqualTo(
                        """
                        [{"account":"shop","businessDate":"2026-12-03","zone":"Asia/Shanghai","state":"DONE","revision":2,\
                        "outcome":"RECONCILED","openBreaks":4,"decide":3,"watch":1,"at":"2026-11-29T02:31:00Z","reason":null,\
                        "runningBy":null,"runningSince":null},\
                        {"account":"shop","businessDate":"2026-12-03","zone":"Asia/Shanghai","state":"RUNNING","revision":null,\
                        "outcome":null,"openBreaks":0,"decide":0,"watch":0,"at":null,"reason":null,\
                        "runningBy":"batch-7/4711","runningSince":"2026-12-04T02:31:07Z"},\
                        {"account":"shop","businessDate":"2026-12-03","zone":"Asia/Shanghai","state":"REFUSED","revision":null,\
                        "outcome":"REFUSED","openBreaks":0,"decide":0,"watch":0,"at":"2026-11-29T02:31:00Z","reason":"cut \\"off\\"",\
                        "runningBy":null,"runningSince":null}]\
                        """);
    }

    private static DateStanding standing(
            State state,
            int revision,
            @Nullable String outcome,
            long decide,
            long watch,
            @Nullable Instant at,
            String reason,
            @Nullable HeldBy running) {
        return new DateStanding(
                "shop",
                new BusinessDate(LAST, SHANGHAI),
                state,
                revision,
                outcome,
                decide,
                watch,
                at,
                reason,
                running);
    }
}
