package dev.tplus1.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.job.JobFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the files of jobs/ start, and with which job file: tplus1 knows both. */
class StartedTests {
    private static final Pattern COMMAND =
            Pattern.compile("/opt/tplus1/jobs/tplus1 (reconcile .*?)(?: 2>&1.*|$)");
    private static final String MOUNTED = "/run/secrets/tplus1";
    private static final int KEY_BITS = 2048;

    @TempDir private Path folder;

    static List<List<String>> commands() throws IOException {
        List<List<String>> commands = new ArrayList<>();
        for (String line :
                List.of(
                        Crontab.read(Path.of("jobs/cron/crontab")).lines().getFirst().handedOver(),
                        Unit.read("tplus1@.service").only("Service.ExecStart"))) {
            Matcher matcher = COMMAND.matcher(line);
            assertThat(matcher.find()).as(line).isTrue();
            commands.add(List.of(matcher.group(1).replace("%i", "shop").split(" ", -1)));
        }
        for (String name : List.of("nightly.yaml", "one-date.yaml")) {
            commands.add(
                    Manifest.texts(Manifest.container(KubernetesTests.job(name)).path("args")));
        }
        return commands;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void areCommandsThatTplus1Knows(List<String> command) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);

        int code =
                Cli.run(
                        command.toArray(String[]::new),
                        new Terminal(stream, stream, false, false),
                        Map.of(),
                        () -> {
                            throw new IllegalStateException("started");
                        });

        // the command line is read before the file is looked for
        assertThat(said.toString(StandardCharsets.UTF_8))
                .startsWith("tplus1: /etc/tplus1/shop.yaml: ");
        assertThat(code).isEqualTo(2);
    }

    @Test
    void isAJobFileThatTplus1Reads() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(KEY_BITS);
        KeyPair keys = generator.generateKeyPair();
        secret("db-password", "nobody-guesses\n");
        secret("wechat-key.pem", pem("PRIVATE", keys.getPrivate()));
        secret("wechat-public-key.pem", pem("PUBLIC", keys.getPublic()));
        Path file = folder.resolve("shop.yaml");
        Files.writeString(
                file,
                Files.readString(Manifest.FOLDER.resolve("shop.yaml"))
                        .replace(MOUNTED, folder.resolve("secrets").toString()));

        JobFile job = JobFile.read(file, Map.of());

        assertThat(job.database().password()).isEqualTo("nobody-guesses");
        assertThat(job.accounts()).hasSize(1);
        assertThat(job.reports().directory()).isEqualTo(Path.of("/var/lib/tplus1/reports"));
    }

    private void secret(String name, String text) throws IOException {
        Path file = Files.createDirectories(folder.resolve("secrets")).resolve(name);
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
    }

    private static String pem(String kind, Key key) {
        return "-----BEGIN "
                + kind
                + " KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(key.getEncoded())
                + "\n-----END "
                + kind
                + " KEY-----\n";
    }
}
