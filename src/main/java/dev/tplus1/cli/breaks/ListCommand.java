package dev.tplus1.cli.breaks;

import dev.tplus1.breaks.BreakList.Owner;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Risk;
import dev.tplus1.breaks.Status;
import dev.tplus1.cli.Arguments;
import dev.tplus1.cli.Deciding;
import dev.tplus1.cli.ExitCode;
import dev.tplus1.cli.Session;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.ArrayAnswer;
import dev.tplus1.cli.speech.BreaksTable;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.time.Duration;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;

@Command(
        name = "list",
        description = "List breaks; without filters, all that is not closed.",
        footer = {
            "",
            "Examples:",
            "  tplus1 breaks list --job jobs/shop.yaml --owner none --older-than 3d",
            "  tplus1 breaks list --job jobs/shop.yaml --date 2026-11-28 --status OPEN --json"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
public final class ListCommand implements Callable<Integer> {
    private static final String NONE = "none";

    private final Session session;
    @Mixin private Shared shared;

    @Option(names = "--account", paramLabel = "ID", description = "Only of this account.")
    private @Nullable String account;

    @Option(names = "--date", paramLabel = "D", description = "Only of this business date.")
    private @Nullable String date;

    @Option(names = "--from", paramLabel = "D", description = "Only of this date and later ones.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "D", description = "Only of this date and earlier ones.")
    private @Nullable String to;

    @Option(
            names = "--type",
            paramLabel = "T",
            description = "Only of this type, UNKNOWN_ORDER say; may be repeated.")
    private List<String> types = List.of();

    @Option(
            names = "--risk",
            paramLabel = "R",
            description = "Only of this risk: low, medium or high; may be repeated.")
    private List<String> risks = List.of();

    @Option(
            names = "--status",
            paramLabel = "S",
            description = "Only in this status, CLOSED say; may be repeated.")
    private List<String> statuses = List.of();

    @Option(
            names = "--owner",
            paramLabel = "NAME",
            description = "Only what NAME looks after; none: what nobody does.")
    private @Nullable String owner;

    @Option(
            names = "--older-than",
            paramLabel = "AGE",
            description = "Only what is older than this, 3d say.")
    private @Nullable String olderThan;

    public ListCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (date != null && (from != null || to != null)) {
            throw new SettingException("breaks list: either --date, or --from and --to; not both.");
        }
        LocalDate first = Arguments.optionalDate("--from", from);
        LocalDate last = Arguments.optionalDate("--to", to);
        if (first != null && last != null && last.isBefore(first)) {
            throw new SettingException("--to " + last + ": is before --from " + first + ".");
        }
        LocalDate day = Arguments.optionalDate("--date", date);
        Set<Status> inStatus = all("--status", statuses, Status.class);
        Set<BreakType> ofType = ofTypes();
        Owner ownedBy = owner == null ? null : owner(owner);
        Duration age = olderThan == null ? null : Arguments.duration("--older-than", olderThan);
        Work.Job job = session.job(shared.job());
        if (account != null) {
            Session.requireAccounts(job, List.of(account));
        }
        Deciding.BreaksList request =
                new Deciding.BreaksList(
                        job,
                        account,
                        day == null ? first : day,
                        day == null ? last : day,
                        inStatus,
                        ofType,
                        ownedBy,
                        age);
        if (shared.json()) {
            ArrayAnswer array = new ArrayAnswer(session.terminal());
            session.work().breaks(request, row -> array.add(row::write));
            array.end();
        } else {
            BreaksTable table = new BreaksTable();
            session.work().breaks(request, table::add);
            session.terminal().answer(table.lines());
        }
        return ExitCode.DONE.code();
    }

    private static Owner owner(String text) {
        String name = Arguments.name("--owner", text);
        return new Owner(name.equals(NONE) ? null : name);
    }

    private Set<BreakType> ofTypes() {
        Set<BreakType> named = all("--type", types, BreakType.class);
        Set<Risk> risky = all("--risk", risks, Risk.class);
        if (risky.isEmpty()) {
            return named;
        }
        EnumSet<BreakType> both =
                named.isEmpty() ? EnumSet.allOf(BreakType.class) : EnumSet.copyOf(named);
        both.removeIf(type -> !risky.contains(type.risk()));
        if (both.isEmpty()) {
            throw new SettingException(
                    "breaks list: no type that --type names has such a --risk; leave one out.");
        }
        return both;
    }

    private static <E extends Enum<E>> Set<E> all(
            String option, List<String> texts, Class<E> type) {
        EnumSet<E> all = EnumSet.noneOf(type);
        texts.forEach(text -> all.add(one(option, text, type)));
        return all;
    }

    private static <E extends Enum<E>> E one(String option, String text, Class<E> type) {
        String name = text.toUpperCase(Locale.ENGLISH).replace('-', '_');
        List<E> known = List.copyOf(EnumSet.allOf(type));
        for (E constant : known) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        throw new SettingException(
                option
                        + " "
                        + Speech.bounded(text)
                        + ": none of "
                        + String.join(", ", known.stream().map(Enum::name).toList())
                        + ".");
    }
}
