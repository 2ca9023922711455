package dev.tplus1.cli;

import dev.tplus1.cli.speech.OutboxTable;
import dev.tplus1.cli.speech.RelayAnswer;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.entry.SettingException;
import dev.tplus1.outbox.Letters;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "outbox",
        description = "Publish the messages that callbacks left; look at those that cannot be.",
        subcommands = {
            OutboxCommand.RelayCommand.class,
            OutboxCommand.ListCommand.class,
            OutboxCommand.RequeueCommand.class,
            OutboxCommand.DiscardCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  tplus1 outbox relay --job jobs/shop.yaml",
            "  tplus1 outbox list --job jobs/shop.yaml --dead"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
final class OutboxCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "outbox: name one of relay, list, requeue, discard");
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
    }

    @Command(
            name = "relay",
            description = "Publish what is due, in order per order number, at least once.",
            footer = {
                "",
                "Examples:",
                "  tplus1 outbox relay --job jobs/shop.yaml --fail-on-dead",
                "  tplus1 outbox relay --job jobs/shop.yaml --follow --poll 2s"
            })
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class RelayCommand implements Callable<Integer> {
        private static final Duration MIN_POLL = Duration.ofMillis(100);
        private static final Duration MAX_POLL = Duration.ofHours(1);

        private final Session session;
        @Mixin private Shared shared;

        @Option(names = "--follow", description = "Stay, and publish what comes, until stopped.")
        private boolean follow;

        @Option(
                names = "--poll",
                paramLabel = "D",
                description = "With --follow: how often to look; left out: 5s.")
        private @Nullable String poll;

        @Option(names = "--fail-on-dead", description = "Exit 3 where there are dead letters.")
        private boolean failOnDead;

        RelayCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            if (poll != null && !follow) {
                throw new SettingException(
                        "--poll: goes with --follow; add it, or leave this out.");
            }
            Duration every = Arguments.duration("--poll", poll == null ? "5s" : poll);
            if (every.compareTo(MIN_POLL) < 0 || every.compareTo(MAX_POLL) > 0) {
                throw new SettingException("--poll " + poll + ": must be from 1s to 1h.");
            }
            Terminal terminal = session.terminal();
            Work.Job job = session.job(shared.job);
            RelayAnswer answer =
                    session.work()
                            .relay(
                                    new Work.RelayRequest(job, follow, every),
                                    trouble -> terminal.complain(List.of(trouble)),
                                    end -> {
                                        terminal.answer(end.lines(terminal));
                                        terminal.complain(end.troubles(terminal));
                                    });
            return code(answer).code();
        }

        private ExitCode code(RelayAnswer answer) {
            return switch (answer.end()) {
                case STOPPED -> ExitCode.STOPPED;
                case LEFT_ALONE -> ExitCode.FAILED;
                case RUNNING_ELSEWHERE -> ExitCode.RUNNING;
                case DONE -> failOnDead && answer.dead() > 0 ? ExitCode.BREAKS : ExitCode.DONE;
            };
        }
    }

    @Command(
            name = "list",
            description = "List the messages that are not published: those waiting and the dead.",
            footer = {
                "",
                "Examples:",
                "  tplus1 outbox list --job jobs/shop.yaml",
                "  tplus1 outbox list --job jobs/shop.yaml --dead --json"
            })
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class ListCommand implements Callable<Integer> {
        private final Session session;
        @Mixin private Shared shared;

        @Option(names = "--dead", description = "Only dead letters.")
        private boolean dead;

        @Option(names = "--all", description = "Those that were discarded too.")
        private boolean all;

        @Option(names = "--json", description = "Answer as JSON.")
        private boolean json;

        ListCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            if (dead && all) {
                throw new SettingException("outbox list: either --dead or --all; not both.");
            }
            Letters.Which which =
                    dead
                            ? Letters.Which.DEAD
                            : all ? Letters.Which.ALL_UNPUBLISHED : Letters.Which.WAITING_AND_DEAD;
            Work.Job job = session.job(shared.job);
            OutboxTable table = session.work().outbox(new Work.OutboxList(job, which));
            session.terminal().answer(json ? List.of(table.json()) : table.lines());
            session.terminal().complain(table.troubles());
            return ExitCode.DONE.code();
        }
    }

    @Command(
            name = "requeue",
            description = "Have messages tried again as if they were new.",
            footer = {
                "",
                "Examples:",
                "  tplus1 outbox requeue --job jobs/shop.yaml 812 815",
                "  tplus1 outbox requeue --job jobs/shop.yaml --all-dead"
            })
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class RequeueCommand implements Callable<Integer> {
        private final Session session;
        @Mixin private Shared shared;

        @Parameters(paramLabel = "ID", arity = "0..*", description = "The messages' ids.")
        private List<String> ids = List.of();

        @Option(names = "--all-dead", description = "All dead letters.")
        private boolean allDead;

        RequeueCommand(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            if (ids.isEmpty() != allDead) {
                throw new SettingException(
                        "outbox requeue: name either the messages' ids, or --all-dead.");
            }
            List<Long> wanted = Arguments.messageIds(ids);
            Work.Job job = session.job(shared.job);
            long requeued = session.work().requeue(new Work.Requeue(job, wanted));
            session.terminal()
                    .answer(
                            Speech.count(requeued, "message", "messages")
                                    + " requeued; the next relay tries "
                                    + (requeued == 1 ? "it" : "them")
                                    + " again.");
            return ExitCode.DONE.code();
        }
    }

    @Command(
            name = "discard",
            description = "Never publish these messages, so that those behind them go on.",
            footer = {
                "",
                "Examples:",
                "  tplus1 outbox discard --job jobs/shop.yaml 812 --note \"delivered by hand\"",
                "  tplus1 outbox discard --job jobs/shop.yaml 812 815 --as ops-1 \\",
                "      --note \"the shop closed these orders\""
            })
    @SuppressWarnings("NullAway.Init") // picocli fills the fields in
    static final class DiscardCommand implements Callable<Integer> {
        private final Session session;
        @Mixin private Shared shared;

        @Parameters(paramLabel = "ID", arity = "1..*", description = "The messages' ids.")
        private List<String> ids = List.of();

        @Option(
                names = "--note",
                required = true,
                paramLabel = "N",
                description = "Why; kept with the message.")
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
            List<Long> wanted = Arguments.messageIds(ids);
            String words = Arguments.note(note);
            String who = Arguments.decider(as);
            Work.Job job = session.job(shared.job);
            long discarded = session.work().discard(new Work.Discard(job, wanted, words, who));
            session.terminal()
                    .answer(Speech.count(discarded, "message", "messages") + " discarded.");
            return ExitCode.DONE.code();
        }
    }
}
