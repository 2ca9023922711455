package dev.tplus1.cli;

import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.cli.speech.Terminal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Says what became of each account and date, and remembers how it ended. Thread-safe. */
public final class Answers implements Consumer<AccountAnswer> {
    private final Terminal terminal;
    private final boolean failOnBreaks;
    private final List<Ended> ends = new ArrayList<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final List<ExitCode> besides = new ArrayList<>();
    private final List<ExitCode> recheckCodes = new ArrayList<>();
    private final Map<String, Integer> recheckCounts = new LinkedHashMap<>();

    /** How one account's date ended. */
    record Ended(AccountAnswer.Dated answer, String word, ExitCode code) {}

    public Answers(Terminal terminal, boolean failOnBreaks) {
        this.terminal = terminal;
        this.failOnBreaks = failOnBreaks;
    }

    @Override
    public synchronized void accept(AccountAnswer answer) {
        String subject = subject(answer);
        switch (answer) {
            case AccountAnswer.Reconciled(var block) -> {
                terminal.answer(block.lines(terminal));
                boolean waiting = failOnBreaks && block.toDecide() > 0;
                ended(answer, "reconciled", waiting ? ExitCode.BREAKS : ExitCode.DONE);
            }
            case AccountAnswer.Fetched(var block) -> {
                terminal.answer(block.lines(terminal));
                ended(answer, "fetched", ExitCode.DONE);
            }
            case AccountAnswer.AlreadyDone(var _, var _, var revision, var at) -> {
                terminal.answer(
                        subject
                                + "already "
                                + terminal.coloured(Terminal.State.GOOD, "reconciled")
                                + " as r"
                                + revision
                                + " on "
                                + Speech.dayAndTime(at)
                                + ". Nothing done; --rerun makes r"
                                + (revision + 1)
                                + ".");
                ended(answer, "already reconciled", ExitCode.DONE);
            }
            case AccountAnswer.NotReady(var _, var _, var what) ->
                    trouble(answer, Terminal.State.WAITING, "not ready", what, ExitCode.NOT_READY);
            case AccountAnswer.Refused(var _, var _, var what) ->
                    trouble(answer, Terminal.State.BAD, "refused", what, ExitCode.REFUSED);
            case AccountAnswer.Held(var _, var _, var what, var next) -> {
                trouble(answer, Terminal.State.WAITING, "held", what, ExitCode.HELD);
                terminal.complain(List.of("        " + Speech.line(next)));
            }
            case AccountAnswer.Running(var _, var _, var what) ->
                    trouble(
                            answer,
                            Terminal.State.WAITING,
                            "running elsewhere",
                            what,
                            ExitCode.RUNNING);
            case AccountAnswer.WrongSettings(var _, var _, var what) ->
                    trouble(answer, Terminal.State.BAD, "not run", what, ExitCode.USAGE);
            case AccountAnswer.Failed(var _, var _, var what) ->
                    trouble(answer, Terminal.State.BAD, "failed", what, ExitCode.FAILED);
            case AccountAnswer.LeftUnused(var _, var _, var what) -> {
                complain(subject, Terminal.State.WAITING, "--statement not used", what);
                besides.add(ExitCode.NOT_READY); // what was asked for is still to be done
            }
            // a machine's clock may be wrong, so it counts for nothing
            case AccountAnswer.NotOver(var _, var _, var what) ->
                    terminal.complain(List.of("tplus1: " + subject + Speech.line(what)));
            case AccountAnswer.NotCaughtUp(var account, var from, var to, var what) -> {
                String days = from.equals(to) ? from.toString() : from + " to " + to;
                complain(account + " " + days + ": ", Terminal.State.BAD, "missed", what);
                besides.add(ExitCode.NOT_READY); // what was asked for is still to be done
            }
            case AccountAnswer.Stopped _ ->
                    trouble(
                            answer,
                            Terminal.State.WAITING,
                            "stopped",
                            "by a signal, between two steps; safe to run again.",
                            ExitCode.STOPPED);
            case AccountAnswer.Rechecked rechecked -> rechecked(subject, rechecked);
            // the accounts are as well reconciled without it, so it counts for nothing
            case AccountAnswer.NoIndex(var why) ->
                    terminal.complain(
                            List.of("tplus1: index.html not written: " + Failure.of(why).line()));
            case AccountAnswer.NotTold(var what) ->
                    terminal.complain(List.of("tplus1: alerts: " + Speech.line(what)));
        }
    }

    /**
     * A statement that was revised, is not there any more, or belongs to a date in hand is no fault
     * of a run that did its night: only errors count.
     */
    private void rechecked(String subject, AccountAnswer.Rechecked answer) {
        String word = answer.again().word();
        switch (answer.again()) {
            case SAME -> {}
            case REVISED ->
                    terminal.answer(
                            subject
                                    + terminal.coloured(Terminal.State.WAITING, word)
                                    + ": "
                                    + Speech.line(answer.what()));
            case NOT_READY, RUNNING ->
                    complain(subject, Terminal.State.WAITING, word, answer.what());
            case REFUSED, WRONG_SETTINGS, FAILED, STOPPED ->
                    complain(subject, Terminal.State.BAD, word, answer.what());
        }
        recheckCodes.add(
                switch (answer.again()) {
                    case SAME, REVISED, NOT_READY, RUNNING -> ExitCode.DONE;
                    case REFUSED -> ExitCode.REFUSED;
                    case WRONG_SETTINGS -> ExitCode.USAGE;
                    case FAILED -> ExitCode.FAILED;
                    case STOPPED -> ExitCode.STOPPED;
                });
        recheckCounts.merge(word, 1, Integer::sum);
    }

    private void trouble(
            AccountAnswer answer, Terminal.State state, String word, String what, ExitCode code) {
        complain(subject(answer), state, word, what);
        ended(answer, word, code);
    }

    private static String subject(AccountAnswer answer) {
        return answer instanceof AccountAnswer.Dated dated
                ? dated.account() + " " + dated.date() + ": "
                : "";
    }

    private void complain(String subject, Terminal.State state, String word, String what) {
        terminal.complain(
                List.of(
                        "tplus1: "
                                + subject
                                + terminal.coloured(state, word)
                                + ": "
                                + Speech.line(what)));
    }

    private void ended(AccountAnswer answer, String word, ExitCode code) {
        if (answer instanceof AccountAnswer.Dated dated) {
            ends.add(new Ended(dated, word, code));
            counts.merge(word, 1, Integer::sum);
        }
    }

    /** How each account and date ended so far, in the order in which they did. */
    synchronized List<Ended> ends() {
        return List.copyOf(ends);
    }

    /**
     * Sums up where there was more than one answer.
     *
     * @param many what they are: {@code accounts} say
     */
    public synchronized ExitCode conclude(String many) {
        if (ends.size() > 1) {
            terminal.answer(Speech.number(ends.size()) + " " + many + ": " + parts(counts));
        }
        if (!recheckCodes.isEmpty()) {
            terminal.answer(
                    Speech.count(recheckCodes.size(), "date", "dates")
                            + " rechecked: "
                            + parts(recheckCounts));
        }
        terminal.progress().clear();
        List<ExitCode> all = new ArrayList<>(ends.stream().map(Ended::code).toList());
        all.addAll(besides);
        all.addAll(recheckCodes);
        return ExitCode.mostSevere(all);
    }

    private static String parts(Map<String, Integer> counts) {
        List<String> parts = new ArrayList<>();
        counts.forEach((word, count) -> parts.add(Speech.number(count) + " " + word));
        return String.join(", ", parts);
    }
}
