package dev.tplus1.readme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.ExitCode;

import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Every command that README and CONTRIBUTING tell to type is run, or it is said why not. */
class CommandsTests {
    private static final Pattern OPTION = Pattern.compile("--[a-z-]+");
    private static final Document README = Document.read("README.md");

    /**
     * What is run, in an order that makes sense.
     *
     * @param says a part of what it says on stdout
     */
    private record Step(String command, int code, String says) {}

    private static final List<Step> RUN =
            List.of(
                    new Step(
                            "tplus1 statement sample-statements/wechatpay/wechatpay-2026-11-28.csv"
                                    + " --provider wechatpay",
                            0,
                            "wechatpay/all"),
                    new Step("tplus1 check --job jobs/shop.yaml", 0, "ok"),
                    new Step("tplus1 reconcile --job jobs/shop.yaml", 0, "wechat-shop 2026-11-28"),
                    new Step(
                            "tplus1 reconcile --job jobs/shop.yaml --date 2026-11-28",
                            0,
                            "already reconciled as r1"),
                    new Step("tplus1 status --job jobs/shop.yaml", 0, "stripe-shop"),
                    new Step(
                            "tplus1 reconcile --job /etc/tplus1/shop.yaml --catch-up 7 --wait 2h",
                            0,
                            "already reconciled as r1"),
                    new Step(
                            "tplus1 backfill --job jobs/shop.yaml --from 2026-11-01 --to"
                                    + " 2026-11-20",
                            0,
                            "2026-11-20"),
                    new Step("tplus1 reconcile --job jobs/shop.yaml --catch-up 7", 0, "2026-11-27"),
                    new Step(
                            "tplus1 reconcile --job jobs/shop.yaml --recheck 7",
                            0,
                            "14 dates rechecked: 14 the same"),
                    new Step(
                            "tplus1 breaks list --job jobs/shop.yaml --owner none --older-than 3d",
                            0,
                            "breaks"),
                    new Step(
                            "tplus1 breaks assign 7K3M9QX2 --to mei --job jobs/shop.yaml",
                            0,
                            "mei"),
                    new Step(
                            "tplus1 breaks resolve 7K3M9QX2 --reason booked-by-hand --note"
                                    + " \"voucher 5521\" --job jobs/shop.yaml --as mei",
                            0,
                            "resolved"),
                    new Step(
                            "tplus1 breaks import report.xlsx --job jobs/shop.yaml --as finance-02",
                            0,
                            "0 resolved, 0 approved"),
                    new Step(
                            "tplus1 breaks audit --job jobs/shop.yaml --verify --against"
                                    + " /mnt/kept/reports",
                            0,
                            "chain whole"),
                    new Step("tplus1 outbox relay --job /etc/tplus1/shop.yaml", 0, "published"),
                    new Step("tplus1 outbox list --job jobs/shop.yaml --dead", 0, "order.paid"),
                    new Step("tplus1 outbox requeue --job jobs/shop.yaml 812 815", 0, "2"),
                    new Step(
                            "tplus1 outbox discard --job jobs/shop.yaml 812 --note \"why\"",
                            0,
                            "1"),
                    new Step("tplus1 alert list --job jobs/shop.yaml", 0, "dead"),
                    new Step("tplus1 alert retry --job jobs/shop.yaml --channel ops", 0, "again"),
                    new Step("tplus1 alert send --job jobs/shop.yaml", 0, "dead"),
                    new Step("tplus1 alert discard --job jobs/shop.yaml 12 --note \"why\"", 0, "1"),
                    new Step("tplus1 purge --job jobs/shop.yaml --dry-run", 0, "Nothing would go."),
                    new Step("tplus1 purge --job jobs/shop.yaml", 0, "Nothing to purge."));

    /** The same, after a date was held and the chat was mended. */
    private static final List<Step> LATER =
            List.of(
                    new Step("tplus1 alert test --job jobs/shop.yaml", 0, "ops"),
                    new Step(
                            "tplus1 breaks approve --job FILE --account A --date D --note \"why\"",
                            0,
                            "held 2026-11-28"),
                    new Step(
                            "tplus1 breaks approve ID --job FILE --note \"why\"",
                            0,
                            "large 2026-11-28"),
                    new Step("tplus1 backfill --job FILE --from D --to D", 0, "2026-11-28"));

