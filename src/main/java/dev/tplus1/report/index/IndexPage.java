package dev.tplus1.report.index;

import dev.tplus1.entry.Money;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.index.DayVerdict.Need;
import dev.tplus1.report.index.JobState.AccountState;
import dev.tplus1.report.index.JobState.DayState;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The index as its page shows it: worded and ordered, in the order of the page. */
record IndexPage(
        String title,
        String asOf,
        List<String> who,
        String mark,
        String state,
        String sentence,
        String first,
        List<String> lede,
        List<String> notes,
        String newest,
        String sum,
        List<AccountRow> accounts,
        List<Head> heads,
        List<MatrixRow> matrix,
        List<DateGroup> dates,
        String foot) {

    /** So many dates are in the matrix and in the list of dates. */
    private static final int MATRIX = 14;

    /** The most accounts of all jobs together. */
    private static final int MOST_ACCOUNTS = JobState.MOST_ACCOUNTS;

    /**
     * What there is to show.
     *
     * @param unread the jobs whose state cannot be read
     * @param more how many jobs are left out; not positive for none
     */
    record Jobs(List<JobState> states, List<String> unread, int more) {}

    /**
     * @param href empty where there is no report
     */
    record AccountRow(
            String href,
            String id,
            String small,
            DayVerdict verdict,
            String decide,
            List<String> about,
            String oldest,
            String watched,
            Sparkline breaks,
            Sparkline repaired) {}

    record Head(String text, boolean weekend) {}

    record MatrixRow(String id, List<Cell> cells) {}

    /**
     * @param label who, when and how, for those who cannot see it
     */
    record Cell(String href, String label, DayVerdict verdict, boolean weekend) {}

    record DateGroup(String day, String weekday, List<DateRow> rows) {}

    static IndexPage of(Jobs jobs, Words words) {
        return new Builder(jobs, words).page();
    }

    /** An account of a job. */
    private record Of(JobState job, AccountState account) {
        Optional<DayState> on(LocalDate date) {
            return account.days().stream().filter(day -> day.date().equals(date)).findFirst();
        }

        /** The last date that was over where it is, when its job said how it stands. */
        LocalDate yesterday() {
            return LocalDate.ofInstant(job.written(), account.zone()).minusDays(1);
        }

        /** From the reports folder; every part of it is a plain name. */
        String href(@Nullable DayState day) {
            return day == null
                    ? ""
                    : String.join(
                            "/",
                            job.job(),
                            account.id(),
                            day.date().toString(),
                            day.folder(),
                            "report.html");
        }
    }

    private static final class Builder {
        private final Jobs jobs;
        private final Words words;
        private final List<Of> accounts = new ArrayList<>();
        private final long leftOut;

        /** Whether all that there is could be read, and is shown. */
        private final boolean whole;

        private final LocalDate newest;
        private final Instant written;
        private final ZoneId zone;
        private final Earlier earlier;

        Builder(Jobs jobs, Words words) {
            this.jobs = jobs;
            this.words = words;
            List<Of> all = new ArrayList<>();
            long more = 0;
            for (JobState job : jobs.states()) {
                job.accounts().forEach(account -> all.add(new Of(job, account)));
                more += job.more();
            }
            accounts.addAll(all.subList(0, Math.min(all.size(), MOST_ACCOUNTS)));
            this.leftOut = more + all.size() - accounts.size();
            this.whole = jobs.unread().isEmpty() && jobs.more() <= 0 && leftOut == 0;
            this.written =
                    jobs.states().stream()
                            .map(JobState::written)
                            .max(Comparator.naturalOrder())
                            .orElse(Instant.EPOCH);
            this.zone = accounts.isEmpty() ? ZoneOffset.UTC : accounts.getFirst().account().zone();
            this.newest =
                    accounts.stream()
                            .flatMap(of ->
                                    of.account().days().stream()
                                            .map(DayState::date)
                                            .filter(date -> !date.isAfter(of.yesterday())))
                            .max(Comparator.naturalOrder())
                            .orElse(LocalDate.ofInstant(written, zone).minusDays(1));
            this.earlier =
                    Earlier.of(accounts.stream().map(Of::account).toList(), newest, dates(), words);
        }

        IndexPage page() {
            long reconciled =
                    accounts.stream()
                            .filter(of ->
                                    of.on(newest)
                                            .filter(day -> day.outcome() == Outcome.RECONCILED)
                                            .isPresent())
                            .count();
            String count = Shown.count(accounts.size());
            Optional<Of> first = first();
            String names = words.list(jobs.states().stream().map(JobState::job).toList());
            return new IndexPage(
                    words.get(
                            whole ? "index.title" : "index.title.part",
                            words.dayOfYear(newest),
                            Shown.count(reconciled),
                            count,
                            names),
                    words.get("index.asOf", words.moment(written, zone), zone.getId()),
                    List.of(
                            words.get(
                                    jobs.states().size() == 1 ? "index.job" : "index.jobs", names),
                            words.count("index.accounts", accounts.size()),
                            words.get("index.businessDate", words.longDayAndWeekday(newest))),
                    first.map(of -> verdict(of).symbol()).orElseGet(this::symbol),
                    state(),
                    whole && reconciled == accounts.size()
                            ? words.count("index.sentence.all", accounts.size(), unbroken(newest))
                            : words.get(
                                    whole ? "index.sentence" : "index.sentence.part",
                                    Shown.count(reconciled),
                                    count,
                                    unbroken(newest)),
                    first.map(of -> words.get("index.sentence.first", of.account().id()))
                            .orElseGet(() -> earlier.sentence(words)),
                    lede(),
                    notes(),
                    words.day(newest),
                    words.get("index.sum", Shown.count(decide()), Shown.count(watched())),
                    accounts.stream().map(this::row).toList(),
                    dates().stream().map(date -> new Head(words.day(date), weekend(date))).toList(),
                    accounts.stream().map(this::matrix).toList(),
                    groups(),
                    words.get("index.foot", words.moment(written, zone)));
        }

        private DayVerdict verdict(Of of) {
            return DayVerdict.of(of.on(newest).orElse(null), words);
        }

        /** Whom a person should look at first; none where nobody needs one. */
        private Optional<Of> first() {
            return accounts.stream()
                    .filter(of -> verdict(of).need() != Need.NOTHING)
                    .min(
                            Comparator.comparing((Of of) -> verdict(of).need())
                                    .thenComparing(
                                            of -> of.account().decide(),
                                            Comparator.reverseOrder()));
        }

        /** The mark where the newest date needs nobody. */
        private String symbol() {
            if (!whole) {
                return "stop";
            }
            return earlier.isNothing() ? "fixed" : earlier.symbol();
        }

        private String state() {
            List<String> parts = new ArrayList<>();
            for (Need need : List.of(Need.STOPPED, Need.DECISION, Need.STATEMENT)) {
                long count = accounts.stream().filter(of -> verdict(of).need() == need).count();
                if (count > 0) {
                    parts.add(words.get("index.state." + need, Shown.count(count)));
                }
            }
            if (!earlier.isNothing()) {
                parts.add(words.get("index.state.earlier"));
            }
            if (!whole) {
                parts.add(words.get("index.state.part"));
            }
            return parts.isEmpty() ? words.get("index.state.NOTHING") : words.commas(parts);
        }

        private List<String> lede() {
            List<String> lede = new ArrayList<>();
            long decide = decide();
            if (decide == 0) {
                lede.add(words.get(whole ? "index.lede.none" : "index.lede.none.part"));
            } else {
                List<Money> sums =
                        Amounts.sums(
                                accounts.stream()
                                        .flatMap(of -> of.account().about().stream())
                                        .map(JobState.Amount::money));
                String about = words.list(sums.stream().map(words::coded).toList());
                lede.add(words.count("index.lede.decide", decide, about));
                accounts.stream()
                        .filter(of -> of.account().oldest() != null)
                        .mapToLong(this::age)
                        .max()
                        .ifPresent(days -> lede.add(words.count("index.lede.oldest", days)));
            }
            if (watched() > 0) {
                lede.add(words.count("index.lede.watched", watched()));
            }
            return lede;
        }

        private List<String> notes() {
            List<String> notes = new ArrayList<>();
            for (String each : jobs.unread()) {
                notes.add(words.get("index.unread", Shown.outside(each)));
            }
            if (jobs.more() > 0) {
                notes.add(words.count("index.moreJobs", jobs.more()));
            }
            if (leftOut > 0) {
                notes.add(words.count("index.moreAccounts", leftOut));
            }
            return notes;
        }

        private long decide() {
            return accounts.stream().mapToLong(of -> of.account().decide()).sum();
        }

        private long watched() {
            return accounts.stream().mapToLong(of -> of.account().watched()).sum();
        }

        private long age(Of of) {
            LocalDate oldest = of.account().oldest();
            LocalDate today = LocalDate.ofInstant(of.job().written(), of.account().zone());
            return oldest == null ? 0 : Math.max(0, ChronoUnit.DAYS.between(oldest, today));
        }

        private AccountRow row(Of of) {
            AccountState account = of.account();
            DayState latest = account.days().isEmpty() ? null : account.days().getFirst();
            boolean shared = jobs.states().size() > 1;
            return new AccountRow(
                    of.href(of.on(newest).orElse(latest)),
                    account.id(),
                    words.commas(
                            shared
                                    ? List.of(provider(account), of.job().job())
                                    : List.of(provider(account))),
                    verdict(of),
                    Shown.count(account.decide()),
                    account.about().isEmpty()
                            ? List.of("0")
                            : account.about().stream()
                                    .map(each -> words.coded(each.money()))
                                    .toList(),
                    account.oldest() == null
                            ? words.get("index.none")
                            : words.count("index.days", age(of)),
                    Shown.count(account.watched()),
                    sparkline(of, false),
                    sparkline(of, true));
        }

        private String provider(AccountState account) {
            return Shown.outside(words.provider(account.provider()));
        }

        private Sparkline sparkline(Of of, boolean repaired) {
            List<Long> values = new ArrayList<>();
            for (int back = AccountDays.MOST_DATES - 1; back >= 0; back--) {
                Optional<DayState> day = of.on(newest.minusDays(back));
                values.add(
                        day.filter(each -> each.revision() > 0)
                                .map(each -> repaired ? each.repaired() : each.breaks())
                                .orElse(Sparkline.NONE));
            }
            long last = values.getLast();
            String now = last == Sparkline.NONE ? words.get("index.none") : Shown.count(last);
            return Sparkline.of(values, now);
        }

        private List<LocalDate> dates() {
            List<LocalDate> dates = new ArrayList<>();
            for (int back = MATRIX - 1; back >= 0; back--) {
                dates.add(newest.minusDays(back));
            }
            return dates;
        }

        private MatrixRow matrix(Of of) {
            List<Cell> cells = new ArrayList<>();
            for (LocalDate date : dates()) {
                DayState day = of.on(date).orElse(null);
                DayVerdict verdict = DayVerdict.of(day, words);
                String label =
                        words.get("index.cell", of.account().id(), words.day(date), verdict.text());
                cells.add(new Cell(of.href(day), label, verdict, weekend(date)));
            }
            return new MatrixRow(of.account().id(), cells);
        }

        private List<DateGroup> groups() {
            List<DateGroup> groups = new ArrayList<>();
            for (LocalDate date : dates().reversed()) {
                List<DateRow> rows = new ArrayList<>();
                for (Of of : accounts) {
                    of.on(date)
                            .map(day -> DateRow.of(of.href(day), of.account().id(), day, words))
                            .ifPresent(rows::add);
                }
                if (!rows.isEmpty()) {
                    groups.add(new DateGroup(words.day(date), words.weekday(date), rows));
                }
            }
            return groups;
        }

        private String unbroken(LocalDate date) {
            return words.day(date).replace(' ', Shown.NO_BREAK);
        }

        private static boolean weekend(LocalDate date) {
            return date.getDayOfWeek() == DayOfWeek.SATURDAY
                    || date.getDayOfWeek() == DayOfWeek.SUNDAY;
        }
    }
}
