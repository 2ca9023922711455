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
import static org.assertj.core.api.Assertions.tuple;

import dev.tplus1.breaks.BreakChange.Fate;
import dev.tplus1.breaks.Revision.Outcome;
import dev.tplus1.breaks.audit.Audit.What;
import dev.tplus1.breaks.life.Beside;
import dev.tplus1.breaks.life.BreakLife;
import dev.tplus1.breaks.life.Lives;
import dev.tplus1.breaks.life.RevisionChange;
import dev.tplus1.breaks.life.RevisionChange.Sort;
import dev.tplus1.breaks.life.Turns;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What became of breaks, told as of a revision; the same on every database. */
abstract class LifeContract {
    private static final LocalDate NEXT = DAY.plusDays(1);

    private final BreakFixtures store;
    private final Lives lives;
    private final Turns turns;

    LifeContract(BreakFixtures store) {
        this.store = store;
        this.lives = new Lives(store.database);
        this.turns = new Turns(store.database);
    }

    @AfterEach
    void close() {
        store.close();
    }

    // --- histories ---

    @Test
    void saysNothingOfWhatWasJustFound() {
        store.run(r(1), unknownOrder("T1"));

        assertThat(lives(r(1), unknownOrder("T1"))).isEmpty();
    }

    @Test
    void tellsALifeInItsOrder() {
        Break first = unknownOrder("T1");
        store.run(r(1), first);
        store.decisions.resolve(first.id(), "finance-02", "refunded by hand");
        store.run(r(2), unknownOrder(DAY, "T1", cny("12.00")));

        BreakLife life = life(r(2), first);

        assertThat(life.owner()).isNull();
        assertThat(life.more()).isZero();
        assertThat(life.events())
                .extracting(BreakLife.Event::what)
                .containsExactly(What.FOUND, What.RESOLVED, What.REOPENED);
        assertThat(life.events().get(1))
                .extracting(BreakLife.Event::actor, BreakLife.Event::detail)
                .containsExactly("finance-02", "refunded by hand");
    }

    @Test
    void tellsAnOldRevisionOnlyWhatHadHappenedByThen() {
        Break found = unknownOrder("T1");
        store.run(r(1), found);
        store.run(r(2), found);
        store.decisions.resolve(found.id(), "finance-02", "refunded by hand");
        store.run(r(3), found);

        assertThat(lives(r(1), found)).isEmpty();
        assertThat(life(r(2), found).events())
                .extracting(BreakLife.Event::what)
                .containsExactly(What.FOUND);
        assertThat(life(r(3), found).events())
                .extracting(BreakLife.Event::what)
                .containsExactly(What.FOUND, What.RESOLVED);
    }

    @Test
    void keepsTheFirstAndTheLatestEventsOfALongLife() {
        Break found = unknownOrder("T1");
        store.run(r(1), found);
        for (int n = 2; n <= Lives.MOST_EVENTS + 4; n++) {
            store.run(r(n), unknownOrder(DAY, "T1", cny(n + ".00")));
        }

        BreakLife life = life(r(Lives.MOST_EVENTS + 4), found);

        assertThat(life.events()).hasSize(Lives.MOST_EVENTS);
        assertThat(life.more()).isEqualTo(4);
        assertThat(life.events().getFirst().what()).isEqualTo(What.FOUND);
        assertThat(life.events().getLast().detail()).contains("12.00");
    }

    @Test
    void cutsALongNote() {
        Break found = unknownOrder("T1");
        store.run(r(1), found);
        store.decisions.resolve(found.id(), "finance-02", "😀".repeat(900));
        store.run(r(2), found);

        String detail = life(r(2), found).events().getLast().detail();

        assertThat(detail).hasSize(Lives.LONGEST_DETAIL + 1).endsWith("😀…");
    }

    @Test
    void looksOnlyAtTheBreaksThatItIsAskedFor() {
        store.run(r(1), unknownOrder("T1"), unknownOrder("T2"));
        store.run(r(2), unknownOrder("T1"), unknownOrder("T2"));

        assertThat(lives(r(2), unknownOrder("T2")))
                .containsOnlyKeys(unknownOrder("T2").identity().hash());
    }

    // --- against the revision before ---

    @Test
    void hasNothingToCompareAFirstRevisionWith() {
        store.run(r(1), unknownOrder("T1"));

        assertThat(turns.since(r(1))).isEmpty();
        assertThat(turns.beside(r(1), concluded(r(1)))).isEqualTo(Beside.NOTHING);
    }

    @Test
    void sortsWhatARevisionFoundOtherwise() {
        Break gone = unknownOrder("T3");
        Break booked = unknownOrder("T4");
        Break decided = unknownOrder("T6");
        store.run(
                r(1),
                unknownOrder("T1"),
                unknownOrder("T2"),
                gone,
                booked,
                missedCallback("T5", Status.OPEN),
                decided,
                missedCallback("T8", Status.REPAIRED));
        store.decisions.resolve(decided.id(), "finance-02", "settled");
        store.run(
                r(2),
                List.of(
                        unknownOrder("T1"),
                        unknownOrder(DAY, "T2", cny("11.00")),
                        missedCallback("T5", Status.REPAIRED),
                        decided,
                        unknownOrder("T7")),
                List.of(change(gone, Fate.WITHDRAWN), change(booked, Fate.CLOSED)),
                Outcome.RECONCILED);

        RevisionChange since = turns.since(r(2)).orElseThrow();

        assertThat(since.before()).isEqualTo(r(1));
        assertThat(since.unchanged()).isEqualTo(1);
        assertThat(since.counts())
                .isEqualTo(
                        Arrays.stream(Sort.values())
                                .collect(Collectors.toMap(sort -> sort, _ -> 1L)));
        assertThat(since.rows())
                .extracting(row -> row.sort() + " " + row.found().transactionId())
                .containsExactly(
                        "NEW T7",
                        "CHANGED T2",
                        "REPAIRED T5",
                        "DECIDED T6",
                        "CLOSED T4",
                        "WITHDRAWN T3");
        RevisionChange.Row changed = since.rows().get(1);
        assertThat(Objects.requireNonNull(changed.was()).statementAmount()).isEqualTo(cny("10.00"));
        assertThat(Objects.requireNonNull(changed.is()).statementAmount()).isEqualTo(cny("11.00"));
        assertThat(since.rows().getLast().note()).isEqualTo("because");
    }

