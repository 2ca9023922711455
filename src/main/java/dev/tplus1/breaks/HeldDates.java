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
import dev.tplus1.database.Database;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.JdbcTemplate;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** What people decide about dates that are held. Thread-safe. */
public final class HeldDates {
    private final JdbcTemplate jdbc;
    private final Revisions revisions;
    private final Audit audit;
    private final Approvals approvals;
    private final Clock clock;

    /** Where one person approves. */
    public HeldDates(Database database, Clock clock) {
        this(database, clock, ApprovalSettings.ONE_PERSON);
    }

    public HeldDates(Database database, Clock clock, ApprovalSettings settings) {
        this.jdbc = new JdbcTemplate(database.dataSource());
        this.revisions = new Revisions(database, clock);
        this.audit = new Audit(database);
        this.approvals = new Approvals(settings);
        this.clock = clock;
    }

    /** What came of approving a date. */
    public sealed interface Decision {
        /**
         * It is approved, or was for the first time of two.
         *
         * @param revision as it stands now
         * @param said what was found out beside it, each one plain sentence
         */
        record Made(Revision revision, List<String> said) implements Decision {}

        /** The date's latest revision is not held; nothing was changed. */
        record NotHeld() implements Decision {}

        /** Nothing was changed; {@code why} is one plain sentence. */
        record Refused(String why) implements Decision {}
    }

    /** Whose first approval of a held date waits for a second. */
    public @Nullable FirstApproval waiting(String account, LocalDate date) {
        Optional<Revision> held = revisions.latest(account, date).filter(Revision::held);
        return held.isEmpty() ? null : subject(held.get()).waiting();
    }

    /**
     * A person approves a held date: recorded on its latest revision, for a run to apply. Where it
     * takes two persons, the first one's is kept beside it, and the date stays as it is.
     *
     * @param as who, 1 to 64 characters
     * @param note why, 1 to 2,000 characters
     */
    public Decision approve(String account, LocalDate date, String as, String note) {
        String by = Label.person(as);
        String why = Label.note(note);
        return audit.write(chain -> {
            Optional<Revision> held = revisions.latest(account, date).filter(Revision::held);
            return held.isEmpty() ? new Decision.NotHeld() : approve(held.get(), by, why, chain);
        });
    }

    private Decision approve(Revision held, String by, String note, Audit.Chain chain) {
        Revision.Id id = held.id();
        Instant at = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Subject subject = subject(held);
        List<String> said = new ArrayList<>();
        switch (approvals.turn(subject, by)) {
            case Turn.Only _ -> {
                writeFirst(id, null);
                write(id, new Approval(by, note, at));
                chain.append(event(id, at, by, What.APPROVED, note));
            }
            case Turn.Second _ -> {
                write(id, new Approval(by, note, at));
                chain.append(event(id, at, by, What.APPROVED, note));
            }
            // who let it go is kept, but this one has it run again
            case Turn.Again _ -> chain.append(event(id, at, by, What.APPROVED, note));
            case Turn.First(FirstApproval stale) -> {
                Optional<String> none =
                        stale == null
                                ? ofEarlierRevision(id)
                                : Optional.of(stale.stale("what is held changed since"));
                none.ifPresent(each -> {
                    said.add(id.account() + " " + id.date() + ": " + each);
                    chain.append(event(id, at, by, What.APPROVAL_VOID, each));
                });
                writeFirst(id, new FirstApproval(by, note, at, subject.of()));
                chain.append(event(id, at, by, What.FIRST_APPROVED, note));
            }
            case Turn.Refused(String why) -> {
                return new Decision.Refused(why);
            }
        }
        return new Decision.Made(revisions.row(id).orElseThrow(), said);
    }

    private Optional<String> ofEarlierRevision(Revision.Id id) {
        Optional<Revision> before =
                revisions.list(id.account(), id.date()).reversed().stream()
                        .filter(each -> each.id().number() < id.number())
                        .findFirst();
        if (before.isEmpty() || before.get().approval() != null) {
            return Optional.empty();
        }
        String why =
                "it was of " + before.get().id().label() + ", and " + id.label() + " is held now";
        return Optional.ofNullable(before.get().first()).map(first -> first.stale(why));
    }

