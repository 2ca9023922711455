package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.made;
import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Lines.refunded;
import static dev.tplus1.nightly.Shop.ACCOUNT;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Decisions;
import dev.tplus1.breaks.RevisedStatements;
import dev.tplus1.report.Outcome;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A payment of an earlier date, which a date's statement returns once it is revised. */
class RevisedReturnsTests {
    private static final LocalDate BEFORE = DATE.minusDays(1);
    private static final String PAID = paid("5", "50.00", "2026-11-27T12:00:00Z");
    private static final String MATCHED = paid("1", "10.00", "2026-11-28T10:00:00Z");
    private static final String MISSED = paid("2", "20.00", "2026-11-28T11:00:00Z");
    private static final String RETURNS = refunded("5", "5", "50.00", "2026-11-28T12:00:00Z");

    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void missOneOfEachDate() {
        shop = new Shop(folder);
        shop.replay("{mode: off}");
        shop.pending("5", 5000);
        shop.booked("1", 1000, "2026-11-28T10:00:00Z");
        shop.pending("2", 2000);
        shop.statement(BEFORE, PAID);
        shop.statement(DATE, MATCHED, MISSED);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void isNotReplayedAfterAnApprovalReadAnOlderStatementAgain() {
        reconcileBoth();
        shop.statement(DATE, MATCHED, MISSED, RETURNS);
        recheck();

        applyApproved();

        isNotReplayed();
        assertThat(new RevisedStatements(shop.database, shop.clock).open(ACCOUNT, DATE))
                .isPresent();
    }

    @Test
    void isNotReplayedAfterTheOlderStatementWasGivenByHand() {
        reconcileBoth();
        Path given = shop.statement(DATE, MATCHED, MISSED, RETURNS);
        recheck();
        Shop.write(given, Shop.read(given).replace(RETURNS + "\n", "").replace("20.00", "20.01"));

        summaryOf(shop.rerun(DATE));

        isNotReplayed();
    }

    @Test
    void isNotReplayedWhereTheReturnWasFetchedBeforeTheOlderStatementWasConcluded() {
        shop.run(BEFORE);
        shop.replay("{mode: books}");
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("concluding")) {
                throw new IllegalStateException("killed");
            }
        });
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);
        shop.watcher(Watcher.NOBODY);
        Path revised = shop.statement(DATE, MATCHED, MISSED, RETURNS);
        assertThat(shop.nightly().fetch(Shop.request(DATE, false)).getFirst())
                .isInstanceOf(NightResult.Fetched.class);
        summaryOf(shop.run(DATE));
        Shop.write(revised, Shop.read(revised).replace(RETURNS + "\n", ""));

        summaryOf(shop.rerun(DATE));

        isNotReplayed();
    }

    @Test
    void isNotReplayedAfterAStatementThatCameToNothing() {
        shop.statement(DATE, MATCHED, MISSED, RETURNS);
        reconcileBoth();
        shop.statement(DATE);
        assertThat(((NightResult.NotConcluded) shop.rerun(DATE)).outcome())
                .isEqualTo(Outcome.SUSPECT_EMPTY);

        isNotReplayed();
    }

    @Test
    void isNotReplayedWhereAnOlderStatementIsGoneOnWith() {
        shop.run(BEFORE);
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("concluding")) {
                throw new IllegalStateException("killed");
            }
        });
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);
        shop.watcher(Watcher.NOBODY);
        shop.statement(DATE, MATCHED, MISSED, RETURNS);
        shop.nightly().fetch(Shop.request(DATE, false));

        summaryOf(shop.run(DATE));

        isNotReplayed();
    }

    @Test
    void isNotReplayedWhereTheStatementBeforeIsLost() throws IOException {
        reconcileBoth();
        Path lost = folder.resolve("reports/night/.archive/shop/" + DATE);
        try (Stream<Path> all = Files.walk(lost)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
        shop.statement(DATE, MATCHED, MISSED, RETURNS);

        assertThat(recheck()).isInstanceOf(NightResult.Failed.class);

        isNotReplayed();
    }

    /** It says the same, in other bytes, as the one that was shown, which takes the return back. */
    @Test
    void isReplayedOnceARevisionUsesAStatementThatTakesTheReturnBack() {
        shop.statement(DATE, MATCHED, MISSED, RETURNS);
        reconcileBoth();
        shop.statement(DATE, MATCHED, MISSED);
        recheck();
        shop.statement(DATE, MISSED, MATCHED);

        summaryOf(shop.rerun(DATE));

        shop.replay("{mode: books}");
        summaryOf(shop.rerun(BEFORE));
        assertThat(shop.breaks(BEFORE)).containsExactly("MISSED_CALLBACK PAYMENT T5 REPAIRED");
    }

    private void reconcileBoth() {
        summaryOf(shop.run(BEFORE));
        summaryOf(shop.run(DATE));
    }

    private NightResult recheck() {
        NightResult[] told = new NightResult[1];
        shop.nightly().recheck(List.of(), DATE.plusDays(1), 1, each -> told[0] = each);
        return told[0];
    }

    private void applyApproved() {
        made(
                new Decisions(shop.database, shop.clock)
                        .approveBreaks(
                                List.of(shop.breakId("MISSED_CALLBACK", "T2")), "ann", "checked"));
        shop.replay("{mode: books}");
        assertThat(summaryOf(shop.approved(DATE)).replays().applied()).isEqualTo(1);
    }

    private void isNotReplayed() {
        shop.replay("{mode: books}");
        summaryOf(shop.rerun(BEFORE));

        assertThat(shop.breaks(BEFORE))
                .contains("PAID_THEN_REFUNDED PAYMENT T5 OPEN")
                .doesNotContain("MISSED_CALLBACK PAYMENT T5 OPEN");
        assertThat(shop.orderStatus("5")).isEqualTo("PENDING");
    }
}
