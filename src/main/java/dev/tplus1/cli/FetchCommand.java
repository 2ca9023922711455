package dev.tplus1.cli;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "fetch",
        description =
                "Fetch, check and keep the statements of one business date; reconcile nothing.",
        footer = {
            "",
            "Examples:",
            "  tplus1 fetch --job jobs/shop.yaml --date 2026-11-28",
            "  tplus1 fetch --job jobs/shop.yaml --account wechat-shop --wait 2h"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
final class FetchCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--job", required = true, paramLabel = "FILE", description = "The job file.")
    private Path job;

    @Option(
            names = "--date",
            paramLabel = "D",
            description = "The business date; left out: yesterday in the account's zone.")
    private @Nullable String date;

    @Option(
            names = "--account",
            paramLabel = "ID",
            description = "Only this account; may be repeated.")
    private List<String> accounts = List.of();

    @Option(
            names = "--wait",
            paramLabel = "D",
            description = "Keep asking for what is not ready, 2h say; at most 24h.")
    private @Nullable String waiting;

    FetchCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LocalDate day = Arguments.optionalDate("--date", date);
        Duration patience = Arguments.waiting(waiting);
        List<String> only = accounts.stream().distinct().toList();
        Work.Job read = session.job(job);
        Session.requireAccounts(read, only);
        Answers answers = new Answers(session.terminal(), false);
        session.work()
                .fetch(
                        new Work.Fetch(read, day, only, patience),
                        session.terminal().progress(),
                        answers);
        return answers.conclude("accounts").code();
    }
}
