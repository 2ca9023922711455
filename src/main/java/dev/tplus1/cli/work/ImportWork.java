package dev.tplus1.cli.work;

import dev.tplus1.breaks.BreakRecord;
import dev.tplus1.breaks.Decisions;
import dev.tplus1.breaks.Decisions.Decision;
import dev.tplus1.breaks.Decisions.Ruling;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.decide.FirstApproval;
import dev.tplus1.breaks.decide.Reason;
import dev.tplus1.cli.Deciding;
import dev.tplus1.cli.speech.ImportAnswer;
import dev.tplus1.database.Database;
import dev.tplus1.replay.ReplayMode;
import dev.tplus1.report.sheet.Choice;
import dev.tplus1.report.sheet.DecisionFile;
import dev.tplus1.report.sheet.SheetDecision;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Applies what people decided in a report.xlsx, row by row: each as it was shown, or not at all.
 */
final class ImportWork {
    private final Deciding.Import request;
    private final Decisions decisions;
    private final Set<BreaksWork.Dated> approvedDates = new LinkedHashSet<>();
    private final List<ImportAnswer.Refused> refused = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private long resolved;
    private long approved;
    private long approvedFirst;
    private long already;

    private ImportWork(Deciding.Import request, Database database, Clock clock) {
        this.request = request;
        this.decisions = BreaksWork.decisions(request.job(), database, clock);
    }

    /** Whether a file's decisions let something be replayed. */
    static boolean approves(DecisionFile.Read read) {
        return read.decisions().stream().anyMatch(row -> row.choice() == Choice.APPROVE);
    }

    /**
     * Decides what a file says.
     *
     * @param told takes what was done, also where a failure ends it early
     * @return which dates have to be run for what was approved
     */
    static List<BreaksWork.Dated> decide(
            Deciding.Import request,
            DecisionFile.Read read,
            Clock clock,
            Consumer<ImportAnswer> told) {
        try (Database database = BreaksWork.open(request.job())) {
            ImportWork work = new ImportWork(request, database, clock);
            read.refused().forEach(each -> work.refuse(each.row(), each.why()));
            long left = read.decisions().size();
            try {
                for (SheetDecision each : read.decisions()) {
                    work.decide(each);
                    left--;
                }
            } finally {
                told.accept(work.answer(read.leftOpen(), left));
            }
            return List.copyOf(work.approvedDates);
        }
    }

    private ImportAnswer answer(long leftOpen, long notReached) {
        return new ImportAnswer(
                resolved, approved, approvedFirst, already, leftOpen, notReached, refused, said);
    }

    private void decide(SheetDecision row) {
        Ruling ruling =
                new Ruling(
                        row.who().isEmpty() ? request.as() : row.who(), row.note(), request.as());
        Decision decision;
        try {
            decision = decision(row, ruling);
        } catch (IllegalArgumentException e) {
            refuse(row.row(), String.valueOf(e.getMessage()));
            return;
        }
        switch (decision) {
            case Decision.Made made -> {
                said.addAll(made.said());
                made(row.choice(), made.breaks().getFirst());
            }
            case Decision.Unknown _ -> refuse(row.row(), "no such break in this job's database");
            case Decision.Ambiguous _ -> refuse(row.row(), "several breaks have this identity");
            case Decision.Refused not when before(row, ruling, not.of()) -> before(row, not.of());
            case Decision.Refused not -> refuse(row.row(), not.why());
        }
    }

    private Decision decision(SheetDecision row, Ruling ruling) {
        Decisions.Objection first = now -> objection(row, now);
        return row.choice() == Choice.APPROVE
                ? decisions.approveBreaks(List.of(row.identity()), ruling, first)
                : decisions.resolve(row.identity(), Reason.OTHER, ruling, first);
    }

    private Optional<String> objection(SheetDecision row, BreakRecord now) {
        return elsewhere(row, now)
                .or(() -> row.changed(now))
                .or(() ->
                        Optional.ofNullable(now.approval())
                                .filter(_ -> row.choice() == Choice.APPROVE)
                                .map(approval -> "approved by " + approval.by() + " meanwhile"));
    }

    /** What speaks against it in this job, however the break is. */
    private Optional<String> elsewhere(SheetDecision row, BreakRecord now) {
        boolean off =
                row.choice() == Choice.APPROVE
                        && request.job().file().replay().mode() == ReplayMode.OFF;
        return decisions
                .elsewhere(now)
                .or(() ->
                        off
                                ? Optional.of(
                                        "replay.mode is off, so nothing is replayed; have the order"
                                                + " booked, then resolve the break")
                                : Optional.empty());
    }

    /** Whether the same person had decided it so: the file was imported before. */
    private boolean before(SheetDecision row, Ruling ruling, BreakRecord now) {
        if (elsewhere(row, now).isPresent()) {
            return false;
        }
        if (row.choice() == Choice.RESOLVE) {
            return row.changedButStatus(now).isEmpty() && decisions.resolvedSo(now, ruling);
        }
        Revision.Approval approval = now.approval();
        FirstApproval waiting = now.waiting();
        if (waiting != null) {
            return waiting.by().equals(ruling.as()) && row.changed(now).isEmpty();
        }
        return approval != null && approval.by().equals(ruling.as()) && row.changed(now).isEmpty();
    }

    /** An approval that is there still was not applied yet: the import before ended early. */
    private void before(SheetDecision row, BreakRecord now) {
        already++;
        if (row.choice() == Choice.APPROVE && now.approval() != null) {
            approvedDates.add(new BreaksWork.Dated(now.account(), now.date()));
        }
    }

    private void made(Choice choice, BreakRecord row) {
        if (choice == Choice.APPROVE && row.waiting() != null) {
            approvedFirst++;
        } else if (choice == Choice.APPROVE) {
            approved++;
            approvedDates.add(new BreaksWork.Dated(row.account(), row.date()));
        } else {
            resolved++;
        }
    }

    private void refuse(String row, String why) {
        refused.add(new ImportAnswer.Refused(row, why));
    }
}
