package dev.tplus1.breaks;

import static dev.tplus1.breaks.BreakFixtures.ACCOUNT;
import static dev.tplus1.breaks.BreakFixtures.DAY;
import static dev.tplus1.breaks.BreakFixtures.missedCallback;
import static dev.tplus1.breaks.BreakFixtures.r;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Decisions.Decision;
import dev.tplus1.breaks.Decisions.Ruling;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.Audit.What;
import dev.tplus1.breaks.audit.AuditCheck;
import dev.tplus1.breaks.decide.ApprovalSettings;
import dev.tplus1.entry.Money;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Approvals that take two persons; a missed callback of the fixtures is of 20.00. */
final class TwoPersonTests {
    private static final Currency CNY = Money.currency("CNY");

    private final BreakFixtures store = BreakFixtures.inMemory();
    private final Break missed = missedCallback("T1", Status.OPEN);

    @AfterEach
    void close() {
        store.close();
    }

    private Decisions deciding(Map<Currency, Money> above) {
        return new Decisions(
                store.database, store.clock, new ApprovalSettings(true, above), _ -> true);
    }

    private HeldDates holding(Map<Currency, Money> above) {
        return new HeldDates(store.database, store.clock, new ApprovalSettings(true, above));
    }

    private static Map<Currency, Money> cny(String limit) {
        return Map.of(CNY, Money.parse(limit, CNY));
    }

    private BreakRecord only(Decision decision) {
        return ((Decision.Made) decision).breaks().getFirst();
    }

    @Test
    void letsABreakGoWhenASecondPersonApprovesIt() {
        store.run(r(1), missed);
        Decisions decisions = deciding(Map.of());

        BreakRecord first = only(decisions.approveBreaks(List.of(missed.id()), "ann", "looked"));
        BreakRecord second = only(decisions.approveBreaks(List.of(missed.id()), "bob", "me too"));

        assertThat(first.approval()).isNull();
        assertThat(Objects.requireNonNull(first.waiting()).by()).isEqualTo("ann");
        assertThat(first.found()).isEqualTo(missed);
        assertThat(Objects.requireNonNull(second.approval()).by()).isEqualTo("bob");
        assertThat(second.waiting()).isNull();
        assertThat(store.row(missed)).isEqualTo(second);
        assertThat(store.events(missed))
                .containsExactly(What.FOUND, What.FIRST_APPROVED, What.APPROVED);
        assertThat(store.audit.verify()).isInstanceOf(AuditCheck.Verdict.Whole.class);
    }

    @Test
    void refusesTheSamePersonTwice() {
        store.run(r(1), missed);
        Decisions decisions = deciding(Map.of());
        decisions.approveBreaks(List.of(missed.id()), "ann", "looked");

        Decision again = decisions.approveBreaks(List.of(missed.id()), " ann ", "looked again");

        assertThat(again)
                .isEqualTo(
                        new Decision.Refused(
                                store.row(missed),
                                "ann approved it already; it takes a second person (--as)"));
        assertThat(store.events(missed)).containsExactly(What.FOUND, What.FIRST_APPROVED);
    }

    @Test
    void tellsNamesApartByteForByte() {
        store.run(r(1), missed);
        Decisions decisions = deciding(Map.of());
        decisions.approveBreaks(List.of(missed.id()), "ann", "looked");

        assertThat(only(decisions.approveBreaks(List.of(missed.id()), "Ann", "n")).approval())
                .isNotNull();
    }

    @Test
    void takesOnePersonUpToTheLimitAndTwoAboveIt() {
        Break other = missedCallback("T2", Status.OPEN);
        store.run(r(1), missed, other);

        BreakRecord at = only(deciding(cny("20.00")).approveBreaks(List.of(missed.id()), "a", "n"));
        BreakRecord above =
                only(deciding(cny("19.99")).approveBreaks(List.of(other.id()), "a", "n"));

        assertThat(at.approval()).isNotNull();
        assertThat(above.approval()).isNull();
        assertThat(above.waiting()).isNotNull();
    }

