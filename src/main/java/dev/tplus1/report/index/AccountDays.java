package dev.tplus1.report.index;

import dev.tplus1.breaks.History.Standing;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.report.Difference;
import dev.tplus1.report.ReportException;
import dev.tplus1.report.ReportFolder;
import dev.tplus1.report.Summary;
import dev.tplus1.report.index.JobState.AccountState;
import dev.tplus1.report.index.JobState.Amount;
import dev.tplus1.report.index.JobState.DayState;
import dev.tplus1.report.index.JobState.Revised;
import dev.tplus1.report.index.JobState.Total;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How an account stands: its newest dates from their files, what is open from the database. */
final class AccountDays {
    /** So many of an account's newest dates are read. */
    static final int MOST_DATES = 30;

    /** The most bytes of a summary.json; a longer one is not read. */
    private static final int MOST_BYTES = 4 << 20;

    private static final String ATTEMPT = "attempt";

    private final ReportFolder reports;
    private final String job;
    private final ReportIndex.Account account;
    private final Instant now;

    AccountDays(ReportFolder reports, String job, ReportIndex.Account account, Instant now) {
        this.reports = reports;
        this.job = job;
        this.account = account;
        this.now = now;
    }

    AccountState state() {
        long decide = 0;
        long watched = 0;
        LocalDate oldest = null;
        List<Money> about = new ArrayList<>();
        for (Standing each : account.open()) {
            if (each.status() == Status.SUSPENSE) {
                watched += each.count();
                continue;
            }
            decide += each.count();
            oldest = oldest == null || each.date().isBefore(oldest) ? each.date() : oldest;
            about.addAll(
                    Difference.together(
                            each.type(), each.statement(), each.ledger(), each.between()));
        }
        return new AccountState(
                account.id(),
                account.provider(),
                account.zone(),
                decide,
                Amounts.sums(about.stream()).stream().map(Amount::of).toList(),
                oldest,
                watched,
                days());
    }

    /** The newest dates that have a report, none after yesterday: a later one is mistyped. */
    private List<DayState> days() {
        LocalDate yesterday = LocalDate.ofInstant(now, account.zone()).minusDays(1);
        List<DayState> days = new ArrayList<>();
        try {
            for (LocalDate date : dates(yesterday)) {
                if (days.size() == MOST_DATES) {
                    break;
                }
                day(date).ifPresent(days::add);
            }
            return days;
        } catch (IOException | DirectoryIteratorException _) {
            return List.of(unreadable(yesterday, ATTEMPT));
        }
    }

    private List<LocalDate> dates(LocalDate yesterday) throws IOException {
        Path folder = reports.dateFolder(job, account.id(), LocalDate.EPOCH).getParent();
        List<LocalDate> dates = new ArrayList<>();
        if (folder == null || Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return dates;
        }
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(folder.toString());
        }
        try (DirectoryStream<Path> names =
                Files.newDirectoryStream(
                        folder, each -> !Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))) {
            for (Path each : names) {
                try {
                    dates.add(LocalDate.parse(String.valueOf(each.getFileName())));
                } catch (DateTimeParseException _) {
                    // somebody keeps something else there
                }
            }
        }
        dates.removeIf(date -> date.isAfter(yesterday) || date.getYear() < 0);
        dates.sort(Comparator.reverseOrder());
        return dates;
    }

    /**
     * A date's newest revision or, where it has none, what the last attempt left; nothing where
     * only a dry run was there.
     */
    private Optional<DayState> day(LocalDate date) {
        String name = ATTEMPT;
        try {
            Path dated = reports.dateFolder(job, account.id(), date);
            name = reports.latest(job, account.id(), date).orElse(ATTEMPT);
            Path folder = dated.resolve(name);
            for (Path each : List.of(dated, folder)) {
                if (Files.isSymbolicLink(each)) {
                    return Optional.of(unreadable(date, name));
                }
            }
            try (InputStream in =
                    Files.newInputStream(
                            folder.resolve("summary.json"), LinkOption.NOFOLLOW_LINKS)) {
                byte[] bytes = in.readNBytes(MOST_BYTES + 1);
                return Optional.of(
                        bytes.length > MOST_BYTES
                                ? unreadable(date, name)
                                : day(date, name, new String(bytes, StandardCharsets.UTF_8)));
            }
        } catch (NoSuchFileException _) {
            return name.equals(ATTEMPT) ? Optional.empty() : Optional.of(unreadable(date, name));
        } catch (IOException | ReportException _) {
            return Optional.of(unreadable(date, name));
        }
    }

    private DayState day(LocalDate date, String folder, String json) {
        try {
            return day(date, folder, Summary.fromJson(json));
        } catch (IllegalArgumentException | NullPointerException | ArithmeticException _) {
            // no summary, one that lacks something, or one whose figures cannot be
            return unreadable(date, folder);
        }
    }

    private DayState day(LocalDate date, String folder, Summary summary) {
        return new DayState(
                date,
                summary.outcome(),
                summary.revision(),
                folder,
                summary.breaks().values().stream().mapToLong(Long::longValue).sum(),
                summary.replays().applied() + summary.replays().alreadyApplied(),
                open(date, false),
                open(date, true),
                summary.proof().stream().map(AccountDays::total).toList(),
                revised(date));
    }

    private static Total total(ProofRow row) {
        return new Total(Amount.of(row.money(row.statement())), Amount.of(row.money(row.ledger())));
    }

    /** Shown as what it is: nobody may take it for a day that is all right. */
    private DayState unreadable(LocalDate date, String folder) {
        return new DayState(
                date,
                null,
                0,
                folder,
                0,
                0,
                open(date, false),
                open(date, true),
                List.of(),
                revised(date));
    }

    private @Nullable Revised revised(LocalDate date) {
        return account.revised().stream()
                .filter(each -> each.date().equals(date))
                .findFirst()
                .map(each -> new Revised(each.added(), each.changed(), each.withdrawn()))
                .orElse(null);
    }

    private long open(LocalDate date, boolean watched) {
        return account.open().stream()
                .filter(each -> each.date().equals(date))
                .filter(each -> (each.status() == Status.SUSPENSE) == watched)
                .mapToLong(Standing::count)
                .sum();
    }
}
