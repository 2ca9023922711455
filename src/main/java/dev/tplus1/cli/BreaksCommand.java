package dev.tplus1.cli;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.cli.speech.BreakBlock;
import dev.tplus1.cli.speech.BreaksTable;
import dev.tplus1.cli.speech.ImportAnswer;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

@Command(
        name = "breaks",
        description = "List, show, resolve and approve breaks; import decisions.",
        subcommands = {
            BreaksCommand.ListCommand.class,
            BreaksCommand.ShowCommand.class,
            BreaksCommand.ResolveCommand.class,
            BreaksCommand.ApproveCommand.class,
            BreaksCommand.ImportCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  tplus1 breaks list --job jobs/shop.yaml",
            "  tplus1 breaks show 7K3M9QX2 --job jobs/shop.yaml"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
final class BreaksCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "breaks: name one of list, show, resolve, approve, import");
    }

    /** What all of them take. */
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class Shared {
        @Option(
                names = "--job",
                required = true,
                paramLabel = "FILE",
                description = "The job file.")
        private Path job;

        @Option(
                names = "--as",
                paramLabel = "NAME",
                description = "Who decides, for the audit trail; left out: this user.")
        private @Nullable String as;

        @Option(names = "--json", description = "Answer as JSON.")
        private boolean json;

        private String name() {
            return Arguments.decider(as);
        }
    }

    @Command(
            name = "list",
            description = "List breaks; without filters, all that is not closed.",
            footer = {
                "",
                "Examples:",
                "  tplus1 breaks list --job jobs/shop.yaml",
                "  tplus1 breaks list --job jobs/shop.yaml --date 2026-11-28 --status OPEN --json"
            })
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class ListCommand implements Callable<Integer> {
        private final Session session;
        @Mixin private Shared shared;

        @Option(names = "--date", paramLabel = "D", description = "Only of this business date.")
        private @Nullable String date;

        @Option(names = "--account", paramLabel = "ID", description = "Only of this account.")
        private @Nullable String account;

        @Option(
                names = "--status",
                paramLabel = "S",
                description = "Only in this status, CLOSED say; may be repeated.")
        private List<String> statuses = List.of();

        @Option(
                names = "--type",
                paramLabel = "T",
                description = "Only of this type, UNKNOWN_ORDER say; may be repeated.")
        private List<String> types = List.of();

        ListCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            LocalDate day = Arguments.optionalDate("--date", date);
            List<Status> inStatus =
                    statuses.stream().map(s -> one("--status", s, Status.values())).toList();
            List<BreakType> ofType =
                    types.stream().map(t -> one("--type", t, BreakType.values())).toList();
            Work.Job job = session.job(shared.job);
            if (account != null) {
                Session.requireAccounts(job, List.of(account));
            }
            BreaksTable table =
                    session.work().breaks(new Work.BreaksList(job, day, account, inStatus, ofType));
            session.terminal().answer(shared.json ? List.of(table.json()) : table.lines());
            return ExitCode.DONE.code();
        }

        private static <E extends Enum<E>> E one(String option, String text, E[] known) {
            String name = text.toUpperCase(Locale.ENGLISH).replace('-', '_');
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
                            + String.join(", ", Arrays.stream(known).map(Enum::name).toList())
                            + ".");
        }
    }

    @Command(
            name = "show",
            description = "Show one break, both sides of it, and its history.",
            footer = {
                "",
                "Examples:",
                "  tplus1 breaks show 7K3M9QX2 --job jobs/shop.yaml",
                "  tplus1 breaks show 7K3M9QX2 --job jobs/shop.yaml --json"
            })
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class ShowCommand implements Callable<Integer> {
        private final Session session;
        @Mixin private Shared shared;

        @Parameters(paramLabel = "ID", description = "The break's id.")
        private String id;

        ShowCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            String wanted = Arguments.breakId(id);
            BreakBlock block = session.work().showBreak(session.job(shared.job), wanted);
            session.terminal().answer(shared.json ? List.of(block.json()) : block.lines());
            return ExitCode.DONE.code();
        }
    }

    @Command(
            name = "resolve",
            description = "Say that a break is dealt with, and how.",
            footer = {
                "",
                "Examples:",
                "  tplus1 breaks resolve 7K3M9QX2 --job jobs/shop.yaml --note \"refunded by hand\"",
                "  tplus1 breaks resolve 7K3M9QX2 --job jobs/shop.yaml --as finance-02 \\",
                "      --note \"booked by hand, voucher 5521\""
            })
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class ResolveCommand implements Callable<Integer> {
        private final Session session;
        @Mixin private Shared shared;

        @Parameters(paramLabel = "ID", description = "The break's id.")
        private String id;

        @Option(
                names = "--note",
                required = true,
                paramLabel = "N",
                description = "What was done, for the audit trail.")
        private String note;

        ResolveCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            String wanted = Arguments.breakId(id);
            String words = Arguments.note(note);
            String as = shared.name();
            Work.Job job = session.job(shared.job);
            String resolved = session.work().resolveBreak(job, wanted, words, as);
            session.terminal()
                    .answer(
                            shared.json
                                    ? "{\"break_id\":\"" + resolved + "\",\"status\":\"RESOLVED\"}"
                                    : resolved + ": resolved.");
            return ExitCode.DONE.code();
        }
    }

    @Command(
            name = "approve",
            description = "Let replays that were held back go ahead: these, or all of a date.",
            footer = {
                "",
                "Examples:",
                "  tplus1 breaks approve --job jobs/shop.yaml --account wechat-shop \\",
                "      --date 2026-11-28 --note \"gateway was down, looked at 20 of them\"",
                "  tplus1 breaks approve 7K3M9QX2 --job jobs/shop.yaml --note \"order is real\""
            })
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class ApproveCommand implements Callable<Integer> {
        private final Session session;
        @Mixin private Shared shared;

        @Parameters(paramLabel = "ID", arity = "0..*", description = "The breaks' ids.")
        private List<String> ids = List.of();

        @Option(names = "--date", paramLabel = "D", description = "All that is held of this date.")
        private @Nullable String date;

        @Option(names = "--account", paramLabel = "A", description = "The date's account.")
        private @Nullable String account;

        @Option(
                names = "--note",
                required = true,
                paramLabel = "N",
                description = "Why, for the audit trail.")
        private String note;

        ApproveCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            if (ids.isEmpty() && (date == null || account == null)) {
                throw new SettingException(
                        "breaks approve: name the breaks, or --date and --account together.");
            }
            if (!ids.isEmpty() && (date != null || account != null)) {
                throw new SettingException(
                        "breaks approve: either the breaks' ids, or --date and --account; not"
                                + " both.");
            }
            LocalDate day = Arguments.optionalDate("--date", date);
            List<String> wanted = ids.stream().map(Arguments::breakId).distinct().toList();
            String words = Arguments.note(note);
            String as = shared.name();
            Work.Job job = session.job(shared.job);
            if (account != null) {
                Session.requireAccounts(job, List.of(account));
            }
            Answers answers = new Answers(session.terminal(), false);
            session.work()
                    .approve(
                            new Work.Approve(job, wanted, day, account, words, as),
                            session.terminal().progress(),
                            answers);
            return answers.conclude("dates").code();
        }
    }

    @Command(
            name = "import",
            description = {
                "Apply what was decided in a report.xlsx.",
                "Rows that changed meanwhile are refused, each with its reason (exit 3)."
            },
            footer = {
                "",
                "Examples:",
                "  tplus1 breaks import report.xlsx --job jobs/shop.yaml",
                "  tplus1 breaks import report.xlsx --job jobs/shop.yaml --as finance-02"
            })
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class ImportCommand implements Callable<Integer> {
        private final Session session;
        @Mixin private Shared shared;

        @Parameters(paramLabel = "FILE", description = "The report.xlsx, with its decisions.")
        private Path file;

        private ExitCode rows = ExitCode.DONE;

        ImportCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            Path decided = Arguments.existing("FILE", file);
            String as = shared.name();
            Work.Job job = session.job(shared.job);
            Terminal aside = shared.json ? session.terminal().onErr() : session.terminal();
            Answers answers = new Answers(aside, false);
            session.work()
                    .importDecisions(
                            new Work.Import(job, decided, as),
                            aside.progress(),
                            this::told,
                            answers);
            return ExitCode.mostSevere(List.of(rows, answers.conclude("dates"))).code();
        }

        private void told(ImportAnswer imported) {
            session.terminal().answer(shared.json ? imported.json() : imported.line());
            session.terminal().complain(imported.troubles(session.terminal()));
            rows = imported.refused().isEmpty() ? ExitCode.DONE : ExitCode.BREAKS;
        }
    }
}
