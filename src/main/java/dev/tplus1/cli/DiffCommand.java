package dev.tplus1.cli;

import dev.tplus1.cli.speech.AccountAnswer;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "diff",
        description = "Compare a statement with a ledger file: no database, nothing is changed.",
        footer = {
            "",
            "Examples:",
            "  tplus1 diff --provider wechatpay --statement 20261128.csv --ledger books.csv --out"
                    + " out",
            "  tplus1 diff --provider stripe --statement pages/ --ledger books.csv --out out \\",
            "      --date 2026-11-28 --zone Europe/Berlin"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
final class DiffCommand implements Callable<Integer> {
    private final Session session;

    @Option(
            names = "--provider",
            required = true,
            paramLabel = "P",
            description = "wechatpay, alipay, stripe or csv.")
    private String provider;

    @Option(
            names = "--statement",
            required = true,
            paramLabel = "FILE",
            description = "The statement, or a folder with its files; may be repeated.")
    private List<Path> statements;

    @Option(
            names = "--ledger",
            required = true,
            paramLabel = "FILE",
            description = "The books as CSV, with the ledger columns as header.")
    private Path ledger;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Where summary.json, breaks.csv and report.html go.")
    private Path out;

    @Option(
            names = "--date",
            paramLabel = "D",
            description = "The business date; left out: the statement's.")
    private @Nullable String date;

    @Option(
            names = "--zone",
            paramLabel = "Z",
            description = "The zone of the day; left out: the provider's.")
    private @Nullable String zone;

    @Option(
            names = "--cutoff-grace",
            paramLabel = "T",
            defaultValue = "10m",
            description = "How far from midnight the cut-off may explain it: ${DEFAULT-VALUE}.")
    private String grace;

    @Option(names = "--fail-on-breaks", description = "Exit 3 when breaks wait for a person.")
    private boolean failOnBreaks;

    DiffCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws Exception {
        Work.Diff request =
                new Work.Diff(
                        Arguments.provider(provider),
                        Arguments.files("--statement", statements),
                        Arguments.existing("--ledger", ledger),
                        out,
                        Arguments.optionalDate("--date", date),
                        zone == null ? null : Arguments.zone("--zone", zone),
                        Arguments.duration("--cutoff-grace", grace));
        Answers answers = new Answers(session.terminal(), failOnBreaks);
        answers.accept(
                new AccountAnswer.Reconciled(
                        session.work().diff(request, session.terminal().progress())));
        return answers.conclude("statements").code();
    }
}