    @Test
    void holdsACurrencyThatIsNotListedForLimitedToZero() {
        store.run(r(1), missed);
        Currency usd = Money.currency("USD");

        BreakRecord row =
                only(
                        deciding(Map.of(usd, new Money(1_000_000, usd)))
                                .approveBreaks(List.of(missed.id()), "ann", "n"));

        assertThat(row.waiting()).isNotNull();
    }

    @Test
    void countsAFirstApprovalWhileNothingChanged() {
        store.run(r(1), missed);
        Decisions decisions = deciding(Map.of());
        decisions.approveBreaks(List.of(missed.id()), "ann", "looked");
        store.run(r(2), missed);

        BreakRecord bob = only(decisions.approveBreaks(List.of(missed.id()), "bob", "n"));

        assertThat(bob.lastRevision()).isEqualTo(2);
        assertThat(bob.approval()).isNotNull();
        assertThat(store.events(missed))
                .containsExactly(What.FOUND, What.FIRST_APPROVED, What.APPROVED);
    }

    @Test
    void countsAFirstApprovalNoMoreWhenTheStatusIsAnother() {
        store.run(r(1), missed);
        Decisions decisions = deciding(Map.of());
        decisions.approveBreaks(List.of(missed.id()), "ann", "looked");
        store.runHeld(r(2), missedCallback("T1", Status.HELD));

        Decision.Made bob =
                (Decision.Made) decisions.approveBreaks(List.of(missed.id()), "bob", "n");
        BreakRecord ann = only(decisions.approveBreaks(List.of(missed.id()), "ann", "again"));

        assertThat(bob.said())
                .containsExactly(
                        missed.id()
                                + ": the approval by ann does not count any more: it changed"
                                + " since");
        assertThat(bob.breaks().getFirst().approval()).isNull();
        assertThat(ann.approval()).isNotNull();
        assertThat(store.events(missed))
                .containsExactly(
                        What.FOUND,
                        What.FIRST_APPROVED,
                        What.CHANGED,
                        What.APPROVAL_VOID,
                        What.FIRST_APPROVED,
                        What.APPROVED);
    }

    @Test
    void tellsWhoHadItRunAgainAndKeepsWhoLetItGo() {
        store.run(r(1), missed);
        Decisions decisions = deciding(Map.of());
        decisions.approveBreaks(List.of(missed.id()), "ann", "n");
        BreakRecord approved = only(decisions.approveBreaks(List.of(missed.id()), "bob", "n"));

        BreakRecord third = only(decisions.approveBreaks(List.of(missed.id()), "cat", "again"));

        assertThat(third).isEqualTo(approved);
        assertThat(store.row(missed)).isEqualTo(approved);
        assertThat(store.audit.events(missed.identity().hash()).getLast().event())
                .returns(What.APPROVED, Audit.Event::what)
                .returns("cat", Audit.Event::actor)
                .returns("again", Audit.Event::detail);
    }

    @Test
    void tellsWhoHadADateRunAgain() {
        store.runHeld(r(1), missedCallback("T1", Status.HELD));
        HeldDates dates = holding(Map.of());
        List.of("ann", "bob", "cat").forEach(each -> dates.approve(ACCOUNT, DAY, each, "n"));

        assertThat(
                        store.audit.events(ACCOUNT, DAY).stream()
                                .map(Audit.Entry::event)
                                .filter(event -> !event.what().equals(What.FOUND))
                                .map(event -> event.actor() + " " + event.what()))
                .containsExactly("ann FIRST_APPROVED", "bob APPROVED", "cat APPROVED");
        assertThat(approvalOfDate().by()).isEqualTo("bob");
    }

