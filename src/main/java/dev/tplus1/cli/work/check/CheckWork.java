package dev.tplus1.cli.work.check;

import dev.tplus1.cli.speech.CheckAnswer;
import dev.tplus1.cli.speech.CheckLine;
import dev.tplus1.cli.speech.CheckLine.Failure;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Dialect;
import dev.tplus1.database.Login;
import dev.tplus1.database.Migrated;
import dev.tplus1.database.SqlErrors;
import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.http.Pauses;
import dev.tplus1.job.AccountFile;
import dev.tplus1.job.JobFile;
import dev.tplus1.ledger.Ledger;
import dev.tplus1.ledger.LedgerCheck;
import dev.tplus1.ledger.LedgerSettings;
import dev.tplus1.outbox.Notices;
import dev.tplus1.outbox.Notices.Undelivered;
import dev.tplus1.provider.Providers;
import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.ApiSettings;
import dev.tplus1.provider.api.Proof;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.replay.ReplayMode;
import dev.tplus1.watch.metrics.Metrics;
import dev.tplus1.watch.metrics.MetricsSettings;
import dev.tplus1.watch.metrics.MetricsSettings.Pushgateway;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Tries all that a night would need, and changes nothing but our own tables. */
public final class CheckWork {
    private static final String LOGIN = "ledger login";
    private static final String NO_GRANTS = "embedded H2 has no grants to look at";

    /** More privileges than this are counted, not named. */
    private static final int MOST_PRIVILEGES = 8;

    private final Clock clock;
    private @Nullable String ownAccount;
    private @Nullable String ledgerAccount;
    private boolean denied;
    private final Map<String, Undelivered> outstanding = new TreeMap<>();

    public CheckWork(Clock clock) {
        this.clock = clock;
    }

    public CheckAnswer check(JobFile job) {
        List<CheckLine> lines = new ArrayList<>(databases(job));
        for (int i = 0; i < job.accounts().size(); i++) {
            lines.addAll(account(job, i));
        }
        lines.add(line("reports", () -> folder(job.reports().directory(), "reports.directory")));
        lines.add(line("archive", () -> folder(job.archive(), "archive.directory")));
        lines.addAll(new ChannelChecks(job.alerts(), clock).lines(outstanding));
        lines.addAll(metrics(job.metrics()));
        // whoever has something else to mend first is not to mend grants that are fine
        boolean wanted = denied || lines.stream().noneMatch(CheckLine::failed);
        return new CheckAnswer(
                lines, wanted ? new Grants(job).lines(ownAccount, ledgerAccount) : List.of());
    }

    private List<CheckLine> databases(JobFile job) {
        LedgerSettings settings = job.ledger();
        try (Database own = Database.open("database", job.database())) {
            if (own.dialect() != Dialect.H2) {
                ownAccount = Login.of(own).account();
            }
            List<CheckLine> lines = new ArrayList<>();
            lines.add(
                    line(
                            "database",
                            () -> {
                                List<Migrated> made =
                                        own.migrate(job.schemas(settings.connection() == null));
                                new Notices(own, job.job(), clock)
                                        .outstanding()
                                        .forEach(each -> outstanding.put(each.channel(), each));
                                return own.product() + " " + own.version() + ", " + schema(made);
                            }));
            DatabaseSettings connection = settings.connection();
            if (connection == null) {
                lines.add(line("books", () -> books(job, own, settings)));
                lines.add(
                        CheckLine.ok(
                                LOGIN,
                                own.dialect() == Dialect.H2
                                        ? NO_GRANTS
                                        : ownAccount + ", the database's own, writes too"));
                lines.addAll(statements(job, own));
            } else {
                lines.addAll(books(job, connection));
            }
            return lines;
        } catch (RuntimeException e) {
            return List.of(failed("database", e));
        }
    }

    private List<CheckLine> books(JobFile job, DatabaseSettings connection) {
        LedgerSettings settings = job.ledger();
        try (Database books = Database.open("ledger", connection)) {
            List<CheckLine> lines = new ArrayList<>();
            lines.add(
                    line(
                            "books",
                            () -> {
                                String made =
                                        job.booksSchemas().length == 0
                                                ? ""
                                                : changed(books.migrate(job.booksSchemas()));
                                return books(job, books, settings) + made;
                            }));
            try {
                lines.add(login(books, Grants.readsOnly(job.replay().mode())));
            } catch (RuntimeException e) {
                lines.add(failed(LOGIN, e));
            }
            lines.addAll(statements(job, books));
            return lines;
        } catch (RuntimeException e) {
            return List.of(failed("books", e));
        }
    }

    /** Of what a replay would run in the user's books, where it is the user's own. */
    private List<CheckLine> statements(JobFile job, Database books) {
        if (job.replay().mode() != ReplayMode.SQL) {
            return List.of();
        }
        return List.of(
                line(
                        "replay sql",
                        () -> {
                            job.replay().updates().explained(books, job.ledger().zone());
                            return "your statements, explained by the database";
                        }));
    }

    /**
     * {@code schema 10, up to date}, or what was made of it; and of the books' where that is
     * anything.
     */
    private static String schema(List<Migrated> made) {
        Migrated own = made.getFirst();
        return (own.upToDate() ? "schema " + own.to() + ", " : "schema ")
                + own.what()
                + changed(made.subList(1, made.size()));
    }

    /** {@code ; books created, version 1} for each that was not up to date. */
    private static String changed(List<Migrated> made) {
        return made.stream()
                .filter(each -> !each.upToDate())
                .map(each -> "; " + each.schema().folder() + " " + each.what())
                .collect(Collectors.joining());
    }

