package dev.tplus1.breaks;

import static dev.tplus1.breaks.BreakFixtures.ACCOUNT;
import static dev.tplus1.breaks.BreakFixtures.DAY;
import static dev.tplus1.breaks.BreakFixtures.cny;
import static dev.tplus1.breaks.BreakFixtures.missedCallback;
import static dev.tplus1.breaks.BreakFixtures.r;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Decisions.Decision;
import dev.tplus1.breaks.Decisions.Ruling;
import dev.tplus1.breaks.audit.Audit.What;
import dev.tplus1.breaks.decide.ApprovalSettings;
import dev.tplus1.entry.Money;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** That nobody lets alone go in parts, or by a detour, what takes two; each break is of 20.00. */
final class TwoPersonPartsTests {
    private static final Currency CNY = Money.currency("CNY");

    private final BreakFixtures store = BreakFixtures.inMemory();
    private final Break one = missedCallback("T1", Status.HELD);
    private final Break two = missedCallback("T2", Status.HELD);
    private final Break three = missedCallback("T3", Status.HELD);

    @AfterEach
    void close() {
        store.close();
    }

    private static ApprovalSettings above(String limit) {
        return new ApprovalSettings(true, Map.of(CNY, Money.parse(limit, CNY)));
    }

    private Decisions deciding(String limit) {
        return new Decisions(store.database, store.clock, above(limit), _ -> true);
    }

    private HeldDates holding(String limit) {
        return new HeldDates(store.database, store.clock, above(limit));
    }

    private Revision latest() {
        return store.revisions.latest(ACCOUNT, DAY).orElseThrow();
    }

    private void resolve(Break each) {
        store.decisions.resolve(each.id(), "mei", "refunded");
    }

    private void reopen(Break each) {
        store.decisions.reopen(each.id(), new Ruling("mei", "not refunded"));
    }

    /** Two of three are let go as a whole, which takes one person; the third was resolved. */
    private void letTwoGo() {
        store.runHeld(r(1), one, two, three);
        resolve(three);
        holding("40.00").approve(ACCOUNT, DAY, "mei", "n");
        assertThat(latest().approval()).isNotNull();
        store.run(r(1), missedCallback("T1", Status.REPAIRED), missedCallback("T2", Status.OPEN));
        assertThat(latest().outcome()).isEqualTo(Revision.Outcome.RECONCILED);
    }

    @Test
    void addsWhatIsReopenedToWhatItsDateLetGoWithoutIt() {
        letTwoGo();
        reopen(three);

        deciding("40.00").approveBreaks(List.of(three.id()), "mei", "n");
        BreakRecord mei = store.row(three);
        deciding("40.00").approveBreaks(List.of(three.id()), "bob", "n");

        assertThat(mei.found().status()).isEqualTo(Status.OPEN);
        assertThat(mei.approval()).isNull();
        assertThat(Objects.requireNonNull(mei.waiting()).by()).isEqualTo("mei");
        assertThat(store.row(three).approval()).isNotNull();
    }

    @Test
    void takesOnePersonUpToTheLimitOfThatSum() {
        letTwoGo();
        reopen(three);

        deciding("60.00").approveBreaks(List.of(three.id()), "mei", "n");

        assertThat(store.row(three).approval()).isNotNull();
    }

    @Test
    void addsWhatIsHeldAgainToWhatItsDateLetGoWithoutIt() {
        letTwoGo();
        reopen(three);
        store.runHeld(r(2), three);

        holding("40.00").approve(ACCOUNT, DAY, "mei", "n");

        assertThat(latest().approval()).isNull();
        assertThat(latest().first()).isNotNull();
    }

    @Test
    void addsWhatIsReopenedToHeldBreaksThatWereLetGoOneByOne() {
        store.runHeld(r(1), one, two, three);
        resolve(three);
        deciding("40.00").approveBreaks(List.of(one.id(), two.id()), "mei", "n");
        store.run(
                r(2), missedCallback("T1", Status.REPAIRED), missedCallback("T2", Status.REPAIRED));
        reopen(three);

        deciding("40.00").approveBreaks(List.of(three.id()), "mei", "n");

        assertThat(store.row(one).approval()).isNotNull();
        assertThat(store.row(three).approval()).isNull();
    }

    @Test
    void addsNothingThatARunLetGoByItself() {
        store.runHeld(r(1), one);
        store.run(r(2), missedCallback("T1", Status.OPEN), missedCallback("T2", Status.REPAIRED));

        deciding("20.00").approveBreaks(List.of(one.id()), "mei", "n");

        assertThat(store.row(one).approval()).isNotNull();
    }

    @Test
    void judgesABreakOfADateThatWasNeverHeldAlone() {
        Break open = missedCallback("T1", Status.OPEN);
        store.run(r(1), open, missedCallback("T2", Status.OPEN));

        deciding("20.00").approveBreaks(List.of(open.id()), "mei", "n");

        assertThat(store.row(open).approval()).isNotNull();
    }

    @Test
    void countsAFirstApprovalNoMoreWhenTheBreakChangedAndChangedBack() {
        Break open = missedCallback("T1", Status.OPEN);
        Break dearer =
                BreakFixtures.of(
                        ACCOUNT,
                        DAY,
                        open.identity().key(),
                        BreakType.MISSED_CALLBACK,
                        Status.OPEN,
                        cny("21.00"),
                        null);
        store.run(r(1), open);
        deciding("1.00").approveBreaks(List.of(open.id()), "ann", "looked");
        store.run(r(2), dearer);
        store.run(r(3), open);

        Decision bob = deciding("1.00").approveBreaks(List.of(open.id()), "bob", "n");

        assertThat(((Decision.Made) bob).said())
                .containsExactly(
                        open.id()
                                + ": the approval by ann does not count any more: it changed"
                                + " since");
        assertThat(store.row(open).approval()).isNull();
        assertThat(Objects.requireNonNull(store.row(open).waiting()).by()).isEqualTo("bob");
        assertThat(store.events(open)).contains(What.APPROVAL_VOID);
    }

    @Test
    void countsTheFirstApprovalOfADateNoMoreWhenABreakIsResolvedAndReopened() {
        store.runHeld(r(1), one, two);
        holding("1.00").approve(ACCOUNT, DAY, "ann", "looked");
        resolve(two);
        reopen(two);

        holding("1.00").approve(ACCOUNT, DAY, "bob", "n");

        assertThat(latest().approval()).isNull();
        assertThat(Objects.requireNonNull(latest().first()).by()).isEqualTo("bob");
    }
}
