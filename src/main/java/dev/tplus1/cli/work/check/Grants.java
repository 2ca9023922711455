package dev.tplus1.cli.work.check;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Login;
import dev.tplus1.database.Schema;
import dev.tplus1.job.JobFile;
import dev.tplus1.ledger.LedgerSettings;
import dev.tplus1.replay.ReplayMode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The least that a job's logins must be granted, as lines for a MySQL client. They are made from
 * the settings alone, so that they can be read before any login works.
 */
final class Grants {
    /** What makes and upgrades a table. */
    private static final String MIGRATING = "CREATE, ALTER, INDEX";

    /** A URL in which it is certain which part is the name, and none is of a password. */
    private static final Pattern DATABASE =
            Pattern.compile("jdbc:mysql:[^/]*//[^/?]*/([^/?@]+)(\\?.*)?", Pattern.DOTALL);

    private static final String CALLBACK_LOG = "payment_callback_log";

    private final JobFile job;

    Grants(JobFile job) {
        this.job = job;
    }

    /**
     * All that the job's replay mode needs.
     *
     * @param own tplus1's login as its server names it, and none where it was not to be asked
     * @param reader the ledger's
     */
    List<String> lines(@Nullable String own, @Nullable String reader) {
        List<String> lines = new ArrayList<>();
        DatabaseSettings database = job.database();
        LedgerSettings ledger = job.ledger();
        DatabaseSettings books = ledger.connection();
        if (isServer(database)) {
            lines.add(
                    "GRANT SELECT, INSERT, UPDATE, DELETE, "
                            + MIGRATING
                            + ", REFERENCES ON "
                            + named(database).replace("_", "\\_")
                            + ".* TO "
                            + account(database, own)
                            + ";");
        }
        DatabaseSettings where = books == null ? database : books;
        if (isServer(where) && (books != null || ledger.ownQueries())) {
            lines.addAll(books(where, account(where, books == null ? own : reader)));
        }
        return lines;
    }

    private List<String> books(DatabaseSettings where, String account) {
        boolean own = job.ledger().ownQueries();
        return switch (job.replay().mode()) {
            case OFF, ENDPOINT -> own ? ownTables("SELECT", where, account) : read(where, account);
            case BOOKS -> bundled(where, account);
            case SQL -> {
                List<String> lines = new ArrayList<>(ownTables("SELECT, UPDATE", where, account));
                lines.addAll(written(Schema.CALLBACK, where, account));
                yield lines;
            }
        };
    }

    private static List<String> ownTables(
            String privileges, DatabaseSettings where, String account) {
        return List.of(
                "-- for each table that your queries name:",
                grant(privileges, where, "YOUR_TABLE", account));
    }

    /** The bundled tables, made by a login that may. */
    private static List<String> read(DatabaseSettings where, String account) {
        List<String> lines = new ArrayList<>();
        lines.add("-- once a login that may has made the tables (by check):");
        for (String table : Schema.BOOKS.tables()) {
            lines.add(grant("SELECT", where, table, account));
        }
        lines.add(grant("SELECT", where, Schema.BOOKS.historyTable(), account));
        lines.add(grant("SELECT", where, Schema.CALLBACK.historyTable(), account));
        return lines;
    }

    private List<String> bundled(DatabaseSettings where, String account) {
        List<String> lines = new ArrayList<>(written(Schema.BOOKS, where, account));
        lines.addAll(written(Schema.CALLBACK, where, account));
        return lines;
    }

    /** Whether rows of it go by retention. */
    private boolean purged(String table) {
        return table.equals("outbox") && job.retention().outbox() != null;
    }

    private List<String> written(Schema schema, DatabaseSettings where, String account) {
        List<String> lines = new ArrayList<>();
        for (String table : schema.tables()) {
            String writing =
                    schema == Schema.BOOKS
                            ? "SELECT, UPDATE, "
                            : table.equals(CALLBACK_LOG)
                                    ? "SELECT, INSERT, "
                                    : "SELECT, INSERT, UPDATE, "
                                            + (purged(table) ? "DELETE, " : "");
            lines.add(grant(writing + MIGRATING, where, table, account));
        }
        // UPDATE because the history is locked while tables are made
        lines.add(
                grant(
                        "SELECT, INSERT, UPDATE, " + MIGRATING,
                        where,
                        schema.historyTable(),
                        account));
        return lines;
    }

    private static String grant(
            String privileges, DatabaseSettings where, String table, String account) {
        return "GRANT "
                + privileges
                + " ON "
                + named(where)
                + ".`"
                + table
                + "` TO "
                + account
                + ";";
    }

    private static String account(DatabaseSettings settings, @Nullable String asked) {
        if (asked != null) {
            return asked;
        }
        String name = settings.username();
        return Login.quoted(name == null ? "YOUR_LOGIN" : name) + "@'%'";
    }

    private static String named(DatabaseSettings settings) {
        Matcher matcher = DATABASE.matcher(settings.url());
        return "`" + (matcher.matches() ? matcher.group(1) : "YOUR_DATABASE") + "`";
    }

    private static boolean isServer(DatabaseSettings settings) {
        return settings.url().startsWith("jdbc:mysql:");
    }

    /** Whether the books are only read, so that their login needs to do no more. */
    static boolean readsOnly(ReplayMode mode) {
        return switch (mode) {
            case OFF, ENDPOINT -> true;
            case BOOKS, SQL -> false;
        };
    }
}