    @Test
    void countsAllAndShowsTheFirst() {
        store.run(r(1));
        store.run(
                r(2),
                IntStream.range(0, Turns.MOST_ROWS + 3)
                        .mapToObj(n -> unknownOrder("T" + n))
                        .toArray(Break[]::new));

        RevisionChange since = turns.since(r(2)).orElseThrow();

        assertThat(since.count(Sort.NEW)).isEqualTo(Turns.MOST_ROWS + 3);
        assertThat(since.rows()).hasSize(Turns.MOST_ROWS);
    }

    @Test
    void tellsTheSameAfterLaterRevisions() {
        store.run(r(1), unknownOrder("T1"));
        store.run(r(2), List.of(), List.of(withdrawn("T1")), Outcome.RECONCILED);
        RevisionChange then = turns.since(r(2)).orElseThrow();
        Beside besideThen = turns.beside(r(2), concluded(r(2)));

        store.run(r(3), unknownOrder("T1"), unknownOrder("T2"));

        assertThat(turns.since(r(2)).orElseThrow()).isEqualTo(then);
        assertThat(turns.beside(r(2), concluded(r(2)))).isEqualTo(besideThen);
    }

    // --- beside its own breaks ---

    @Test
    void showsBreaksThatEarlierRevisionsLeftOpen() {
        store.run(r(1), unknownOrder("T1"), unknownOrder("T2"), unknownOrder("T3"));
        store.run(
                r(2),
                List.of(unknownOrder("T2")),
                List.of(withdrawn("T1"), change(unknownOrder("T3"), Fate.CLOSED)),
                Outcome.RECONCILED);
        store.run(r(3), unknownOrder("T2"));

        Beside beside = turns.beside(r(3), concluded(r(3)));

        assertThat(beside.left()).isEqualTo(1);
        assertThat(beside.earlier())
                .extracting(left -> left.found().transactionId() + left.revision())
                .containsExactly("T11");
        assertThat(beside.earlier().getFirst().withdrawn()).isTrue();
        assertThat(turns.beside(r(1), concluded(r(1))).left()).isZero();
    }

    @Test
    void forgetsWhatAPersonDecidedSince() {
        store.run(r(1), unknownOrder("T1"));
        store.run(r(2), List.of(), List.of(withdrawn("T1")), Outcome.RECONCILED);
        store.decisions.resolve(unknownOrder("T1").id(), "finance-02", "settled");
        store.run(r(3));

        assertThat(turns.beside(r(2), concluded(r(2))).left()).isEqualTo(1);
        assertThat(turns.beside(r(3), concluded(r(3))).left()).isZero();
    }

    @Test
    void showsWhatARunDidToOtherDates() {
        Break carried = cutOff(DAY, "T1");
        Break due = cutOff(DAY, "T2");
        store.run(r(1), carried, due);
        store.runChanging(r(NEXT, 1), change(carried, Fate.RESOLVED), change(due, Fate.ESCALATED));
        Beside then = turns.beside(r(NEXT, 1), concluded(r(NEXT, 1)));
        store.decisions.resolve(due.id(), "finance-02", "settled");
        store.run(r(2), due);

        assertThat(then.touched()).isEqualTo(2);
        assertThat(then.left()).isZero();
        assertThat(then.others())
                .extracting(
                        other -> other.found().transactionId(),
                        Beside.Other::fate,
                        Beside.Other::note)
                .containsExactly(
                        tuple("T1", Fate.RESOLVED, "because"),
                        tuple("T2", Fate.ESCALATED, "because"));
        assertThat(turns.beside(r(NEXT, 1), concluded(r(NEXT, 1)))).isEqualTo(then);
    }

    @Test
    void leavesOutAChangeThatCameTooLate() {
        Break carried = cutOff(DAY, "T1");
        store.run(r(1), carried);
        store.decisions.resolve(carried.id(), "finance-02", "settled");
        store.runChanging(r(NEXT, 1), change(carried, Fate.RESOLVED));

        assertThat(turns.beside(r(NEXT, 1), concluded(r(NEXT, 1))).touched()).isZero();
    }

    private static BreakChange withdrawn(String transactionId) {
        return change(unknownOrder(transactionId), Fate.WITHDRAWN);
    }

    private BreakLife life(Revision.Id id, Break of) {
        return Objects.requireNonNull(lives(id, of).get(of.identity().hash()));
    }

    private Map<String, BreakLife> lives(Revision.Id id, Break... of) {
        return lives.of(
                id,
                concluded(id),
                Arrays.stream(of).map(each -> each.identity().hash()).collect(Collectors.toSet()));
    }

    private Instant concluded(Revision.Id id) {
        List<Revision> all = new ArrayList<>(store.revisions.list(ACCOUNT, id.date()));
        all.removeIf(each -> !each.id().equals(id));
        return Objects.requireNonNull(all.getFirst().concludedAt());
    }
}
