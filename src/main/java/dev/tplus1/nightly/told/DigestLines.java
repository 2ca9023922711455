package dev.tplus1.nightly.told;

import dev.tplus1.alert.Digest;
import dev.tplus1.report.BreakGroups.Group;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.ReportFolder;
import dev.tplus1.report.Summary;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Puts what became of an account's date into a digest's line. */
final class DigestLines {
    private final Recording.Job job;
    private final ReportFolder reports;

    DigestLines(Recording.Job job, ReportFolder reports) {
        this.job = job;
        this.reports = reports;
    }

    /** Of a date that a revision concluded. */
    Digest.Line of(Summary summary, Counts counts) {
        Path folder =
                reports.dateFolder(job.id(), summary.account(), summary.businessDate())
                        .resolve("r" + summary.revision());
        Summary.Hold held = summary.held();
        return new Digest.Line(
                summary.account(),
                provider(summary.account(), summary.provider()),
                summary.businessDate(),
                summary.revision(),
                ended(summary.outcome()),
                "",
                counts.of(Group.DECIDE),
                counts.of(Group.WATCH),
                counts.of(Group.REPAIRED),
                Digest.StillOpen.NONE,
                held == null ? "" : reason(held),
                exit(summary.outcome()),
                place(folder.resolve("report.html")),
                workbook(folder.resolve("report.xlsx")));
    }

    /**
     * Of a date that the run did not conclude.
     *
     * @param revision the one that it stays with; 0 where there is none or it is not known
     */
    Digest.Line of(Ended end, int revision) {
        Path report =
                reports.dateFolder(job.id(), end.account(), end.date())
                        .resolve("attempt")
                        .resolve("report.html");
        return new Digest.Line(
                end.account(),
                provider(end.account(), ""),
                end.date(),
                revision,
                ended(end.outcome()),
                "",
                Digest.Tally.NONE,
                Digest.Tally.NONE,
                Digest.Tally.NONE,
                Digest.StillOpen.NONE,
                end.reason(),
                end.exit(),
                Files.exists(report) ? place(report) : "",
                "");
    }

    /** What there is to type next. */
    String command(Night.Telling told) {
        boolean decide =
                told.lines().stream()
                        .anyMatch(line -> line.decide().count() + line.stillOpen().count() > 0);
        return decide ? "tplus1 breaks list --job " + job.file() : "";
    }

    private String provider(String account, String otherwise) {
        Account known = job.account(account);
        return known == null ? otherwise : known.provider();
    }

    private static String place(Path file) {
        return file.toAbsolutePath().normalize().toString();
    }

    /** The sheet may have been left out where there was nothing to decide in it. */
    private static String workbook(Path file) {
        return Files.exists(file) ? place(file) : "";
    }

    private static String reason(Summary.Hold held) {
        String limit = held.limit().movePointRight(2).stripTrailingZeros().toPlainString() + " %";
        return switch (held.by()) {
            case MISSED_CALLBACKS ->
                    number(held.count())
                            + " missed callbacks, "
                            + share(held)
                            + " of the payments (limit "
                            + limit
                            + ")";
            case SUSPECT_BOOKS ->
                    number(held.count())
                            + " breaks beside "
                            + number(held.of())
                            + " entries say that the books are not this account's (limit "
                            + limit
                            + ")";
        };
    }

    private static String share(Summary.Hold held) {
        if (held.of() == 0) {
            return "all";
        }
        return BigDecimal.valueOf(held.count())
                        .movePointRight(2)
                        .divide(BigDecimal.valueOf(held.of()), 1, RoundingMode.HALF_UP)
                + " %";
    }

    private static String number(long number) {
        return String.format(Locale.ENGLISH, "%,d", number);
    }

    private static Digest.Ended ended(Outcome outcome) {
        return switch (outcome) {
            case RECONCILED -> Digest.Ended.RECONCILED;
            case HELD -> Digest.Ended.HELD;
            case REFUSED -> Digest.Ended.REFUSED;
            case NOT_READY -> Digest.Ended.NOT_READY;
            case SUSPECT_EMPTY -> Digest.Ended.SUSPECT_EMPTY;
            case FAILED -> Digest.Ended.FAILED;
        };
    }

    /** The exit code of a run that ended so and did nothing else. */
    static int exit(Outcome outcome) {
        return switch (outcome) {
            case RECONCILED -> 0;
            case FAILED -> 1;
            case NOT_READY -> 4;
            case REFUSED, SUSPECT_EMPTY -> 6;
            case HELD -> 7;
        };
    }
}
