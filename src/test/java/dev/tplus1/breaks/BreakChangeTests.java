package dev.tplus1.breaks;

import static dev.tplus1.breaks.BreakFixtures.DAY;
import static dev.tplus1.breaks.BreakFixtures.change;
import static dev.tplus1.breaks.BreakFixtures.cny;
import static dev.tplus1.breaks.BreakFixtures.cutOff;
import static dev.tplus1.breaks.BreakFixtures.missedCallback;
import static dev.tplus1.breaks.BreakFixtures.r;
import static dev.tplus1.breaks.BreakFixtures.unknownOrder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.breaks.BreakBook.Alerts;
import dev.tplus1.breaks.BreakChange.Fate;
import dev.tplus1.breaks.audit.Audit.What;
import dev.tplus1.entry.EntryKey;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class BreakChangeTests {
    private final BreakFixtures store = BreakFixtures.inMemory();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void closesAnAlertThatTheBooksNowExplain() {
        Break found = unknownOrder("T1");
        store.run(r(1), found);

        Alerts alerts = store.runChanging(r(2), change(found, Fate.CLOSED));

        assertThat(store.row(found).found().status()).isEqualTo(Status.CLOSED);
        assertThat(store.row(found).lastRevision()).isEqualTo(1);
        assertThat(store.audit.events(found.identity().hash()).getLast().event().detail())
                .isEqualTo("because (run r2 of 2026-11-28)");
        assertThat(alerts).isEqualTo(new Alerts(0, 0, 1));
    }

    @ParameterizedTest
    @EnumSource(Fate.class)
    void neverChangesARepairedOne(Fate fate) {
        Break repaired = missedCallback("T1", Status.REPAIRED);
        store.run(r(1), repaired);

        store.runChanging(r(2), change(repaired, fate));

        assertThat(store.row(repaired).found()).isEqualTo(repaired);
        assertThat(store.events(repaired)).containsExactly(What.FOUND);
    }

    @ParameterizedTest
    @EnumSource(Fate.class)
    void neverChangesWhatAPersonResolved(Fate fate) {
        Break found = cutOff(DAY, "T1");
        store.run(r(1), found);
        store.decisions.resolve(found.id(), "mei", "known");

        store.runChanging(r(2), change(found, fate));

        assertThat(store.row(found).found().status()).isEqualTo(Status.RESOLVED);
        assertThat(store.row(found).resolvedBy()).isEqualTo("mei");
        assertThat(store.events(found)).containsExactly(What.FOUND, What.RESOLVED);
    }

    @Test
    void keepsAWithdrawnAlertStandingUntilTheBooksExplainIt() {
        Break found = unknownOrder("T1");
        store.run(r(1), found);

        Alerts withdrawn = store.runChanging(r(2), change(found, Fate.WITHDRAWN));
        Alerts again = store.runChanging(r(3), change(found, Fate.WITHDRAWN));
        Alerts closed = store.runChanging(r(4), change(found, Fate.CLOSED));

        assertThat(withdrawn).isEqualTo(new Alerts(0, 1, 0));
        assertThat(again).isEqualTo(new Alerts(0, 1, 0));
        assertThat(closed).isEqualTo(new Alerts(0, 0, 1));
        assertThat(store.events(found)).containsExactly(What.FOUND, What.WITHDRAWN, What.CLOSED);
    }

    @Test
    void resolvesASuspenseOfAnotherDateWithoutEndingAnAlert() {
        Break found = cutOff(DAY, "T1");
        store.run(r(1), found);

        Alerts alerts = store.runChanging(r(DAY.plusDays(1), 1), change(found, Fate.RESOLVED));

        assertThat(store.row(found).found().status()).isEqualTo(Status.RESOLVED);
        assertThat(store.row(found).resolvedBy()).isNull();
        assertThat(alerts).isEqualTo(new Alerts(0, 0, 0));
    }

    @Test
    void escalatesACutOffAsTheSameBreak() {
        Break found = cutOff(DAY, "T1");
        store.run(r(1), found);

        Alerts alerts = store.runChanging(r(DAY.plusDays(2), 1), change(found, Fate.ESCALATED));

        Break is = store.row(found).found();
        assertThat(is.identity()).isEqualTo(found.identity());
        assertThat(is.id()).isEqualTo(found.id());
        assertThat(is.type()).isEqualTo(BreakType.MISSING_AT_PROVIDER);
        assertThat(is.action()).isEqualTo(Action.ALERT);
        assertThat(is.status()).isEqualTo(Status.OPEN);
        assertThat(store.events(found)).containsExactly(What.FOUND, What.ESCALATED);
        assertThat(alerts).isEqualTo(new Alerts(1, 0, 0));
    }

    @Test
    void countsAnEscalatedAlertAsClosedWhenALateStatementCarriesIt() {
        Break found = cutOff(DAY, "T1");
        store.run(r(1), found);
        store.runChanging(r(DAY.plusDays(2), 1), change(found, Fate.ESCALATED));

        Alerts alerts = store.runChanging(r(DAY.plusDays(1), 2), change(found, Fate.RESOLVED));

        assertThat(alerts).isEqualTo(new Alerts(0, 0, 1));
    }

    @Test
    void keepsTheTypeOfAnEscalatedRefundInProgress() {
        Break found =
                BreakFixtures.of(
                        BreakFixtures.ACCOUNT,
                        DAY,
                        EntryKey.refund("R1"),
                        BreakType.REFUND_IN_PROGRESS,
                        Status.SUSPENSE,
                        cny("1.00"),
                        null);
        store.run(r(1), found);

        store.runChanging(r(DAY.plusDays(7), 1), change(found, Fate.ESCALATED));

        assertThat(store.row(found).found().type()).isEqualTo(BreakType.REFUND_IN_PROGRESS);
        assertThat(store.row(found).found().status()).isEqualTo(Status.OPEN);
    }

    @Test
    void escalatesNothingThatIsNotInSuspense() {
        Break found = unknownOrder("T1");
        store.run(r(1), found);

        store.runChanging(r(2), change(found, Fate.ESCALATED));

        assertThat(store.row(found).found()).isEqualTo(found);
        assertThat(store.events(found)).containsExactly(What.FOUND);
    }

    @Test
    void refusesAChangeOfABreakThatDoesNotExist() {
        assertThatThrownBy(() -> store.runChanging(r(1), change(unknownOrder("T1"), Fate.CLOSED)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no break");
    }
}
