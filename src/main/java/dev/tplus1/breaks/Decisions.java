package dev.tplus1.breaks;

import dev.tplus1.breaks.Revision.Approval;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.Audit.Change;
import dev.tplus1.breaks.audit.Audit.What;
import dev.tplus1.breaks.audit.Label;
import dev.tplus1.breaks.decide.ApprovalSettings;
import dev.tplus1.breaks.decide.Approvals;
import dev.tplus1.breaks.decide.Approvals.Subject;
import dev.tplus1.breaks.decide.Approvals.Turn;
import dev.tplus1.breaks.decide.FirstApproval;
import dev.tplus1.breaks.decide.Reason;
import dev.tplus1.database.Database;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What people decide about breaks. Who decides and why are labels: 1 to 64 and 1 to 2,000
 * characters, without control characters, and nobody is named as runs are, else {@link
 * IllegalArgumentException} says what is wrong. Thread-safe.
 */
public final class Decisions {
    private static final String IMPORTED = " (imported by ";

    private final JdbcTemplate jdbc;
    private final BreakList breaks;
    private final Revisions revisions;
    private final Audit audit;
    private final Approvals approvals;
    private final Predicate<String> accounts;
    private final Clock clock;

    /** About breaks of any account, where one person approves. */
    public Decisions(Database database, Clock clock) {
        this(database, clock, ApprovalSettings.ONE_PERSON, _ -> true);
    }

    /**
     * @param accounts whose breaks are decided; nothing is decided about those of others
     */
    public Decisions(
            Database database, Clock clock, ApprovalSettings settings, Predicate<String> accounts) {
        this.jdbc = new JdbcTemplate(database.dataSource());
        this.breaks = new BreakList(jdbc);
        this.revisions = new Revisions(database, clock);
        this.audit = new Audit(database);
        this.approvals = new Approvals(settings);
        this.accounts = accounts;
        this.clock = clock;
    }

    /** What came of a decision. */
    public sealed interface Decision {
        /**
         * It is made.
         *
         * @param breaks as they stand now
         * @param said what was found out beside it, each one plain sentence that names the break
         */
        record Made(List<BreakRecord> breaks, List<String> said) implements Decision {
            Made(List<BreakRecord> breaks) {
                this(breaks, List.of());
            }
        }

        /** No break has this id; nothing was changed. */
        record Unknown(String id) implements Decision {}

        /** Several have it; nothing was changed. The identity's hash tells them apart. */
        record Ambiguous(String id, List<BreakRecord> matches) implements Decision {}

        /** It cannot be decided so; nothing was changed. {@code why} is one plain sentence. */
        record Refused(BreakRecord of, String why) implements Decision {}
    }

    /** What speaks against deciding a break as it stands now, in one plain sentence. */
    @FunctionalInterface
    public interface Objection {
        Optional<String> to(BreakRecord row);
    }

    /**
     * A decision that a file says.
     *
     * @param as who decided
     * @param note why
     * @param importer who brought the file
     */
    public record Ruling(String as, String note, String importer) {
        /** What somebody decides himself. */
        public Ruling(String as, String note) {
            this(as, note, as);
        }

        private String detail() {
            return importer.equals(as) ? note : note + IMPORTED + importer + ")";
        }

        /** Whether this is what an event of that person tells, whoever brought it. */
        private boolean told(String detail) {
            return detail.equals(note)
                    || (detail.startsWith(note + IMPORTED)
                            && detail.lastIndexOf(IMPORTED) == note.length());
        }
    }

    /** What speaks against deciding a break here, however it stands. */
    public Optional<String> elsewhere(BreakRecord row) {
        return accounts.test(row.account())
                ? BreakRows.purged(jdbc, row)
                : Optional.of("its account, " + row.account() + ", is not in this job");
    }

    /** Whether a break is resolved just so: by this person, for this reason. */
    public boolean resolvedSo(BreakRecord row, Ruling ruling) {
        return row.found().status() == Status.RESOLVED
                && ruling.as().equals(row.resolvedBy())
                && audit.events(row.found().identity().hash()).reversed().stream()
                        .map(Audit.Entry::event)
                        .filter(event -> event.what().equals(What.RESOLVED))
                        .findFirst()
                        .filter(event ->
                                event.actor().equals(ruling.as()) && ruling.told(event.detail()))
                        .isPresent();
    }

    /** A person settles a break that is open, in suspense, held or withdrawn. */
    public Decision resolve(String id, String as, String note) {
        return resolve(id, Reason.OTHER, new Ruling(as, note), _ -> Optional.empty());
    }