    /** What is not run here, and why. */
    private static final Map<String, String> NOT_RUN =
            Map.ofEntries(
                    Map.entry("tplus1 demo", "DistIntegrationTests runs it from the archive"),
                    Map.entry("tplus1 prepare", "the launcher's own: PrepareTests"),
                    Map.entry(
                            "tplus1 outbox relay --job jobs/shop.yaml --follow --poll 2s",
                            "stays until it is stopped: OutboxProcessIntegrationTests"),
                    Map.entry(
                            "tplus1 statement FILE --provider NAME",
                            "of a provider that is yet to be written"),
                    Map.entry("mvn verify", "it runs this"),
                    Map.entry("mvn test", "it runs this"),
                    Map.entry("mvn verify -Dfaults.scale=5", "takes half an hour"),
                    Map.entry("mvn verify -Pmutation -DskipITs", "a build"),
                    Map.entry("mvn verify -Pbench", "a build"),
                    Map.entry("mvn -DskipTests package", "a build"),
                    Map.entry("mvn -o", "a build"),
                    Map.entry(
                            "mvn -DskipTests clean package && sha256sum target/tplus1.jar",
                            "a build"),
                    Map.entry("mvn process-sources -Dformat.mode=apply", "changes the sources"),
                    Map.entry(
                            "mvn org.cyclonedx:cyclonedx-maven-plugin:makeBom",
                            "wants the network; SupplyChainTests holds its outcome"),
                    Map.entry(
                            "tar -xzf tplus1-0.1.0.tar.gz -C /opt && ln -sfn tplus1-0.1.0"
                                    + " /opt/tplus1",
                            "DistIntegrationTests unpacks it elsewhere"),
                    Map.entry("kubectl apply -k jobs/kubernetes", "KubernetesTests renders it"),
                    Map.entry("systemctl start tplus1@shop", "wants systemd: SystemdTests"),
                    Map.entry("systemctl edit tplus1@shop", "opens an editor"),
                    Map.entry("systemctl stop", "no whole command"),
                    Map.entry("chmod 0440", "no whole command"),
                    Map.entry(
                            "openssl x509 -noout -serial -in apiclient_cert.pem",
                            "asks for a certificate of WeChat Pay's"),
                    Map.entry("bench", "its own tests, in src/bench"),
                    Map.entry("bench all", "takes hours"),
                    Map.entry("bench run --only diff --rows 1000000", "wants its own build"),
                    Map.entry("bench run --only reconcile --mysql URL", "wants its own build"),
                    Map.entry("bench jmh", "wants its own build"));

    @TempDir private Path folder;

    @Test
    void runsEveryCommandAndEndsAsItsReaderExpects() throws IOException {
        SoftAssertions all = new SoftAssertions();
        try (Place place = new Place(folder)) {
            RUN.forEach(step -> run(place, step, all));
            place.mendTheChat();
            Place.Ended held = place.hold();
            all.assertThat(held.code()).as(held.toString()).isEqualTo(7);
            LATER.forEach(step -> run(place, step, all));
        }
        all.assertAll();
    }

    private static void run(Place place, Step step, SoftAssertions all) {
        Place.Ended ended = place.run(step.command());
        all.assertThat(ended.code()).as(step + " " + ended).isEqualTo(step.code());
        all.assertThat(ended.out()).as(step + " " + ended).contains(step.says());
    }

    @Test
    void hasNoCommandThatIsNeitherRunNorSaidWhyNot() {
        List<String> told =
                Stream.of(README, Document.read("CONTRIBUTING.md"))
                        .flatMap(each -> each.commands().stream())
                        .distinct()
                        .filter(each -> !each.startsWith("tplus1 ") || whole(each))
                        .toList();

        assertThat(told)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(
                                        Stream.of(RUN, LATER)
                                                .flatMap(List::stream)
                                                .map(Step::command),
                                        NOT_RUN.keySet().stream())
                                .toList());
    }

    /** Names of commands stand in sentences without what they need. */
    private static boolean whole(String command) {
        return command.contains(" --job ")
                || command.contains(" --provider ")
                || List.of("tplus1 demo", "tplus1 prepare").contains(command);
    }

    @Test
    void namesOnlyCommandsAndOptionsThatThereAre() throws IOException {
        List<String> table =
                Files.readAllLines(Path.of("README.md")).stream()
                        .filter(line -> line.startsWith("| `") && line.contains("--job FILE"))
                        .map(line -> line.substring(3, line.indexOf("` |")))
                        .toList();
        List<String> named =
                README.commands().stream().filter(each -> each.startsWith("tplus1 ")).toList();
        assertThat(table).hasSizeGreaterThan(5);
        assertThat(named).hasSizeGreaterThan(20);

        SoftAssertions all = new SoftAssertions();
        try (Place place = new Place(folder)) {
            Stream.concat(table.stream().map(each -> "tplus1 " + each), named.stream())
                    .filter(each -> !each.equals("tplus1 prepare"))
                    .forEach(each -> known(place, each.replace("\\|", "|"), all));
        }
        all.assertAll();
    }

    private static void known(Place place, String command, SoftAssertions all) {
        List<String> words = List.of(command.split(" ", -1));
        boolean two = List.of("breaks", "outbox", "alert").contains(words.get(1));
        String name = String.join(" ", words.subList(0, two ? 3 : 2));
        Place.Ended help = place.run(name + " --help");
        all.assertThat(help.code()).as(command).isZero();
        all.assertThat(OPTION.matcher(help.out()).results().map(MatchResult::group))
                .as(command)
                .containsAll(OPTION.matcher(command).results().map(MatchResult::group).toList());
    }

    @Test
    void tellsEveryExitCode() throws IOException {
        List<Integer> told =
                Files.readAllLines(Path.of("README.md")).stream()
                        .filter(line -> line.matches("\\| [0-9]+ \\| .*"))
                        .map(line -> Integer.valueOf(line.split(" ", -1)[1]))
                        .distinct()
                        .toList();

        assertThat(told).containsAll(Arrays.stream(ExitCode.values()).map(ExitCode::code).toList());
    }
}
