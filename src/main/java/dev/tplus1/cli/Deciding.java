package dev.tplus1.cli;

import dev.tplus1.breaks.BreakList.Owner;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.decide.Reason;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.AuditLine;
import dev.tplus1.cli.speech.AuditVerdict;
import dev.tplus1.cli.speech.BreakBlock;
import dev.tplus1.cli.speech.FiledBreak;
import dev.tplus1.cli.speech.ImportAnswer;
import dev.tplus1.cli.speech.Progress;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** What the commands about breaks have done; see {@link Work}. */
public interface Deciding {
    /** Passes breaks on, by account, date and report order. */
    void breaks(BreaksList request, Consumer<FiledBreak> rows);

    BreakBlock showBreak(Work.Job job, String id);

    /** Gives breaks to somebody; returns their ids as they are filed. */
    List<String> assign(Assign request);

    /** Resolves a break; returns its id as it is filed. */
    String resolveBreak(Work.Job job, String id, Reason reason, String note, String as);

    /** Opens a resolved break again; returns how it stands. */
    FiledBreak reopenBreak(Work.Job job, String id, String note, String as);

    /**
     * Approves held breaks, or all that is held of a date.
     *
     * @param told takes what was approved, before anything is run for it
     * @param answers takes what became of the dates that are let go
     */
    void approve(
            Approve request,
            Progress progress,
            Consumer<Approved> told,
            Consumer<AccountAnswer> answers);

    /**
     * Applies what people decided in a report.xlsx.
     *
     * @param decided takes what was decided and refused, before anything is run for it; also what
     *     was done until a failure
     * @param answers takes what became of the dates that approvals let go on
     */
    void importDecisions(
            Import request,
            Progress progress,
            Consumer<ImportAnswer> decided,
            Consumer<AccountAnswer> answers);

    /** Passes events of the audit trail on, oldest first. */
    void audit(Work.Job job, Audit.Filter filter, Consumer<AuditLine> events);

    /**
     * Walks the whole audit trail.
     *
     * @param against files and folders of reports that tell its end at other times
     */
    AuditVerdict verifyAudit(Work.Job job, List<Path> against);

    /**
     * Which breaks to list.
     *
     * @param statuses none: all that is not closed
     * @param types none: all
     * @param owner none: whoever looks after it
     * @param olderThan none: of any age
     */
    record BreaksList(
            Work.Job job,
            @Nullable String account,
            @Nullable LocalDate from,
            @Nullable LocalDate to,
            Set<Status> statuses,
            Set<BreakType> types,
            @Nullable Owner owner,
            @Nullable Duration olderThan) {}

    /**
     * Who looks after breaks from now on.
     *
     * @param to none: nobody
     * @param note may be empty
     */
    record Assign(Work.Job job, List<String> ids, @Nullable String to, String note, String as) {}

    /**
     * What somebody approves, and why.
     *
     * @param ids the breaks to approve; empty where a date and account are named
     */
    record Approve(
            Work.Job job,
            List<String> ids,
            @Nullable LocalDate date,
            @Nullable String account,
            String note,
            String as) {}

    /**
     * What came of it.
     *
     * @param said what was found out beside it, each one plain sentence
     */
    record Approved(List<Approval> each, List<String> said) {
        public Approved {
            each = List.copyOf(each);
            said = List.copyOf(said);
        }
    }

    /**
     * One approval.
     *
     * @param breakId none: of all that is held of the date
     * @param by who approved it last
     * @param takesSecond whether a second person has to, before it is replayed
     */
    record Approval(
            String account,
            LocalDate date,
            @Nullable String breakId,
            String by,
            boolean takesSecond) {}

    /**
     * A report.xlsx in which people decided.
     *
     * @param as who decided where a row names nobody
     */
    record Import(Work.Job job, Path file, String as) {}
}