    /**
     * The same for a reason, unless something else speaks against it.
     *
     * @param first asked before anything else, in the transaction that decides
     */
    public Decision resolve(String id, Reason reason, Ruling ruling, Objection first) {
        return decide(
                List.of(id),
                ruling,
                row -> first.to(row).or(() -> onlyOpen(row, "can be resolved")),
                (row, at) -> {
                    BreakRecord is = row.resolved(ruling.as(), at);
                    HeldDates.changed(jdbc, row, is);
                    return Step.of(is, moved(row, is, ruling, What.RESOLVED, reason.code()));
                });
    }

    private static Optional<String> onlyOpen(BreakRecord row, String what) {
        Status status = row.found().status();
        return status.open()
                ? Optional.empty()
                : Optional.of("it is " + status + "; only an open one " + what);
    }

    /**
     * A break that was resolved is open again, in suspense where it was before, or held where its
     * date is.
     */
    public Decision reopen(String id, Ruling ruling) {
        return decide(
                List.of(id),
                ruling,
                this::whyNotReopened,
                (row, at) -> {
                    BreakRecord is = row.reopened(holding(row).isPresent(), at);
                    HeldDates.changed(jdbc, row, is);
                    return Step.of(is, moved(row, is, ruling, What.REOPENED, null));
                });
    }

    /** The revision that holds a break's date back now, where the break waits with it. */
    private Optional<Revision> holding(BreakRecord row) {
        return revisions
                .latest(row.account(), row.date())
                .filter(latest -> latest.holds(row.found().type()));
    }

    private Optional<String> whyNotReopened(BreakRecord row) {
        return switch (row.found().status()) {
            // the approval was not of this one, and would let it go too
            case RESOLVED ->
                    holding(row)
                            .filter(held -> held.approval() != null)
                            .map(held ->
                                    "its date was approved without it, as "
                                            + held.id().label()
                                            + "; have the date run, then reopen it");
            case OPEN, SUSPENSE, HELD ->
                    Optional.of("it is " + row.found().status() + ", so it is open already");
            case REPAIRED ->
                    Optional.of(
                            "it is REPAIRED: its callback is in the books, so nothing is left to"
                                    + " decide");
            case CLOSED ->
                    Optional.of(
                            "it is CLOSED: the books explain it; a run opens it again if they no"
                                    + " longer do");
            case WITHDRAWN ->
                    Optional.of(
                            "it is WITHDRAWN: its entry is gone from the statement, and it is open"
                                    + " until it is resolved");
        };
    }

    /**
     * Somebody looks after breaks from now on; after all of them or, where one is over, after none.
     *
     * @param to none: nobody
     * @param note may be empty
     */
    public Decision assign(List<String> ids, @Nullable String to, String as, String note) {
        String owner = to == null ? null : Label.name(to);
        return decide(
                ids,
                new Ruling(as, note.isEmpty() ? "-" : note),
                row -> onlyOpen(row, "needs somebody"),
                (row, at) -> {
                    if (Objects.equals(row.owner(), owner)) {
                        return Step.of(row);
                    }
                    BreakRecord is = row.assigned(owner, at);
                    Change change = new Change(null, row.owner(), owner);
                    return Step.of(is, row.found().event(at, as, What.ASSIGNED, note, change));
                });
    }

    /**
     * A person lets missed callbacks be replayed that a limit or a breaker kept back; all of them
     * or, where one cannot be, none.
     */
    public Decision approveBreaks(List<String> ids, String as, String note) {
        return approveBreaks(ids, new Ruling(as, note), _ -> Optional.empty());
    }

    /**
     * The same as a file says it, unless something else speaks against it. Where it takes two
     * persons, the first one's is kept on the break, and nothing else is changed.
     *
     * @param first asked before anything else, in the transaction that decides
     */
    public Decision approveBreaks(List<String> ids, Ruling ruling, Objection first) {
        Map<Day, Optional<List<Money>>> sums = new HashMap<>();
        return decide(
                ids,
                ruling,
                row -> first.to(row).or(() -> whyNotApproved(row, subject(row, sums), ruling)),
                (row, at) -> approved(row, subject(row, sums), ruling, at));
    }

    private record Day(String account, LocalDate date) {}

    /**
     * What somebody approves. A break of a date that was held takes as many persons as the date:
     * one after the other they would be the whole of it.
     *
     * @param sums of dates that are known
     */
    private Subject subject(BreakRecord row, Map<Day, Optional<List<Money>>> sums) {
        Subject alone = row.subject();
        if (!approvals.settings().bySum() || row.found().type() != BreakType.MISSED_CALLBACK) {
            return alone;
        }
        return sums.computeIfAbsent(
                        new Day(row.account(), row.date()),
                        day -> HeldDates.together(jdbc, revisions, day.account(), day.date()))
                .map(alone::summing)
                .orElse(alone);
    }

