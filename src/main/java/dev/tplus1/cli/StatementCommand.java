package dev.tplus1.cli;

import dev.tplus1.cli.speech.StatementBlock;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "statement",
        description = "Read and check a statement, by itself.",
        footer = {
            "",
            "Examples:",
            "  tplus1 statement 20261128.csv --provider wechatpay",
            "  tplus1 statement pages/ --provider stripe --date 2026-11-28 --json"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
final class StatementCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "The statement, its several files, or a folder with them.")
    private List<Path> files;

    @Option(
            names = "--provider",
            required = true,
            paramLabel = "P",
            description = "wechatpay, alipay, stripe or csv.")
    private String provider;

    @Option(
            names = "--date",
            paramLabel = "D",
            description = "The business date that it must be for.")
    private @Nullable String date;

    @Option(
            names = "--merchant-id",
            paramLabel = "M",
            description = "The merchant that it must declare.")
    private @Nullable String merchantId;

    @Option(names = "--json", description = "Answer as one JSON object.")
    private boolean json;

    StatementCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws Exception {
        Work.StatementRequest request =
                new Work.StatementRequest(
                        Arguments.files("FILE", files),
                        Arguments.provider(provider),
                        Arguments.optionalDate("--date", date),
                        merchantId);
        StatementBlock block = session.work().statement(request);
        if (json) {
            session.terminal().answer(block.json());
        } else {
            session.terminal().answer(block.lines(session.terminal()));
        }
        return ExitCode.DONE.code();
    }
}