    @Test
    void takesAsManyPersonsForAHeldBreakAsForItsDate() {
        Break one = missedCallback("T1", Status.HELD);
        Break two = missedCallback("T2", Status.HELD);
        store.runHeld(r(1), one, two);

        Decision ann =
                deciding(cny("39.99")).approveBreaks(List.of(one.id(), two.id()), "ann", "n");
        BreakRecord alone = store.row(one);
        BreakRecord atLimit =
                only(deciding(cny("40.00")).approveBreaks(List.of(two.id()), "ann", "n"));
        BreakRecord bob = only(deciding(cny("39.99")).approveBreaks(List.of(one.id()), "bob", "n"));

        assertThat(((Decision.Made) ann).breaks())
                .allSatisfy(row -> assertThat(row.approval()).isNull())
                .allSatisfy(row -> assertThat(row.waiting()).isNotNull());
        assertThat(alone.approval()).isNull();
        assertThat(atLimit.approval()).isNotNull();
        assertThat(bob.approval()).isNotNull();
    }

    @Test
    void addsUpABreakAgainThatIsReopenedWhileItsDateIsHeld() {
        Break two = missedCallback("T2", Status.HELD);
        store.runHeld(r(1), missedCallback("T1", Status.HELD), two);
        store.decisions.resolve(two.id(), "ann", "refunded");
        store.decisions.reopen(two.id(), new Ruling("ann", "not refunded"));

        holding(cny("39.99")).approve(ACCOUNT, DAY, "ann", "n");

        Revision date = store.revisions.latest(ACCOUNT, DAY).orElseThrow();
        assertThat(store.row(two).found()).isEqualTo(two);
        assertThat(date.approval()).isNull();
        assertThat(date.first()).isNotNull();
    }

    @Test
    void countsTheFirstApprovalOfADateNoMoreWhenAnotherBreakOfThatAmountIsHeld() {
        Break one = missedCallback("T1", Status.HELD);
        Break two = missedCallback("T2", Status.HELD);
        store.runHeld(r(1), one, two);
        store.decisions.resolve(two.id(), "ann", "refunded");
        HeldDates dates = holding(Map.of());
        dates.approve(ACCOUNT, DAY, "ann", "n");
        store.decisions.resolve(one.id(), "ann", "refunded");
        store.decisions.reopen(two.id(), new Ruling("ann", "not refunded"));

        dates.approve(ACCOUNT, DAY, "bob", "n");

        Revision date = store.revisions.latest(ACCOUNT, DAY).orElseThrow();
        assertThat(date.approval()).isNull();
        assertThat(Objects.requireNonNull(date.first()).by()).isEqualTo("bob");
    }

    @Test
    void reopensNothingIntoADateThatIsApprovedAndNotYetRun() {
        Break two = missedCallback("T2", Status.HELD);
        store.runHeld(r(1), missedCallback("T1", Status.HELD), two);
        store.decisions.resolve(two.id(), "ann", "refunded");
        holding(cny("20.00")).approve(ACCOUNT, DAY, "ann", "n");

        Decision reopened = store.decisions.reopen(two.id(), new Ruling("ann", "not refunded"));

        assertThat(reopened)
                .isEqualTo(
                        new Decision.Refused(
                                store.row(two),
                                "its date was approved without it, as r1; have the date run, then"
                                        + " reopen it"));
        assertThat(store.row(two).found().status()).isEqualTo(Status.RESOLVED);
    }

    @Test
    void keepsNoFirstApprovalBesideOneThatSufficed() {
        Break other = missedCallback("T2", Status.OPEN);
        store.runHeld(r(1), missedCallback("T1", Status.HELD), other);
        holding(Map.of()).approve(ACCOUNT, DAY, "ann", "n");
        deciding(Map.of()).approveBreaks(List.of(other.id()), "ann", "n");

        holding(cny("1000.00")).approve(ACCOUNT, DAY, "bob", "n");
        deciding(cny("1000.00")).approveBreaks(List.of(other.id()), "bob", "n");

        assertThat(store.revisions.latest(ACCOUNT, DAY).orElseThrow().first()).isNull();
        assertThat(approvalOfDate().by()).isEqualTo("bob");
        assertThat(store.row(other).first()).isNull();
        assertThat(Objects.requireNonNull(store.row(other).approval()).by()).isEqualTo("bob");
    }