    /** What a held date would replay, and which of its breaks wait. */
    private Subject subject(Revision held) {
        Revision.Id id = held.id();
        List<Money> sums = sums(jdbc, id, "status = 'HELD'");
        List<String> rests =
                new ArrayList<>(
                        List.of(id.account(), id.date().toString(), Integer.toString(id.number())));
        sums.forEach(sum -> rests.add(sum.toString()));
        rests.add(waitingBreaks(id));
        Subject alone = Subject.of(rests, sums, held.first(), held.approval() != null);
        if (!approvals.settings().bySum()) {
            return alone;
        }
        String gone = gone(revisions.list(id.account(), id.date()));
        return alone.summing(sums(jdbc, id, "(status = 'HELD' OR " + gone + ")"));
    }

    /** The missed callbacks of a date that a person let go before, as an SQL condition. */
    private static String gone(List<Revision> revisions) {
        boolean whole = revisions.stream().anyMatch(each -> each.approval() != null);
        return "(status IN ('OPEN', 'REPAIRED')" + (whole ? ")" : " AND approved_by IS NOT NULL)");
    }

    /**
     * By what a missed callback is judged whose date is held or was: all that wait of it, and those
     * that a person let go before, since who resolves some, lets the others go and reopens these
     * would let go the whole. None where its date was never held.
     */
    static Optional<List<Money>> together(
            JdbcOperations jdbc, Revisions revisions, String account, LocalDate date) {
        List<Revision> all = revisions.list(account, date);
        if (all.stream().noneMatch(each -> each.held() || each.approval() != null)) {
            return Optional.empty();
        }
        String waiting = "(status IN ('HELD', 'OPEN') OR " + gone(all) + ")";
        return Optional.of(sums(jdbc, all.getLast().id(), waiting));
    }

    /**
     * A person changed which breaks wait with their date: its first approval does not count any
     * more, also where the change is taken back.
     */
    static void changed(JdbcOperations jdbc, BreakRecord was, BreakRecord is) {
        if (was.found().status() == Status.HELD || is.found().status() == Status.HELD) {
            jdbc.update(
                    "UPDATE tplus1_revision SET first_approved_of = '' WHERE account = ? AND"
                            + " business_date = ? AND first_approved_by IS NOT NULL AND approved_by"
                            + " IS NULL",
                    is.account(),
                    is.date());
        }
    }

    /** A date's missed callbacks under a condition, summed exactly by currency. */
    private static List<Money> sums(JdbcOperations jdbc, Revision.Id id, String condition) {
        return jdbc.query(
                "SELECT statement_currency, SUM(statement_minor) AS minor FROM tplus1_break WHERE"
                        + " account = ? AND business_date = ? AND type = 'MISSED_CALLBACK' AND "
                        + condition
                        + " GROUP BY statement_currency ORDER BY statement_currency",
                (rows, _) ->
                        new Money(
                                rows.getBigDecimal("minor").longValueExact(),
                                Money.currency(rows.getString("statement_currency"))),
                id.account(),
                id.date());
    }

    /** A SHA-256 of which breaks are held, so that one in another's place is not taken for it. */
    private String waitingBreaks(Revision.Id id) {
        MessageDigest all = Approvals.sha256();
        jdbc.query(
                "SELECT identity_hash FROM tplus1_break WHERE account = ? AND business_date = ? AND"
                        + " status = 'HELD' ORDER BY identity_hash",
                rows -> {
                    all.update(rows.getString("identity_hash").getBytes(StandardCharsets.US_ASCII));
                },
                id.account(),
                id.date());
        return HexFormat.of().formatHex(all.digest());
    }

    private void write(Revision.Id id, Approval approval) {
        jdbc.update(
                "UPDATE tplus1_revision SET approved_by = ?, approved_note = ?, approved_at = ?"
                        + " WHERE account = ? AND business_date = ? AND revision = ?",
                approval.by(),
                approval.note(),
                BreakRows.utc(approval.at()),
                id.account(),
                id.date(),
                id.number());
    }

    private void writeFirst(Revision.Id id, @Nullable FirstApproval first) {
        jdbc.update(
                "UPDATE tplus1_revision SET first_approved_by = ?, first_approved_note = ?,"
                        + " first_approved_at = ?, first_approved_of = ?"
                        + " WHERE account = ? AND business_date = ? AND revision = ?",
                first == null ? null : first.by(),
                first == null ? null : first.note(),
                first == null ? null : BreakRows.utc(first.at()),
                first == null ? null : first.of(),
                id.account(),
                id.date(),
                id.number());
    }

    private static Audit.Event event(
            Revision.Id id, Instant at, String by, What what, String detail) {
        return new Audit.Event(
                null,
                null,
                id.account(),
                id.date(),
                at,
                by,
                what,
                id.label() + ": " + detail,
                Change.NONE);
    }
}
