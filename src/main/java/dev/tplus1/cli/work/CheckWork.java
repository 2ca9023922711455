package dev.tplus1.cli.work;

import dev.tplus1.cli.speech.CheckLine;
import dev.tplus1.cli.speech.CheckLine.Failure;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.entry.SettingException;
import dev.tplus1.job.AccountFile;
import dev.tplus1.job.JobFile;
import dev.tplus1.ledger.Ledger;
import dev.tplus1.ledger.LedgerCheck;
import dev.tplus1.ledger.LedgerSettings;
import dev.tplus1.provider.Providers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Tries all that a night would need, and changes nothing but our own tables. */
final class CheckWork {
    List<CheckLine> check(JobFile job) {
        List<CheckLine> lines = new ArrayList<>();
        lines.addAll(databases(job));
        for (AccountFile account : job.accounts()) {
            lines.add(line(account.id(), () -> account(account)));
        }
        lines.add(line("reports", () -> folder(job.reports(), "reports.directory")));
        lines.add(line("archive", () -> folder(job.archive(), "archive.directory")));
        return lines;
    }

    private static List<CheckLine> databases(JobFile job) {
        LedgerSettings settings = job.ledger();
        try (Database own = Database.open("database", job.database())) {
            boolean bundledHere = !settings.ownQueries() && settings.connection() == null;
            List<CheckLine> lines = new ArrayList<>();
            lines.add(
                    line(
                            "database",
                            () -> {
                                own.migrate(
                                        bundledHere
                                                ? new Schema[] {
                                                    Schema.OWN, Schema.BOOKS, Schema.CALLBACK
                                                }
                                                : new Schema[] {Schema.OWN});
                                return own.product() + " " + own.version() + ", tables up to date";
                            }));
            lines.add(line("books", () -> books(job, own)));
            return lines;
        } catch (RuntimeException e) {
            return List.of(failed("database", e));
        }
    }

    private static String books(JobFile job, Database own) {
        LedgerSettings settings = job.ledger();
        DatabaseSettings connection = settings.connection();
        if (connection == null) {
            return books(job, own, settings);
        }
        try (Database books = Database.open("ledger", connection)) {
            if (!settings.ownQueries()) {
                books.migrate(Schema.BOOKS, Schema.CALLBACK);
            }
            return books(job, books, settings);
        }
    }

    private static String books(JobFile job, Database books, LedgerSettings settings) {
        LedgerCheck.Answer answer =
                LedgerCheck.of(new Ledger(books, settings), job.accounts().getFirst().id());
        return (settings.ownQueries() ? "4 queries of your own" : "bundled tables")
                + " on "
                + answer.product()
                + " "
                + answer.version()
                + "; columns complete";
    }

    private static String account(AccountFile account) {
        Path directory = account.statements().directory();
        if (!Files.isDirectory(directory)) {
            throw new SettingException(
                    "statements.directory "
                            + directory
                            + ": no such folder; make it, or mend the path");
        }
        if (!Files.isReadable(directory)) {
            throw new SettingException(
                    "statements.directory "
                            + directory
                            + ": cannot be read; check its permissions");
        }
        return "statements of "
                + Providers.format(account.settings()).providerName()
                + " from "
                + directory;
    }

    private static String folder(Path folder, String key) {
        Path there = folder.toAbsolutePath();
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (there == null || !Files.isDirectory(there) || !Files.isWritable(there)) {
            throw new SettingException(
                    key + " " + folder + ": cannot be written; check its permissions");
        }
        return folder.toString();
    }

    private static CheckLine line(String what, Supplier<String> look) {
        try {
            return CheckLine.ok(what, look.get());
        } catch (RuntimeException e) {
            return failed(what, e);
        }
    }

    private static CheckLine failed(String what, RuntimeException e) {
        Failure failure = e instanceof SettingException ? Failure.SETTINGS : Failure.UNREACHABLE;
        return new CheckLine(failure, what, dev.tplus1.cli.Failure.of(e).line());
    }
}
