package dev.tplus1.cli.breaks;

import dev.tplus1.breaks.decide.Reason;
import dev.tplus1.cli.Arguments;
import dev.tplus1.cli.ExitCode;
import dev.tplus1.cli.Session;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.Locale;
import java.util.concurrent.Callable;

@Command(
        name = "resolve",
        description = "Say that a break is dealt with, and how.",
        footer = {
            "",
            "Examples:",
            "  tplus1 breaks resolve 7K3M9QX2 --job jobs/shop.yaml --note \"refunded by hand\"",
            "  tplus1 breaks resolve 7K3M9QX2 --job jobs/shop.yaml --as finance-02 \\",
            "      --reason booked-by-hand --note \"voucher 5521\""
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
public final class ResolveCommand implements Callable<Integer> {
    private final Session session;
    @Mixin private Shared shared;

    @Parameters(paramLabel = "ID", description = "The break's id.")
    private String id;

    @Option(
            names = "--reason",
            paramLabel = "CODE",
            description = {
                "Why, to be counted by; left out: other. One of booked-by-hand, refunded,",
                "provider-corrected, provider-error, duplicate, timing, written-off, other."
            })
    private @Nullable String reason;

    @Option(
            names = "--note",
            required = true,
            paramLabel = "N",
            description = "What was done, for the audit trail.")
    private String note;

    public ResolveCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        String wanted = Arguments.breakId(id);
        Reason why = reason == null ? Reason.OTHER : reason(reason);
        String words = Arguments.note(note);
        String as = shared.name();
        Work.Job job = session.job(shared.job());
        String resolved = session.work().resolveBreak(job, wanted, why, words, as);
        session.terminal()
                .answer(
                        shared.json()
                                ? "{\"break_id\":\"" + resolved + "\",\"status\":\"RESOLVED\"}"
                                : resolved + ": resolved.");
        return ExitCode.DONE.code();
    }

    private static Reason reason(String text) {
        return Reason.of(text.toLowerCase(Locale.ENGLISH))
                .orElseThrow(() ->
                        new SettingException(
                                "--reason "
                                        + Speech.bounded(text)
                                        + ": none of "
                                        + String.join(", ", Reason.codes())
                                        + "."));
    }
}
