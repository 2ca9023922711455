package dev.tplus1.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who a database's login is and what it may do beyond reading, as MySQL and MariaDB tell by SHOW
 * GRANTS, through its roles too.
 *
 * @param account {@code 'reader'@'%'}, as a GRANT names it
 * @param beyondReading privileges by name, {@code INSERT} say; a privilege on a single column or
 *     table counts
 */
public record Login(String account, Set<String> beyondReading) {
    /** More grants than this are not looked at, and that is said. */
    static final int MOST_GRANTS = 1_000;

    /** More roles than this are not looked at, and that is said. */
    static final int MOST_ROLES = 50;

    /** What lets a login read, and see how far a replica is. */
    private static final Set<String> READING =
            Set.of(
                    "USAGE",
                    "SELECT",
                    "SHOW VIEW",
                    "SHOW DATABASES",
                    "REPLICATION CLIENT",
                    "BINLOG MONITOR",
                    "REPLICA MONITOR",
                    "SLAVE MONITOR");

    private static final Pattern GRANT = Pattern.compile("GRANT (.+?) ON .* TO .*", Pattern.DOTALL);
    private static final Pattern ROLE =
            Pattern.compile("GRANT (([`'\"]).*?) TO .*", Pattern.DOTALL);
    private static final Pattern COLUMNS = Pattern.compile("\\s*\\([^)]*\\)");

    /**
     * Asks the server.
     *
     * @throws DatabaseException when it does not answer
     * @throws IllegalStateException on H2, which has no such grants
     */
    public static Login of(Database database) {
        if (database.dialect() == Dialect.H2) {
            throw new IllegalStateException("H2 has no grants to show");
        }
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(MOST_GRANTS);
            String account = account(texts(statement, "SELECT CURRENT_USER()").getFirst());
            List<String> grants = texts(statement, "SHOW GRANTS FOR CURRENT_USER()");
            List<String> roles = roles(grants);
            Set<String> beyond = new TreeSet<>();
            if (roles.size() > MOST_ROLES) {
                beyond.add("what more than " + MOST_ROLES + " roles allow");
                roles = roles.subList(0, MOST_ROLES);
            }
            for (String role : roles) {
                grants.addAll(
                        database.dialect() == Dialect.MARIADB
                                ? inRole(statement, role)
                                : texts(statement, "SHOW GRANTS FOR CURRENT_USER() USING " + role));
            }
            if (grants.size() >= MOST_GRANTS) {
                beyond.add("what more than " + MOST_GRANTS + " grants allow");
            }
            beyond.addAll(beyondReading(grants));
            return new Login(account, beyond);
        } catch (SQLException e) {
            throw DatabaseException.of("the login's grants cannot be read", e);
        }
    }

    /** MariaDB shows a role's grants to whoever has taken it on, and to nobody else. */
    private static List<String> inRole(Statement statement, String role) throws SQLException {
        statement.execute("SET ROLE " + role);
        try {
            // what everybody may is nothing that was granted to this login
            return texts(statement, "SHOW GRANTS").stream()
                    .filter(grant -> !grant.endsWith(" TO PUBLIC"))
                    .toList();
        } finally {
            statement.execute("SET ROLE NONE");
        }
    }

    static Set<String> beyondReading(List<String> grants) {
        Set<String> beyond = new TreeSet<>();
        for (String grant : grants) {
            Matcher matcher = GRANT.matcher(grant);
            if (isRole(grant) || !matcher.matches()) {
                continue;
            }
            for (String each : COLUMNS.matcher(matcher.group(1)).replaceAll("").split(",", -1)) {
                String privilege = each.strip().toUpperCase(Locale.ROOT);
                if (!READING.contains(privilege)) {
                    beyond.add(privilege);
                }
            }
            if (grant.contains(" WITH GRANT OPTION")) {
                beyond.add("GRANT OPTION");
            }
        }
        return beyond;
    }

    /** As the server quotes them. */
    static List<String> roles(List<String> grants) {
        List<String> roles = new ArrayList<>();
        for (String grant : grants) {
            Matcher matcher = ROLE.matcher(grant);
            if (isRole(grant) && matcher.matches()) {
                roles.addAll(List.of(matcher.group(1).split("(?<=[`'\"])\\s*,\\s*(?=[`'\"])", -1)));
            }
        }
        return roles;
    }

    /** Privileges are words, roles are quoted. */
    private static boolean isRole(String grant) {
        return ROLE.matcher(grant).matches();
    }

    private static List<String> texts(Statement statement, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private static String account(String current) {
        int at = current.lastIndexOf('@');
        return quoted(current.substring(0, at)) + "@" + quoted(current.substring(at + 1));
    }

    /** A name or host as a GRANT names it. */
    public static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }
}