    private Revision.Approval approvalOfDate() {
        return Objects.requireNonNull(
                store.revisions.latest(ACCOUNT, DAY).orElseThrow().approval());
    }

    @Test
    void leavesAHeldDateAsItIsUntilTheSecondPerson() {
        store.runHeld(r(1), missedCallback("T1", Status.HELD), missedCallback("T2", Status.HELD));
        Revision before = store.revisions.latest(ACCOUNT, DAY).orElseThrow();
        HeldDates dates = holding(cny("39.99"));

        dates.approve(ACCOUNT, DAY, "ann", "gateway was down");
        Revision first = store.revisions.latest(ACCOUNT, DAY).orElseThrow();
        HeldDates.Decision same = dates.approve(ACCOUNT, DAY, "ann", "again");
        dates.approve(ACCOUNT, DAY, "bob", "yes");
        Revision second = store.revisions.latest(ACCOUNT, DAY).orElseThrow();

        assertThat(first.approval()).isNull();
        assertThat(first.held()).isTrue();
        assertThat(first.publishedAt()).isEqualTo(before.publishedAt());
        assertThat(first.concludedAt()).isEqualTo(before.concludedAt());
        assertThat(Objects.requireNonNull(first.first()).by()).isEqualTo("ann");
        assertThat(same)
                .isEqualTo(
                        new HeldDates.Decision.Refused(
                                "ann approved it already; it takes a second person (--as)"));
        assertThat(Objects.requireNonNull(second.approval()).by()).isEqualTo("bob");
    }

    @Test
    void addsUpWhatAHeldDateWouldReplay() {
        store.runHeld(r(1), missedCallback("T1", Status.HELD), missedCallback("T2", Status.HELD));

        holding(cny("40.00")).approve(ACCOUNT, DAY, "ann", "n");

        assertThat(store.revisions.latest(ACCOUNT, DAY).orElseThrow().approval()).isNotNull();
    }

    @Test
    void countsTheFirstApprovalOfADateNoMoreWhenWhatIsHeldChanges() {
        Break two = missedCallback("T2", Status.HELD);
        store.runHeld(r(1), missedCallback("T1", Status.HELD), two);
        HeldDates dates = holding(Map.of());
        dates.approve(ACCOUNT, DAY, "ann", "n");
        store.decisions.resolve(two.id(), "mei", "refunded by hand");

        HeldDates.Decision bob = dates.approve(ACCOUNT, DAY, "bob", "n");

        assertThat(bob)
                .isInstanceOfSatisfying(
                        HeldDates.Decision.Made.class,
                        made -> {
                            assertThat(made.revision().approval()).isNull();
                            assertThat(made.said())
                                    .containsExactly(
                                            ACCOUNT
                                                    + " "
                                                    + DAY
                                                    + ": the approval by ann does not count any"
                                                    + " more: what is held changed since");
                        });
    }

    @Test
    void countsTheFirstApprovalOfADateNoMoreInItsNextRevision() {
        store.runHeld(r(1), missedCallback("T1", Status.HELD));
        HeldDates dates = holding(Map.of());
        dates.approve(ACCOUNT, DAY, "ann", "n");
        store.runHeld(r(2), missedCallback("T1", Status.HELD));

        HeldDates.Decision bob = dates.approve(ACCOUNT, DAY, "bob", "n");

        assertThat(bob)
                .isInstanceOfSatisfying(
                        HeldDates.Decision.Made.class,
                        made -> {
                            assertThat(made.revision().approval()).isNull();
                            assertThat(made.said())
                                    .containsExactly(
                                            ACCOUNT
                                                    + " "
                                                    + DAY
                                                    + ": the approval by ann does not count any"
                                                    + " more: it was of r1, and r2 is held now");
                        });
    }

    @Test
    void resolvesInOneNameWhateverTheAmount() {
        store.run(r(1), missed);

        Decision decision = deciding(Map.of()).resolve(missed.id(), "ann", "refunded");

        assertThat(only(decision).found().status()).isEqualTo(Status.RESOLVED);
    }
}
