package dev.tplus1.breaks;

import static dev.tplus1.breaks.BreakFixtures.ACCOUNT;
import static dev.tplus1.breaks.BreakFixtures.DAY;
import static dev.tplus1.breaks.BreakFixtures.change;
import static dev.tplus1.breaks.BreakFixtures.cny;
import static dev.tplus1.breaks.BreakFixtures.cutOff;
import static dev.tplus1.breaks.BreakFixtures.missedCallback;
import static dev.tplus1.breaks.BreakFixtures.r;
import static dev.tplus1.breaks.BreakFixtures.unknownOrder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.breaks.BreakChange.Fate;
import dev.tplus1.breaks.BreakList.Filter;
import dev.tplus1.breaks.Decisions.Decision;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.Audit.What;
import dev.tplus1.breaks.audit.AuditCheck;
import dev.tplus1.breaks.audit.AuditHead;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

final class DecisionsTests {
    private static final LocalDate NEXT = DAY.plusDays(1);

    private final BreakFixtures store = BreakFixtures.inMemory();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void listsWhatIsNotClosedUnlessAskedOtherwise() {
        Break open = unknownOrder("T1");
        Break closed = unknownOrder("T2");
        Break repaired = missedCallback("T3", Status.REPAIRED);
        Break next = cutOff(NEXT, "T4");
        store.run(r(NEXT, 1), next);
        store.run(r(1), open, closed, repaired);
        store.runChanging(r(2), change(closed, Fate.CLOSED));

        assertThat(list(new Filter(null, null, Set.of()))).containsExactly(repaired, open, next);
        assertThat(list(new Filter(ACCOUNT, NEXT, Set.of()))).containsExactly(next);
        assertThat(list(new Filter("another", null, Set.of()))).isEmpty();
        assertThat(list(new Filter(null, DAY, Set.of(Status.OPEN)))).containsExactly(open);
        assertThat(list(new Filter(null, null, Set.of(Status.CLOSED))))
                .extracting(Break::id)
                .containsExactly(closed.id());
    }

    @Test
    void showsABreakByItsIdInEitherCaseOrByItsHash() {
        Break found = unknownOrder("T1");
        store.run(r(1), found, unknownOrder("T2"));

        assertThat(store.list.show(found.id())).containsExactly(store.row(found));
        assertThat(store.list.show(found.id().toLowerCase(Locale.ROOT))).hasSize(1);
        assertThat(store.list.show(found.identity().hash())).hasSize(1);
        assertThat(store.list.show("NOSUCHID")).isEmpty();
    }

    @Test
    void tellsWhatHappenedToABreak() {
        Break found = unknownOrder("T1");
        store.run(r(1), found);
        store.decisions.resolve(found.id(), "mei", "paid back by hand");

        List<Audit.Entry> events = store.audit.events(found.identity().hash());

        assertThat(events)
                .extracting(e -> e.event().what())
                .containsExactly(What.FOUND, What.RESOLVED);
        assertThat(events)
                .extracting(e -> e.event().actor())
                .containsExactly("tplus1 run-1", "mei");
        assertThat(events.getLast().event().detail()).isEqualTo("paid back by hand");
    }

