package dev.tplus1.database;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;

/**
 * Whether the histories of schemas say exactly what this program would make of them: every one of
 * its migrations, unchanged, and no other. Then there is nothing for Flyway to do or to refuse, and
 * most nights do without it: it takes longer to look than a date that is done takes to answer.
 * Whatever else stands there, and whatever cannot be read, is Flyway's.
 */
final class AppliedMigrations {
    /** What Flyway calls rows of no migration, with which a history may begin. */
    private static final Set<String> BEGINNINGS = Set.of("TABLE", "SCHEMA", "BASELINE");

    private AppliedMigrations() {}

    /**
     * Each of the schemas at its newest version, or nothing where one of them is not. Reads only,
     * and takes no lock.
     */
    static Optional<List<Migrated>> of(Connection connection, Dialect dialect, Schema... schemas) {
        List<Migrated> applied = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            for (Schema schema : schemas) {
                Map<String, Integer> own = own(schema.location(dialect));
                if (own.isEmpty() || !own.equals(recorded(statement, dialect, schema))) {
                    return Optional.empty();
                }
                int newest = newest(own.keySet());
                applied.add(new Migrated(schema, newest, newest));
            }
            return Optional.of(applied);
        } catch (SQLException | IOException | URISyntaxException _) {
            return Optional.empty();
        }
    }

    /** Of {@code V9__last_try.sql} and its like. */
    private static int newest(Set<String> scripts) {
        return scripts.stream()
                .mapToInt(script -> Integer.parseInt(script.substring(1, script.indexOf("__"))))
                .max()
                .orElse(0);
    }

    /**
     * Each script that was applied, with its checksum; one that failed is none of the program's.
     */
    private static Map<String, Integer> recorded(
            Statement statement, Dialect dialect, Schema schema) throws SQLException {
        Map<String, Integer> recorded = new HashMap<>();
        try (ResultSet rows =
                statement.executeQuery("SELECT * FROM " + dialect.quoted(schema.historyTable()))) {
            while (rows.next()) {
                boolean success = rows.getBoolean("success");
                if (!success || !BEGINNINGS.contains(rows.getString("type"))) {
                    String script = rows.getString("script");
                    recorded.put(success ? script : "failed " + script, rows.getInt("checksum"));
                }
            }
        }
        return recorded;
    }

    private static Map<String, Integer> own(String folder) throws IOException, URISyntaxException {
        Map<String, Integer> own = new HashMap<>();
        URL place = AppliedMigrations.class.getResource("/" + folder + "/");
        if (place == null) {
            return own;
        }
        URLConnection connection = place.openConnection();
        if (connection instanceof JarURLConnection packed) {
            packed.setUseCaches(false);
            try (JarFile jar = packed.getJarFile()) {
                for (JarEntry each : jar.stream().toList()) {
                    String name = each.getName();
                    if (name.startsWith(folder + "/") && !each.isDirectory()) {
                        own.put(
                                name.substring(folder.length() + 1),
                                checksum(jar.getInputStream(each)));
                    }
                }
            }
        } else {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(place.toURI()))) {
                for (Path each : files) {
                    own.put(
                            String.valueOf(each.getFileName()),
                            checksum(Files.newInputStream(each)));
                }
            }
        }
        return own;
    }

    /** As Flyway makes it: of the lines, without what ends them. */
    private static int checksum(InputStream script) throws IOException {
        CRC32 sum = new CRC32();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(script, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                sum.update(line.getBytes(StandardCharsets.UTF_8));
            }
        }
        return (int) sum.getValue();
    }
}
