package dev.tplus1.breaks;

import static dev.tplus1.breaks.BreakFixtures.ACCOUNT;
import static dev.tplus1.breaks.BreakFixtures.DAY;
import static dev.tplus1.breaks.BreakFixtures.missedCallback;
import static dev.tplus1.breaks.BreakFixtures.r;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Decisions.Ruling;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.Audit.What;
import dev.tplus1.breaks.audit.AuditCheck;
import dev.tplus1.breaks.decide.ApprovalSettings;
import dev.tplus1.breaks.decide.Reason;
import dev.tplus1.database.TestServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Approvals, owners and reasons on a real server, side by side. */
final class TwoPersonIntegrationTests {
    private static final int AT_ONCE = 4;

    private final BreakFixtures store = new BreakFixtures(TestServer.newDatabase());
    private final ApprovalSettings two = new ApprovalSettings(true, Map.of());

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void readsBackWhatPeopleDecided() {
        Break found = missedCallback("T1", Status.OPEN);
        store.run(r(1), found);
        Decisions decisions = new Decisions(store.database, store.clock, two, _ -> true);

        decisions.assign(List.of(found.id()), "美", "ann", "");
        decisions.approveBreaks(List.of(found.id()), "ann", "好");
        BreakRecord first = store.row(found);
        decisions.approveBreaks(List.of(found.id()), "Ann", "yes");
        decisions.resolve(found.id(), Reason.TIMING, new Ruling("bob", "n"), _ -> Optional.empty());
        decisions.reopen(found.id(), new Ruling("bob", "n"));

        assertThat(first.owner()).isEqualTo("美");
        assertThat(first.waiting()).isNotNull().returns("好", each -> each.note());
        assertThat(store.events(found))
                .containsExactly(
                        What.FOUND,
                        What.ASSIGNED,
                        What.FIRST_APPROVED,
                        What.APPROVED,
                        What.RESOLVED,
                        What.REOPENED);
        assertThat(store.row(found).found()).isEqualTo(found);
        assertThat(store.audit.verify()).isInstanceOf(AuditCheck.Verdict.Whole.class);
    }

    @Test
    void takesOneOfSeveralSecondApprovalsAtTheSameTime() throws Exception {
        Break found = missedCallback("T1", Status.OPEN);
        store.run(r(1), found);
        Decisions decisions = new Decisions(store.database, store.clock, two, _ -> true);
        decisions.approveBreaks(List.of(found.id()), "ann", "n");

        atOnce(n -> decisions.approveBreaks(List.of(found.id()), "second-" + n, "n"));

        List<Audit.Entry> events = store.audit.events(found.identity().hash());
        tellsAllOfWhomTheFirstCounts(
                events, Objects.requireNonNull(store.row(found).approval()).by());
    }

    @Test
    void takesOneOfSeveralFirstApprovalsOfADateAtTheSameTime() throws Exception {
        store.runHeld(r(1), missedCallback("T1", Status.HELD));
        HeldDates dates = new HeldDates(store.database, store.clock, two);

        atOnce(n -> dates.approve(ACCOUNT, DAY, "same", "n"));
        assertThat(store.revisions.latest(ACCOUNT, DAY).orElseThrow().approval()).isNull();
        atOnce(n -> dates.approve(ACCOUNT, DAY, "second-" + n, "n"));

        Revision held = store.revisions.latest(ACCOUNT, DAY).orElseThrow();
        tellsAllOfWhomTheFirstCounts(
                store.audit.events(ACCOUNT, DAY), Objects.requireNonNull(held.approval()).by());
    }

    /** Each may have it run, but one of them let it go. */
    private static void tellsAllOfWhomTheFirstCounts(List<Audit.Entry> events, String approvedBy) {
        assertThat(events)
                .extracting(each -> each.event().what())
                .containsExactly(
                        What.FOUND,
                        What.FIRST_APPROVED,
                        What.APPROVED,
                        What.APPROVED,
                        What.APPROVED,
                        What.APPROVED);
        assertThat(events.get(2).event().actor()).isEqualTo(approvedBy);
    }

    @Test
    void provesTheTrailWhileOthersAppendToIt() throws Exception {
        List<AuditCheck.Verdict> verdicts = new ArrayList<>();
        try (ExecutorService beside = Executors.newSingleThreadExecutor()) {
            Future<?> appending =
                    beside.submit(() -> {
                        store.concludeSideBySide(2, 6, 200);
                        return "";
                    });
            do {
                verdicts.add(store.audit.verify());
            } while (!appending.isDone());
            appending.get();
        }
        verdicts.add(store.audit.verify());

        assertThat(verdicts).allMatch(each -> each instanceof AuditCheck.Verdict.Whole);
        assertThat(store.audit.head().events()).isEqualTo(2 * 6 * 200);
    }

    private interface Step {
        Object as(int n);
    }

    private static void atOnce(Step step) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            for (int i = 0; i < AT_ONCE; i++) {
                int n = i;
                all.add(
                        threads.submit(() -> {
                            start.await();
                            return step.as(n);
                        }));
            }
            start.countDown();
            for (Future<?> one : all) {
                one.get();
            }
        }
    }
}