    private Optional<String> whyNotApproved(BreakRecord row, Subject subject, Ruling ruling) {
        Break found = row.found();
        if (found.type() != BreakType.MISSED_CALLBACK) {
            return Optional.of(
                    "it is "
                            + found.type()
                            + "; only a MISSED_CALLBACK can be approved, anything else is resolved"
                            + " with a note");
        }
        return switch (found.status()) {
            case OPEN, HELD ->
                    approvals.turn(subject, ruling.as()) instanceof Turn.Refused(String why)
                            ? Optional.of(why)
                            : Optional.empty();
            case SUSPENSE, REPAIRED, RESOLVED, CLOSED, WITHDRAWN ->
                    Optional.of(
                            "it is " + found.status() + "; only an open or held one is replayed");
        };
    }

    private Step approved(BreakRecord row, Subject subject, Ruling ruling, Instant at) {
        Break found = row.found();
        Approval approval = new Approval(ruling.as(), ruling.note(), at);
        return switch (approvals.turn(subject, ruling.as())) {
            case Turn.Only _ ->
                    Step.of(
                            row.firstApproved(null, at).approved(approval, at),
                            event(row, at, ruling, What.APPROVED));
            case Turn.Second _ ->
                    Step.of(row.approved(approval, at), event(row, at, ruling, What.APPROVED));
            // who let it go is kept, but this one has it run again
            case Turn.Again _ -> Step.of(row, event(row, at, ruling, What.APPROVED));
            case Turn.First(FirstApproval stale) -> {
                List<Audit.Event> events = new ArrayList<>();
                List<String> said = new ArrayList<>();
                if (stale != null) {
                    String why = stale.stale("it changed since");
                    said.add(found.id() + ": " + why);
                    events.add(found.event(at, ruling.as(), What.APPROVAL_VOID, why, Change.NONE));
                }
                events.add(event(row, at, ruling, What.FIRST_APPROVED));
                FirstApproval first =
                        new FirstApproval(ruling.as(), ruling.note(), at, subject.of());
                yield new Step(row.firstApproved(first, at), events, said);
            }
            case Turn.Refused refused -> throw new IllegalStateException(refused.why());
        };
    }

    private static Audit.Event event(BreakRecord row, Instant at, Ruling ruling, What what) {
        return row.found().event(at, ruling.as(), what, ruling.detail(), Change.NONE);
    }

    private static Audit.Event moved(
            BreakRecord was, BreakRecord is, Ruling ruling, What what, @Nullable String reason) {
        Change change = new Change(reason, was.found().status().name(), is.found().status().name());
        return is.found().event(is.updatedAt(), ruling.as(), what, ruling.detail(), change);
    }

    /** What a decision makes of one break. */
    private record Step(BreakRecord row, List<Audit.Event> events, List<String> said) {
        static Step of(BreakRecord row, Audit.Event... events) {
            return new Step(row, List.of(events), List.of());
        }
    }

    private interface Taking {
        Step of(BreakRecord row, Instant at);
    }

    private Decision decide(List<String> ids, Ruling ruling, Objection objection, Taking taking) {
        Label.person(ruling.as());
        Label.person(ruling.importer());
        Label.note(ruling.note());
        return audit.write(chain -> {
            List<BreakRecord> rows = new ArrayList<>();
            for (String id : ids) {
                List<BreakRecord> matches = breaks.show(id);
                if (matches.isEmpty()) {
                    return new Decision.Unknown(id);
                }
                if (matches.size() > 1) {
                    return new Decision.Ambiguous(id, matches);
                }
                BreakRecord row = matches.getFirst();
                Optional<String> refusal = elsewhere(row).or(() -> objection.to(row));
                if (refusal.isPresent()) {
                    return new Decision.Refused(row, refusal.get());
                }
                if (!rows.contains(row)) {
                    rows.add(row);
                }
            }
            Instant at = now();
            List<Step> steps = rows.stream().map(row -> taking.of(row, at)).toList();
            BreakRows.write(
                    jdbc,
                    List.of(),
                    steps.stream()
                            .filter(step -> !step.events().isEmpty())
                            .map(Step::row)
                            .toList());
            steps.forEach(step -> step.events().forEach(chain::append));
            return new Decision.Made(
                    steps.stream().map(Step::row).toList(),
                    steps.stream().flatMap(step -> step.said().stream()).toList());
        });
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