    @Test
    void resolvesAnAlertThatIsThenNoLongerStanding() {
        Break found = unknownOrder("T1");
        store.run(r(1), found);

        Decision decision = store.decisions.resolve(found.id(), "mei", "paid back by hand");

        BreakRecord row = store.row(found);
        assertThat(decision).isEqualTo(new Decision.Made(List.of(row)));
        assertThat(row.found().status()).isEqualTo(Status.RESOLVED);
        assertThat(row.resolvedBy()).isEqualTo("mei");
        assertThat(row.standingAlert()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.class,
            names = {"REPAIRED", "RESOLVED", "CLOSED"})
    void refusesToResolveWhatIsOver(Status status) {
        Break found = missedCallback("T1", status);
        store.run(r(1), found);

        Decision decision = store.decisions.resolve(found.id(), "mei", "again");

        assertThat(decision)
                .isEqualTo(
                        new Decision.Refused(
                                store.row(found),
                                "it is " + status + "; only an open one can be resolved"));
        assertThat(store.events(found)).containsExactly(What.FOUND);
    }

    @Test
    void changesNothingForAnIdThatNobodyHas() {
        store.run(r(1), unknownOrder("T1"));

        assertThat(store.decisions.resolve("NOSUCHID", "mei", "n"))
                .isEqualTo(new Decision.Unknown("NOSUCHID"));
        assertThat(store.audit.head().events()).isEqualTo(1);
    }

    @Test
    void asksWhichOneWhenSeveralShareAnId() {
        Break one = unknownOrder("T1");
        Break two = unknownOrder("T2");
        store.run(r(1), one, two);
        store.database.jdbc().sql("UPDATE tplus1_break SET break_id = 'SAMESAME'").update();

        Decision both = store.decisions.resolve("SAMESAME", "mei", "n");
        Decision byHash = store.decisions.resolve(two.identity().hash(), "mei", "n");

        assertThat(both).isInstanceOf(Decision.Ambiguous.class);
        assertThat(byHash).isInstanceOf(Decision.Made.class);
        assertThat(store.row(one).found().status()).isEqualTo(Status.OPEN);
        assertThat(store.row(two).found().status()).isEqualTo(Status.RESOLVED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "  ", "two\nlines", "\u001b[31mred", "right\u202eleft", "bell\u0007"})
    void refusesANoteThatIsEmptyOrWouldStirATerminal(String note) {
        Break found = unknownOrder("T1");
        store.run(r(1), found);

        assertThatThrownBy(() -> store.decisions.resolve(found.id(), "mei", note))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the note");
        assertThatThrownBy(() -> store.decisions.resolve(found.id(), note, "n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the name");
        assertThat(store.row(found).found().status()).isEqualTo(Status.OPEN);
    }

    @Test
    void takesANoteOfTwoThousandCharactersAndNotOneMore() {
        Break found = unknownOrder("T1");
        store.run(r(1), found);

        assertThatThrownBy(() -> store.decisions.resolve(found.id(), "mei", "好".repeat(2001)))
                .hasMessageContaining("2001 characters; at most 2000");
        store.decisions.resolve(found.id(), "mei", "好".repeat(2000));

        assertThat(store.events(found)).containsExactly(What.FOUND, What.RESOLVED);
        assertThat(store.audit.verify()).isInstanceOf(AuditCheck.Verdict.Whole.class);
    }

    @Test
    void approvesAHeldDateAndWaitsForARunToApplyIt() {
        store.runHeld(r(1), missedCallback("T1", Status.HELD));

        HeldDates.Decision decision =
                store.heldDates.approve(ACCOUNT, DAY, "mei", "the webhook was down");

        Revision approved = store.revisions.latest(ACCOUNT, DAY).orElseThrow();
        assertThat(decision).isEqualTo(new HeldDates.Decision.Made(approved, List.of()));

        assertThat(approved.held()).isTrue();
        assertThat(approved.approval())
                .isNotNull()
                .returns("mei", Revision.Approval::by)
                .returns("the webhook was down", Revision.Approval::note);
        assertThat(store.audit.events(ACCOUNT, DAY).getLast().event())
                .returns(What.APPROVED, Audit.Event::what)
                .returns(null, Audit.Event::identityHash)
                .returns("r1: the webhook was down", Audit.Event::detail);
    }

    @Test
    void approvesNoDateThatIsNotHeld() {
        store.runHeld(r(1), missedCallback("T1", Status.HELD));
        store.run(r(2), missedCallback("T1", Status.REPAIRED));
        AuditHead head = store.audit.head();

        assertThat(store.heldDates.approve(ACCOUNT, DAY, "mei", "n"))
                .isEqualTo(new HeldDates.Decision.NotHeld());
        assertThat(store.heldDates.approve(ACCOUNT, NEXT, "mei", "n"))
                .isEqualTo(new HeldDates.Decision.NotHeld());

        assertThat(store.audit.head()).isEqualTo(head);
    }

    @Test
    void approvesMissedCallbacksThatAreOpenOrHeld() {
        Break open = missedCallback("T1", Status.OPEN).with(Action.ALERT, Status.OPEN, "large");
        Break held = missedCallback("T2", Status.HELD);
        store.run(r(1), open, held);

        Decision decision =
                store.decisions.approveBreaks(
                        List.of(open.id(), held.id(), open.id()), "mei", "checked");

        assertThat(decision)
                .isEqualTo(new Decision.Made(List.of(store.row(open), store.row(held))));
        assertThat(store.row(open).approval()).isNotNull();
        assertThat(store.row(open).found()).isEqualTo(open);
        assertThat(store.events(open)).containsExactly(What.FOUND, What.APPROVED);
    }

    @Test
    void approvesAllOrNone() {
        Break open = missedCallback("T1", Status.OPEN);
        Break repaired = missedCallback("T2", Status.REPAIRED);
        Break other = unknownOrder("T3");
        store.run(r(1), open, repaired, other);

        assertThat(store.decisions.approveBreaks(List.of(open.id(), repaired.id()), "mei", "n"))
                .isInstanceOf(Decision.Refused.class);
        assertThat(store.decisions.approveBreaks(List.of(open.id(), other.id()), "mei", "n"))
                .isInstanceOf(Decision.Refused.class);

        assertThat(store.row(open).approval()).isNull();
        assertThat(store.events(open)).containsExactly(What.FOUND);
    }

    @Test
    void listsEveryAccount() {
        Break here = unknownOrder("T1");
        Break there =
                BreakFixtures.of(
                        "alipay-shop",
                        DAY,
                        here.identity().key(),
                        BreakType.UNKNOWN_ORDER,
                        Status.OPEN,
                        cny("10.00"),
                        null);
        store.run(r(1), here);
        store.run(new Revision.Id("alipay-shop", DAY, 1), there);

        assertThat(list(new Filter(null, null, Set.of()))).containsExactly(there, here);
    }

    private List<Break> list(Filter filter) {
        List<Break> found = new ArrayList<>();
        store.list.list(filter, row -> found.add(row.found()));
        return found;
    }
}
