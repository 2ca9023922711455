package dev.tplus1.cli.work;

import dev.tplus1.breaks.BreakRecord;
import dev.tplus1.breaks.Decisions;
import dev.tplus1.breaks.Decisions.Decision;
import dev.tplus1.breaks.Status;
import dev.tplus1.cli.Work;
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

/**
 * Applies what people decided in a report.xlsx, row by row: each as it was shown, or not at all.
 */
final class ImportWork {
    private final Work.Import request;
    private final Decisions decisions;
    private final Set<String> accounts = new LinkedHashSet<>();
    private final Set<BreaksWork.Dated> approvedDates = new LinkedHashSet<>();
    private final List<ImportAnswer.Refused> refused = new ArrayList<>();
    private long resolved;
    private long approved;
    private long already;

    /** What was done, and which dates have to be run for what was approved. */
    record Imported(ImportAnswer answer, List<BreaksWork.Dated> dates) {}

    private ImportWork(Work.Import request, Database database, Clock clock) {
        this.request = request;
        this.decisions = new Decisions(database, clock);
        request.job().file().accounts().forEach(account -> accounts.add(account.id()));
    }

    static Imported read(Work.Import request, Clock clock) {
        DecisionFile.Read read = DecisionFile.read(request.file());
        try (Database database = BreaksWork.open(request.job())) {
            ImportWork work = new ImportWork(request, database, clock);
            read.refused().forEach(each -> work.refuse(each.row(), each.why()));
            read.decisions().forEach(work::decide);
            return new Imported(
                    new ImportAnswer(
                            work.resolved,
                            work.approved,
                            work.already,
                            read.leftOpen(),
                            work.refused),
                    List.copyOf(work.approvedDates));
        }
    }

    private void decide(SheetDecision row) {
        String who = row.who().isEmpty() ? request.as() : row.who();
        Decision decision;
        try {
            decision = decision(row, who);
        } catch (IllegalArgumentException e) {
            refuse(row.row(), String.valueOf(e.getMessage()));
            return;
        }
        switch (decision) {
            case Decision.Made made -> made(row.choice(), made.breaks().getFirst());
            case Decision.Unknown _ -> refuse(row.row(), "no such break in this job's database");
            case Decision.Ambiguous _ -> refuse(row.row(), "several breaks have this identity");
            case Decision.Refused not when before(row, who, not.of()) -> already++;
            case Decision.Refused not -> refuse(row.row(), not.why());
        }
    }

    private Decision decision(SheetDecision row, String who) {
        Decisions.Objection first = now -> objection(row, now);
        return row.choice() == Choice.APPROVE
                ? decisions.approveBreaks(List.of(row.identity()), who, row.note(), first)
                : decisions.resolve(row.identity(), who, row.note(), first);
    }

    private Optional<String> objection(SheetDecision row, BreakRecord now) {
        if (!accounts.contains(now.account())) {
            return Optional.of("its account, " + now.account() + ", is not in this job");
        }
        if (row.choice() == Choice.APPROVE
                && request.job().file().replay().mode() == ReplayMode.OFF) {
            return Optional.of(
                    "replay.mode is off, so nothing is replayed; have the order booked, then"
                            + " resolve the break");
        }
        return row.changed(now);
    }

    /** Whether the same person had decided it so: the file was imported before. */
    private static boolean before(SheetDecision row, String who, BreakRecord now) {
        return row.choice() == Choice.RESOLVE
                && now.found().status() == Status.RESOLVED
                && who.equals(now.resolvedBy());
    }

    private void made(Choice choice, BreakRecord row) {
        if (choice == Choice.APPROVE) {
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
