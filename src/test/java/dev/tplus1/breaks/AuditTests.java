package dev.tplus1.breaks;

import static dev.tplus1.breaks.BreakFixtures.ACCOUNT;
import static dev.tplus1.breaks.BreakFixtures.DAY;
import static dev.tplus1.breaks.BreakFixtures.START;
import static dev.tplus1.breaks.BreakFixtures.r;
import static dev.tplus1.breaks.BreakFixtures.unknownOrder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.breaks.audit.Anchors;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.Audit.What;
import dev.tplus1.breaks.audit.AuditCheck.Verdict;
import dev.tplus1.breaks.audit.AuditHead;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

final class AuditTests {
    private final BreakFixtures store = BreakFixtures.inMemory();

    @BeforeEach
    void fillTheChain() {
        store.run(
                r(1),
                unknownOrder("T1"),
                unknownOrder("T2"),
                unknownOrder("T3"),
                unknownOrder("T4"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void chainsEachEventToTheOneBefore() {
        List<Audit.Entry> events = store.audit.events(ACCOUNT, DAY);

        assertThat(events).extracting(Audit.Entry::seq).containsExactly(1L, 2L, 3L, 4L);
        assertThat(events.getFirst().previousHash()).isEqualTo("0".repeat(64));
        assertThat(events.get(1).previousHash()).isEqualTo(events.get(0).hash());
        assertThat(store.audit.head()).isEqualTo(new AuditHead(4, events.getLast().hash()));
        assertThat(store.audit.verify()).isEqualTo(new Verdict.Whole(store.audit.head()));
    }

    @Test
    void staysOneChainWhileFourAccountsConcludeSideBySide() throws Exception {
        store.concludeSideBySide(4, 2, 300);

        assertThat(store.audit.head().events()).isEqualTo(4 + 4 * 2 * 300);
        assertThat(store.audit.verify()).isEqualTo(new Verdict.Whole(store.audit.head()));
    }

    @Test
    void holdsAnEmptyChainForWhole() {
        try (BreakFixtures empty = BreakFixtures.inMemory()) {
            assertThat(empty.audit.verify())
                    .isEqualTo(new Verdict.Whole(new AuditHead(0, "0".repeat(64))));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "identity_hash = NULL",
                "break_id = 'ABCDEFGH'",
                "break_id = NULL",
                "account = 'another'",
                "business_date = DATE '2026-11-27'",
                "happened_at = TIMESTAMP '2026-11-29 02:00:00'",
                "actor = 'mei'",
                "event = 'CLOSED'",
                "detail = ''",
                "reason = 'other'",
                "was = 'OPEN'",
                "became = NULL",
                "hash = '1'"
            })
    void noticesAChangedEvent(String change) {
        sql("UPDATE tplus1_audit_event SET " + change + " WHERE seq = 2");

        assertThat(store.audit.verify()).isEqualTo(new Verdict.Broken(2, "event 2 was changed"));
    }

    @Test
    void noticesARemovedEvent() {
        sql("DELETE FROM tplus1_audit_event WHERE seq = 3");

        assertThat(store.audit.verify()).isEqualTo(new Verdict.Broken(3, "event 3 is missing"));
    }

    @Test
    void noticesThatTheFirstEventIsGone() {
        sql("DELETE FROM tplus1_audit_event WHERE seq = 1");

        assertThat(store.audit.verify()).isEqualTo(new Verdict.Broken(1, "event 1 is missing"));
    }

    @Test
    void noticesThatTheLastEventIsGone() {
        sql("DELETE FROM tplus1_audit_event WHERE seq = 4");

        assertThat(store.audit.verify())
                .isEqualTo(new Verdict.Broken(4, "the chain ends at event 3, its head says 4"));
    }

    @Test
    void noticesARemovedEventWhoseGapWasClosed() {
        sql("DELETE FROM tplus1_audit_event WHERE seq = 2");
        sql("UPDATE tplus1_audit_event SET seq = seq - 1 WHERE seq = 3");
        sql("UPDATE tplus1_audit_event SET seq = seq - 1 WHERE seq = 4");

        assertThat(store.audit.verify())
                .isEqualTo(new Verdict.Broken(2, "event 2 does not follow the one before it"));
    }

    @Test
    void noticesReorderedEvents() {
        sql("UPDATE tplus1_audit_event SET seq = 99 WHERE seq = 2");
        sql("UPDATE tplus1_audit_event SET seq = 2 WHERE seq = 3");
        sql("UPDATE tplus1_audit_event SET seq = 3 WHERE seq = 99");

        assertThat(store.audit.verify())
                .isEqualTo(new Verdict.Broken(2, "event 2 does not follow the one before it"));
    }

    @Test
    void noticesAnAddedEvent() {
        sql(
                "INSERT INTO tplus1_audit_event (seq, account, business_date, happened_at, actor,"
                        + " event, detail, previous_hash, hash) SELECT 5, account, business_date,"
                        + " happened_at, actor, event, detail, previous_hash, hash FROM"
                        + " tplus1_audit_event WHERE seq = 4");

        assertThat(store.audit.verify()).isInstanceOf(Verdict.Broken.class);
    }

    @Test
    void appendsInTheCallersTransactionOnly() {
        Audit.Event event =
                new Audit.Event(
                        null,
                        null,
                        ACCOUNT,
                        DAY,
                        START,
                        "mei",
                        What.APPROVED,
                        "n",
                        Audit.Change.NONE);

        assertThatThrownBy(() -> store.audit.append(List.of(event)))
                .isInstanceOf(IllegalStateException.class);
        store.database
                .transactions()
                .executeWithoutResult(status -> {
                    store.audit.append(List.of(event));
                    status.setRollbackOnly();
                });
        assertThat(store.audit.head().events()).isEqualTo(4);
        store.database
                .transactions()
                .executeWithoutResult(_ -> store.audit.append(List.of(event, event)));

        assertThat(store.audit.head().events()).isEqualTo(6);
        assertThat(store.audit.verify()).isEqualTo(new Verdict.Whole(store.audit.head()));
    }

    @Test
    void findsTheEndsThatWereKeptElsewhere() {
        List<Audit.Entry> events = store.audit.events(ACCOUNT, DAY);
        Anchors kept = new Anchors();
        kept.add(new Anchors.Anchor("r0", AuditHead.NONE));
        kept.add(new Anchors.Anchor("r1", new AuditHead(2, events.get(1).hash())));
        kept.add(new Anchors.Anchor("r2", store.audit.head()));

        assertThat(store.audit.verify(kept)).isEqualTo(new Verdict.Whole(store.audit.head()));
    }

    @Test
    void noticesAChainThatWasRewrittenAsAWhole() {
        Anchors kept = new Anchors();
        kept.add(new Anchors.Anchor("r1/summary.json", store.audit.head()));
        sql("UPDATE tplus1_audit_head SET seq = 0, hash = '" + "0".repeat(64) + "'");
        store.database.jdbc().sql("DELETE FROM tplus1_audit_event").update();
        store.run(
                r(2),
                unknownOrder("T5"),
                unknownOrder("T6"),
                unknownOrder("T7"),
                unknownOrder("T8"),
                unknownOrder("T9"));

        assertThat(store.audit.verify()).isInstanceOf(Verdict.Whole.class);
        assertThat(store.audit.verify(kept))
                .isInstanceOfSatisfying(
                        Verdict.Rewritten.class,
                        it -> {
                            assertThat(it.seq()).isEqualTo(4);
                            assertThat(it.where()).isEqualTo("r1/summary.json");
                            assertThat(it.why()).startsWith("its event 4 is ");
                        });
    }

    @Test
    void noticesAChainThatWasCutAtItsEnd() {
        Anchors kept = new Anchors();
        kept.add(new Anchors.Anchor("r1/summary.json", store.audit.head()));
        String third = store.audit.events(ACCOUNT, DAY).get(2).hash();
        sql("DELETE FROM tplus1_audit_event WHERE seq = 4");
        sql("UPDATE tplus1_audit_head SET seq = 3, hash = '" + third + "'");

        assertThat(store.audit.verify()).isInstanceOf(Verdict.Whole.class);
        assertThat(store.audit.verify(kept))
                .isEqualTo(
                        new Verdict.Rewritten(
                                4,
                                "r1/summary.json",
                                "it tells 4 events, the chain ends at event 3"));
    }

    @Test
    void listsEventsOfANewerVersionAsTheyAre() {
        sql("UPDATE tplus1_audit_event SET event = 'PLEDGED' WHERE seq = 2");
        List<Audit.Entry> all = new ArrayList<>();

        store.audit.list(new Audit.Filter(ACCOUNT, DAY), all::add);
        store.audit.list(new Audit.Filter("another", null), all::add);

        assertThat(all)
                .extracting(each -> each.event().what())
                .containsExactly(What.FOUND, new What("PLEDGED"), What.FOUND, What.FOUND);
    }

    private void sql(String sql) {
        assertThat(store.database.jdbc().sql(sql).update()).isEqualTo(1);
    }
}
