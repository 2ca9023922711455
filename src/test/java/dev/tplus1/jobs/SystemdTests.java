package dev.tplus1.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.ExitCode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class SystemdTests {
    private static final List<String> UNITS =
            List.of(
                    "tplus1@.service",
                    "tplus1@.timer",
                    "tplus1-failed@.service",
                    "tplus1-alerts@.service",
                    "tplus1-alerts@.timer");

    /** The longest that a run takes after SIGTERM. */
    private static final Duration STOPPING = Duration.ofSeconds(20);

    /** In tenths; systemd calls up to 2.0 safe. */
    private static final String EXPOSURE = "20";

    @TempDir private Path folder;

    private Unit service;
    private Unit timer;

    @BeforeEach
    void readThem() throws IOException {
        service = Unit.read("tplus1@.service");
        timer = Unit.read("tplus1@.timer");
    }

    /** The units in a folder of their own, with the launcher where it is here. */
    private List<String> installed() throws IOException {
        List<String> files = new ArrayList<>();
        for (String unit : UNITS) {
            String text = Files.readString(Path.of("jobs/systemd", unit));
            Path file = folder.resolve(unit);
            Files.writeString(
                    file,
                    text.replace(
                            "/opt/tplus1/jobs/tplus1",
                            Path.of("jobs/tplus1").toAbsolutePath().toString()));
            files.add(file.toString());
        }
        return files;
    }

    private Ended analyze(List<String> command) throws Exception {
        List<String> whole = new ArrayList<>();
        whole.add(ScriptsTests.found("systemd-analyze").toString());
        whole.addAll(command);
        return Ended.run(folder, Map.of("SYSTEMD_UNIT_PATH", folder + ":", "LC_ALL", "C"), whole);
    }

    @Test
    void areWhatSystemdReads() throws Exception {
        List<String> command = new ArrayList<>(List.of("verify", "--man=no"));
        command.addAll(installed());

        Ended ended = analyze(command);

        assertThat(ended.said()).doesNotContain(folder.toString());
        assertThat(ended.code()).isZero();
    }

    @Test
    void systemdNoticesWhatIsWrong() throws Exception {
        List<String> files = installed();
        Path wrong = folder.resolve(UNITS.getFirst());
        Files.writeString(wrong, Files.readString(wrong) + "RestartPreventExitStatuss=2\n");

        Ended ended = analyze(List.of("verify", "--man=no", files.getFirst()));

        assertThat(ended.said()).contains("'RestartPreventExitStatuss'");
    }

    @Test
    void areHardenedAsSystemdMeasuresIt() throws Exception {
        Ended ended =
                analyze(
                        List.of(
                                "security",
                                "--offline=true",
                                "--no-pager",
                                "--threshold=" + EXPOSURE,
                                installed().getFirst()));

        assertThat(ended.said()).contains("Overall exposure level for tplus1@");
        assertThat(ended.code()).isZero();
    }

    @Test
    void deliverEveryTenMinutesInTheSameSandbox() throws IOException {
        Unit alerts = Unit.read("tplus1-alerts@.service");

        assertThat(alerts.only("Service.ExecStart"))
                .isEqualTo(
                        "/opt/tplus1/jobs/tplus1 alert send --job /etc/tplus1/%i.yaml"
                                + " --fail-on-dead");
        assertThat(alerts.only("Service.SuccessExitStatus")).isEqualTo("5 143 SIGTERM");
        assertThat(Unit.read("tplus1-alerts@.timer").only("Timer.OnCalendar")).isEqualTo("*:5/10");
        for (String same :
                List.of("User", "StateDirectory", "ProtectSystem", "CapabilityBoundingSet")) {
            assertThat(alerts.only("Service." + same)).isEqualTo(service.only("Service." + same));
        }
    }

    @Test
    void runALauncherAsAUserOfItsOwn() {
        assertThat(service.only("Service.ExecStart"))
                .isEqualTo(
                        "/opt/tplus1/jobs/tplus1 reconcile --job /etc/tplus1/%i.yaml --catch-up 7"
                                + " --wait 2h");
        assertThat(service.only("Service.User")).isEqualTo("tplus1");
        assertThat(service.only("Service.WorkingDirectory"))
                .isEqualTo("/var/lib/" + service.only("Service.StateDirectory"));
        assertThat(service.only("Service.Type")).isEqualTo("oneshot");
    }

    /** All else is read only to it, where node_exporter reads as well. */
    @Test
    void letARunWriteWhereTheReadmeHasItsFiguresLeft() throws IOException {
        Matcher textfile =
                Pattern.compile("textfile: (/[^ }]*)/[^/ }]+[.]prom")
                        .matcher(Files.readString(Path.of("README.md")));

        assertThat(textfile.find()).isTrue();
        String directory = textfile.group(1);
        assertThat(service.only("Service.ProtectSystem")).isEqualTo("strict");
        // the minus: a machine without node_exporter has no such folder
        assertThat(service.only("Service.ReadWritePaths")).isEqualTo("-" + directory);
        assertThat(Path.of("jobs/systemd/tplus1@.service"))
                .content()
                .contains("install -d -o tplus1 -g tplus1 -m 0755 " + directory);
    }

    @Test
    void startAgainWhatMayBeBetterInAMinute() {
        Set<Integer> prevented =
                Stream.of(service.only("Service.RestartPreventExitStatus").split(" ", -1))
                        .map(Integer::valueOf)
                        .collect(Collectors.toSet());

        assertThat(service.only("Service.Restart")).isEqualTo("on-failure");
        assertThat(EnumSet.allOf(ExitCode.class))
                .filteredOn(code -> code != ExitCode.DONE && !prevented.contains(code.code()))
                .containsExactlyInAnyOrder(ExitCode.FAILED, ExitCode.RUNNING);
    }

    @Test
    void takeNothingButZeroAndADeliberateStopForSuccess() {
        assertThat(service.only("Service.SuccessExitStatus"))
                .isEqualTo(ExitCode.STOPPED.code() + " SIGTERM");
        assertThat(service.all("Service.SuccessAction")).isEmpty();
        assertThat(service.only("Unit.OnFailure")).isEqualTo("tplus1-failed@%i.service");
    }

    @Test
    void giveARunTheTimeToStop() {
        assertThat(service.span("Service.TimeoutStopSec")).isGreaterThan(STOPPING);
        assertThat(service.only("Service.KillSignal")).isEqualTo("SIGTERM");
    }

    @Test
    void haveASecondTimeAfterTheFirstIsOver() {
        List<LocalTime> times = new ArrayList<>();
        for (String each : timer.all("Timer.OnCalendar")) {
            String[] parts = each.split(" ", -1);
            assertThat(parts[0]).isEqualTo("*-*-*");
            assertThat(ZoneId.of(parts[2])).isEqualTo(ZoneId.of("Asia/Shanghai"));
            times.add(LocalTime.parse(parts[1]));
        }
        Duration gap = Duration.between(times.getFirst(), times.getLast());

        assertThat(times).hasSize(2);
        assertThat(service.span("Service.TimeoutStartSec"))
                .isGreaterThan(Duration.ofHours(2))
                .isLessThan(gap);
        assertThat(service.span("Unit.StartLimitIntervalSec"))
                .isGreaterThan(service.span("Service.TimeoutStartSec"))
                .isLessThan(gap);
        assertThat(timer.only("Timer.Persistent")).isEqualTo("true");
        assertThat(timer.only("Install.WantedBy")).isEqualTo("timers.target");
    }
}