    private CheckLine login(Database books, boolean readsOnly) {
        if (books.dialect() == Dialect.H2) {
            return CheckLine.ok(LOGIN, NO_GRANTS);
        }
        Login login = Login.of(books);
        ledgerAccount = login.account();
        List<String> beyond = List.copyOf(login.beyondReading());
        if (!readsOnly) {
            return CheckLine.ok(LOGIN, login.account() + " writes the books in this replay mode");
        }
        if (beyond.isEmpty()) {
            return CheckLine.ok(LOGIN, login.account() + " reads only");
        }
        int more = beyond.size() - MOST_PRIVILEGES;
        return CheckLine.warning(
                LOGIN,
                login.account()
                        + " may also "
                        + String.join(", ", beyond.subList(0, beyond.size() - Math.max(0, more)))
                        + (more > 0 ? " and " + more + " more" : "")
                        + "; reading needs SELECT only");
    }

    private static String books(JobFile job, Database books, LedgerSettings settings) {
        LedgerCheck.Answer answer =
                LedgerCheck.of(new Ledger(books, settings), job.accounts().getFirst().id());
        return (settings.ownQueries() ? "4 queries of your own" : "bundled tables")
                + " on "
                + answer.product()
                + " "
                + answer.version()
                + "; columns complete"
                + (answer.freshness().isEmpty() ? "" : "; " + answer.freshness());
    }

    private List<CheckLine> account(JobFile job, int index) {
        AccountFile account = job.accounts().get(index);
        try {
            String provider = Providers.format(account.settings()).providerName();
            return switch (account.statements()) {
                case AccountFile.Folder(Path directory, String _) -> {
                    readable(directory);
                    yield List.of(
                            CheckLine.ok(
                                    account.id(),
                                    "statements of " + provider + " from " + directory));
                }
                case AccountFile.Api(ApiSettings settings) -> {
                    String block = "accounts[" + index + "].statements.api";
                    ApiMeans means = new ApiMeans(clock, Pauses.REAL, () -> false);
                    try (ProviderApi api = settings.open(means)) {
                        yield api.proofs().stream()
                                .filter(proof ->
                                        proof.of() != Proof.Of.ORDERS || job.replay().asks())
                                .map(proof ->
                                        line(
                                                what(account, proof),
                                                () -> provider + ": " + proven(proof, block)))
                                .toList();
                    }
                }
            };
        } catch (RuntimeException e) {
            return List.of(failed(account.id(), e));
        }
    }

    private static String what(AccountFile account, Proof proof) {
        return switch (proof.of()) {
            case STATEMENTS -> account.id();
            case DOWNLOADS -> account.id() + " downloads";
            case ORDERS -> account.id() + " orders";
        };
    }

    /** Where a provider does not name the key to mend, whom it asks is what there is to look at. */
    private static String proven(Proof proof, String block) throws IOException {
        try {
            return proof.prove();
        } catch (CallException e) {
            String key = block + "." + proof.key();
            throw new CallException(
                    e.getMessage()
                            + (e.unanswered()
                                    ? "; check " + key + ", ca-file beside it, and the network"
                                    : " (asked where " + key + " says)"));
        }
    }

    private static void readable(Path directory) {
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

    private List<CheckLine> metrics(@Nullable MetricsSettings settings) {
        List<CheckLine> lines = new ArrayList<>();
        Path textfile = settings == null ? null : settings.textfile();
        if (textfile != null) {
            lines.add(line("metrics textfile", () -> replaceable(textfile)));
        }
        Pushgateway gateway = settings == null ? null : settings.pushgateway();
        if (gateway != null) {
            String what = "metrics pushgateway";
            String why = Metrics.unreachable(gateway, clock);
            lines.add(
                    why.isEmpty()
                            ? CheckLine.ok(what, gateway.url() + ", reachable")
                            : new CheckLine(Failure.UNREACHABLE, what, Speech.line(why)));
        }
        return lines;
    }

    /** The folder must be there, as whoever collects from it looks into that very one. */
    private static String replaceable(Path file) {
        Path folder = Objects.requireNonNull(file.getParent());
        if (!Files.isDirectory(folder) || Files.isDirectory(file)) {
            throw new SettingException(
                    "metrics.textfile "
                            + file
                            + (Files.isDirectory(file)
                                    ? ": is a folder; name a file in it"
                                    : ": its folder is not there; make it, or mend the path"));
        }
        if (!Files.isWritable(folder)) {
            throw new SettingException(
                    "metrics.textfile "
                            + file
                            + ": its folder cannot be written to; check its permissions");
        }
        return file.toString();
    }

    /** Tries one thing. */
    private interface Look {
        String get() throws IOException;
    }

    private CheckLine line(String what, Look look) {
        try {
            return CheckLine.ok(what, look.get());
        } catch (RuntimeException | IOException e) {
            return failed(what, e);
        }
    }

    private CheckLine failed(String what, Exception e) {
        denied |= SqlErrors.denied(e);
        Failure failure = e instanceof SettingException ? Failure.SETTINGS : Failure.UNREACHABLE;
        // a call is told with what there is to look at: to run a check is no advice in one
        String line =
                e instanceof CallException
                        ? Speech.line(String.valueOf(e.getMessage()))
                        : dev.tplus1.cli.Failure.of(e).line();
        return new CheckLine(failure, what, line);
    }
}
