package dev.tplus1.breaks;

import static dev.tplus1.breaks.BreakFixtures.ACCOUNT;
import static dev.tplus1.breaks.BreakFixtures.DAY;
import static dev.tplus1.breaks.BreakFixtures.missedCallback;
import static dev.tplus1.breaks.BreakFixtures.r;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Decisions.Decision;
import dev.tplus1.breaks.audit.Audit.What;
import dev.tplus1.breaks.audit.AuditCheck;
import dev.tplus1.breaks.audit.AuditHead;
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
        return new Decisions(store.database, store.clock, new ApprovalSettings(true, above));
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
    void countsAFirstApprovalNoMoreAfterANewRevision() {
        store.run(r(1), missed);
        Decisions decisions = deciding(Map.of());
        decisions.approveBreaks(List.of(missed.id()), "ann", "looked");
        store.run(r(2), missed);

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
                        What.APPROVAL_VOID,
                        What.FIRST_APPROVED,
                        What.APPROVED);
    }

    @Test
    void approvesNothingTwice() {
        store.run(r(1), missed);
        Decisions decisions = deciding(Map.of());
        decisions.approveBreaks(List.of(missed.id()), "ann", "n");
        BreakRecord approved = only(decisions.approveBreaks(List.of(missed.id()), "bob", "n"));
        AuditHead head = store.audit.head();

        BreakRecord third = only(decisions.approveBreaks(List.of(missed.id()), "cat", "n"));

        assertThat(third).isEqualTo(approved);
        assertThat(store.audit.head()).isEqualTo(head);
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
