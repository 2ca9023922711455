package dev.tplus1.cli;

import dev.tplus1.cli.speech.Speech;
import dev.tplus1.cli.speech.Terminal;

import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.PrintWriter;
import java.io.Writer;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** The command line: reads arguments, runs one command, answers with its exit code. */
public final class Cli {
    /** What {@code logback.xml} takes its level from. */
    private static final String LOG_LEVEL = "tplus1.log";

    private static final int WIDTH = 100;

    private final Session session;
    private final boolean verbose;

    private Cli(Session session, boolean verbose) {
        this.session = session;
        this.verbose = verbose;
    }

    /**
     * Runs a command.
     *
     * @param environment what the job file's {@code ${NAME}} stand for
     * @param work is asked for what does the work only when a command is about to start it
     */
    public static int run(
            String[] args,
            Terminal terminal,
            Map<String, String> environment,
            Supplier<Work> work) {
        boolean verbose = Arrays.asList(args).contains("--verbose");
        if (verbose && System.getProperty(LOG_LEVEL) == null) {
            // before anything that logs is loaded
            System.setProperty(LOG_LEVEL, "INFO");
        }
        Cli cli = new Cli(new Session(terminal, environment, work), verbose);
        int code;
        try {
            code = cli.execute(args);
        } catch (Error e) {
            code = cli.failed(e);
        }
        cli.session.ended(code);
        return code;
    }

    private int execute(String[] args) {
        CommandLine line = new CommandLine(RootCommand.class, new Factory(session));
        line.getCommandSpec().version("tplus1 " + version());
        line.setExpandAtFiles(false);
        line.setUsageHelpWidth(WIDTH);
        line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        line.setOut(new PrintWriter(new Answering(session.terminal()), true));
        line.setParameterExceptionHandler((e, _) -> usage(e));
        line.setExecutionExceptionHandler((e, _, _) -> failed(e));
        return line.execute(args);
    }

    /** The program's, as its jar has it. */
    public static String version() {
        String version = Cli.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    private int usage(ParameterException e) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        session.terminal()
                .complain(List.of("tplus1: " + wrong(e) + "; see " + command + " --help"));
        return ExitCode.USAGE.code();
    }

    private static String wrong(ParameterException e) {
        String message = Speech.line(String.valueOf(e.getMessage()));
        return switch (e) {
            case UnmatchedArgumentException unmatched -> {
                List<String> near = unmatched.getSuggestions();
                yield (unmatched.isUnknownOption() ? "unknown option " : "unexpected argument ")
                        + Speech.bounded(unmatched.getUnmatched().getFirst())
                        + (near.isEmpty() ? "" : ", did you mean " + near.getFirst() + "?");
            }
            case MissingParameterException _ ->
                    message.replace("Missing required", "missing").replace("'", "");
            default -> message.substring(0, 1).toLowerCase(Locale.ENGLISH) + message.substring(1);
        };
    }

    private int failed(Throwable thrown) {
        Failure failure = Failure.of(thrown);
        session.failed(failure, thrown);
        session.terminal().complain(List.of("tplus1: " + failure.line()));
        if (verbose) {
            thrown.printStackTrace(session.terminal().err());
        }
        return failure.code().code();
    }

    /** Makes the commands, which share one session, and all else as picocli does. */
    private record Factory(Session session) implements IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (Arrays.equals(
                        constructor.getParameterTypes(), new Class<?>[] {Session.class})) {
                    return type.cast(constructor.newInstance(session));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }
    }

    /** Help and version are answers too. */
    private static final class Answering extends Writer {
        private final Terminal terminal;
        private final StringBuilder text = new StringBuilder();

        Answering(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public void write(char[] buffer, int offset, int length) {
            text.append(buffer, offset, length);
        }

        @Override
        public void flush() {
            if (!text.isEmpty()) {
                String all = text.toString().stripTrailing();
                text.setLength(0);
                terminal.answer(all.lines().map(String::stripTrailing).toList());
            }
        }

        @Override
        public void close() {
            flush();
        }
    }
}
