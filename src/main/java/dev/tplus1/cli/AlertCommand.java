package dev.tplus1.cli;

import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.cli.speech.CheckLine;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.cli.speech.alert.AlertAnswer;
import dev.tplus1.cli.speech.alert.AlertTable;
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
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "alert",
        description = "Try the channels that tell people; deliver what they have not got.",
        subcommands = {
            AlertCommand.TestCommand.class,
            AlertCommand.SendCommand.class,
            AlertCommand.ListCommand.class,
            AlertCommand.RetryCommand.class,
            AlertCommand.DiscardCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  tplus1 alert test --job jobs/shop.yaml",
            "  tplus1 alert send --job jobs/shop.yaml"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
final class AlertCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "alert: name one of test, send, list, retry, discard");
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

        /** The job, which must have channels. */
        Work.Job read(Session session) {
            Work.Job read = session.job(job);
            if (names(read).isEmpty()) {
                throw new SettingException(
                        job + ": alerts.channels: names nobody to tell; add a channel");
            }
            return read;
        }

        static List<String> names(Work.Job job) {
            return job.file().alerts().to().channels().stream().map(ChannelSettings::name).toList();
        }

        static void requireChannel(Work.Job job, String channel) {
            List<String> names = names(job);
            if (!names.contains(channel)) {
                throw new SettingException(
                        "--channel "
                                + Speech.bounded(channel)
                                + ": no such channel in "
                                + job.path()
                                + "; it has "
                                + (names.isEmpty() ? "none" : String.join(", ", names)));
            }
        }
    }

    @Command(
            name = "test",
            description = "Send a sample, marked as one, and say what each channel answered.",
            footer = {
                "",
                "Examples:",
                "  tplus1 alert test --job jobs/shop.yaml",
                "  tplus1 alert test --job jobs/shop.yaml --channel finance"
            })
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class TestCommand implements Callable<Integer> {
        private final Session session;
        @Mixin private Shared shared;

        @Option(names = "--channel", paramLabel = "NAME", description = "Only this channel.")
        private @Nullable String channel;

        TestCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            Work.Job job = shared.read(session);
            String only = channel;
            if (only != null) {
                Shared.requireChannel(job, only);
            }
            List<CheckLine> answers =
                    session.work().alertTest(job, only == null ? Shared.names(job) : List.of(only));
            session.terminal().answer(CheckLine.lines(answers, session.terminal()));
            return answers.stream().anyMatch(CheckLine::failed)
                    ? ExitCode.FAILED.code()
                    : ExitCode.DONE.code();
        }
    }

    @Command(
            name = "send",
            description = "Deliver the notices that wait, each at least once.",
            footer = {
                "",
                "Examples:",
                "  tplus1 alert send --job jobs/shop.yaml",
                "  tplus1 alert send --job jobs/shop.yaml --fail-on-dead"
            })
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class SendCommand implements Callable<Integer> {
        private final Session session;
        @Mixin private Shared shared;

        @Option(names = "--fail-on-dead", description = "Exit 3 where there are dead notices.")
        private boolean failOnDead;

        SendCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            Terminal terminal = session.terminal();
            AlertAnswer answer =
                    session.work()
                            .alertSend(
                                    session.job(shared.job),
                                    end -> {
                                        terminal.answer(end.lines(terminal));
                                        terminal.complain(end.complaints(terminal));
                                    });
            ExitCode code =
                    switch (answer.end()) {
                        case STOPPED -> ExitCode.STOPPED;
                        case RUNNING_ELSEWHERE -> ExitCode.RUNNING;
                        case DONE ->
                                failOnDead && answer.dead() > 0 ? ExitCode.BREAKS : ExitCode.DONE;
                    };
            return code.code();
        }
    }

    @Command(
            name = "list",
            description = "List the notices that are not delivered: those waiting and the dead.",
            footer = {
                "",
                "Examples:",
                "  tplus1 alert list --job jobs/shop.yaml",
                "  tplus1 alert list --job jobs/shop.yaml --json"
            })
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class ListCommand implements Callable<Integer> {
        private final Session session;
        @Mixin private Shared shared;

        @Option(names = "--json", description = "Answer as JSON.")
        private boolean json;

        ListCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            AlertTable table = session.work().alerts(session.job(shared.job));
            session.terminal().answer(json ? List.of(table.json()) : table.lines());
            session.terminal().complain(table.troubles());
            return ExitCode.DONE.code();
        }
    }

    @Command(
            name = "retry",
            description = "Have notices tried again as if they were new.",
            footer = {
                "",
                "Examples:",
                "  tplus1 alert retry --job jobs/shop.yaml 12 15",
                "  tplus1 alert retry --job jobs/shop.yaml --channel finance"
            })
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class RetryCommand implements Callable<Integer> {
        private final Session session;
        @Mixin private Shared shared;

        @Parameters(paramLabel = "ID", arity = "0..*", description = "The notices' ids.")
        private List<String> ids = List.of();

        @Option(
                names = "--channel",
                paramLabel = "NAME",
                description = "All of this channel's that are dead.")
        private @Nullable String channel;

        RetryCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            if (ids.isEmpty() == (channel == null)) {
                throw new SettingException(
                        "alert retry: name either the notices' ids, or --channel.");
            }
            List<Long> wanted = Arguments.noticeIds(ids);
            Work.Job job = session.job(shared.job);
            String of = channel == null ? "" : channel;
            if (!of.isEmpty()) {
                Shared.requireChannel(job, of);
            }
            long retried = session.work().alertRetry(new Work.AlertRetry(job, wanted, of));
            session.terminal()
                    .answer(
                            Speech.count(retried, "notice", "notices")
                                    + " to be tried again, by the next run or tplus1 alert send.");
            return ExitCode.DONE.code();
        }
    }

    @Command(
            name = "discard",
            description = "Never deliver these notices.",
            footer = {
                "",
                "Examples:",
                "  tplus1 alert discard --job jobs/shop.yaml 12 --note \"told by hand\"",
                "  tplus1 alert discard --job jobs/shop.yaml 12 15 --as ops-1 --note \"old\""
            })
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class DiscardCommand implements Callable<Integer> {
        private final Session session;
        @Mixin private Shared shared;

        @Parameters(paramLabel = "ID", arity = "1..*", description = "The notices' ids.")
        private List<String> ids = List.of();

        @Option(
                names = "--note",
                required = true,
                paramLabel = "N",
                description = "Why; kept with the notice.")
        private String note;

        @Option(
                names = "--as",
                paramLabel = "NAME",
                description = "Who decides; left out: this user.")
        private @Nullable String as;

        DiscardCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            List<Long> wanted = Arguments.noticeIds(ids);
            String words = Arguments.note(note);
            String who = Arguments.decider(as);
            Work.Job job = session.job(shared.job);
            long discarded = session.work().alertDiscard(new Work.Discard(job, wanted, words, who));
            session.terminal().answer(Speech.count(discarded, "notice", "notices") + " discarded.");
            return ExitCode.DONE.code();
        }
    }
}
