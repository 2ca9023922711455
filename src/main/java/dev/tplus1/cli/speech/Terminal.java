package dev.tplus1.cli.speech;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/**
 * Where a command speaks: answers to {@code out}, what went wrong to {@code err}. Colour and
 * progress only where a person watches. Thread-safe as the streams and the progress are.
 */
public final class Terminal {
    private final PrintStream out;
    private final PrintStream err;
    private final boolean watched;
    private final boolean coloured;
    private final Progress progress;

    /**
     * @param watched whether out is a terminal
     */
    public Terminal(PrintStream out, PrintStream err, boolean watched, boolean coloured) {
        this.out = out;
        this.err = err;
        this.watched = watched;
        this.coloured = coloured;
        this.progress = watched ? new TerminalProgress(out, System::nanoTime) : Progress.silent();
    }

    /** This process's own. {@code NO_COLOR} and a dumb terminal are respected. */
    @SuppressWarnings("SystemConsoleNull") // on 25 it is null again where stdin or stdout is a file
    public static Terminal ofProcess(Map<String, String> environment) {
        var console = System.console();
        boolean watched =
                console != null
                        && console.isTerminal()
                        && !"dumb".equals(environment.getOrDefault("TERM", "dumb"));
        boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(System.out, System.err, watched, watched && !plain);
    }

    public Progress progress() {
        return progress;
    }

    public boolean watched() {
        return watched;
    }

    /** A word in the colour of a state, where there are colours. */
    public String coloured(State state, String word) {
        return coloured ? "\u001b[" + state.code + "m" + word + "\u001b[0m" : word;
    }

    /** The same with all of it on err: where out is for a program alone. */
    public Terminal onErr() {
        return new Terminal(err, err, false, coloured);
    }

    /** Prints these lines of an answer together. */
    public void answer(List<String> lines) {
        print(out, lines);
    }

    public void answer(String line) {
        answer(List.of(line));
    }

    /** Prints these lines of what went wrong together, the first after {@code tplus1: }. */
    public void complain(List<String> lines) {
        out.flush();
        print(err, lines);
    }

    public PrintStream err() {
        return err;
    }

    private void print(PrintStream stream, List<String> lines) {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line).append('\n'));
        progress.clear();
        stream.print(text);
        stream.flush();
    }

    /** What the colour of a verdict says. */
    public enum State {
        GOOD("32"),
        WAITING("33"),
        BAD("31");

        private final String code;

        State(String code) {
            this.code = code;
        }
    }
}
