package dev.tplus1.cli.work;

import dev.tplus1.breaks.audit.Anchors;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.AuditCheck;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.AuditLine;
import dev.tplus1.cli.speech.AuditVerdict;
import dev.tplus1.database.Database;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Reads and proves the audit trail; needs the database and nothing else. */
final class AuditWork {
    private AuditWork() {}

    static void list(Work.Job job, Audit.Filter filter, Consumer<AuditLine> events) {
        try (Database database = BreaksWork.open(job)) {
            new Audit(database).list(filter, entry -> events.accept(new AuditLine(entry)));
        }
    }

    static AuditVerdict verify(Work.Job job, List<Path> against) {
        KeptHeads kept = KeptHeads.read(job.file().job(), against);
        try (Database database = BreaksWork.open(job)) {
            AuditCheck.Verdict verdict = new Audit(database).verify(kept.anchors());
            Anchors anchors = kept.anchors();
            return new AuditVerdict(verdict, anchors.size(), kept.without(), kept.ofOthers());
        }
    }
}
