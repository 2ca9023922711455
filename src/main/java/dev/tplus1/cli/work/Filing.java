package dev.tplus1.cli.work;

import dev.tplus1.breaks.BreakRecord;
import dev.tplus1.breaks.HeldDates;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.decide.FirstApproval;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.FiledBreak;
import dev.tplus1.job.AccountFile;
import dev.tplus1.provider.Providers;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;

/** Breaks as people see them: in their account's zone, with their age, and who said what. */
final class Filing {
    private final Work.Job job;
    private final HeldDates heldDates;
    private final Clock clock;
    private BreaksWork.@Nullable Dated asked;
    private @Nullable FirstApproval ofAsked;

    Filing(Work.Job job, HeldDates heldDates, Clock clock) {
        this.job = job;
        this.heldDates = heldDates;
        this.clock = clock;
    }

    FiledBreak filed(BreakRecord row) {
        ZoneId zone = account(row.account()).map(AccountFile::zone).orElse(ZoneOffset.UTC);
        long age = ChronoUnit.DAYS.between(row.date(), LocalDate.ofInstant(clock.instant(), zone));
        Revision.Approval approval = row.approval();
        FirstApproval first = row.waiting();
        if (first == null && row.found().status() == Status.HELD) {
            first = ofDate(row);
        }
        String owner = row.owner();
        return new FiledBreak(
                row.found(),
                zone,
                Math.max(0, age),
                owner == null ? "" : owner,
                approval != null ? approval.by() : first == null ? "" : first.by(),
                approval == null && first != null);
    }

    /** Breaks come date by date, so it is asked for once for each. */
    private @Nullable FirstApproval ofDate(BreakRecord row) {
        BreaksWork.Dated dated = new BreaksWork.Dated(row.account(), row.date());
        if (!Objects.equals(asked, dated)) {
            asked = dated;
            ofAsked = heldDates.waiting(dated.account(), dated.date());
        }
        return ofAsked;
    }

    String providerName(String account) {
        return account(account)
                .map(a -> Providers.format(a.settings()).providerName())
                .orElse("statement");
    }

    private Optional<AccountFile> account(String id) {
        return job.file().accounts().stream().filter(a -> a.id().equals(id)).findFirst();
    }
}
