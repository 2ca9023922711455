package dev.tplus1.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The crontab, its line run as cron runs it, with a launcher that only says how it was called. */
@DisabledOnOs(OS.WINDOWS)
class CronTests {
    private static final String INSTALLED = "/opt/tplus1";

    @TempDir private Path folder;

    private Crontab crontab;
    private Crontab.Line line;

    @BeforeEach
    void readIt() throws IOException {
        crontab = Crontab.read(Path.of("jobs/cron/crontab"));
        assertThat(crontab.lines()).hasSize(2);
        line = crontab.lines().getFirst();
    }

    private Ended night(String launcher) throws Exception {
        return started(launcher, line);
    }

    private Ended started(String launcher, Crontab.Line line) throws Exception {
        Ended.script(folder.resolve("jobs/tplus1"), launcher);
        // cron's own: HOME, LOGNAME, SHELL, and what the crontab sets
        Map<String, String> environment = new HashMap<>(crontab.environment());
        environment.put("HOME", folder.toString());
        environment.put("LOGNAME", line.user());
        return Ended.shell(
                folder,
                environment,
                line.handedOver().replace(INSTALLED + "/", "'" + folder + "'/"));
    }

    @Test
    void saysNothingAfterAGoodNight() throws Exception {
        Ended ended =
                night("echo \"$*\" >called\necho 'wechat-shop: reconciled'; echo warned >&2\n");

        assertThat(ended).isEqualTo(new Ended(0, ""));
        assertThat(folder.resolve("called"))
                .hasContent("reconcile --job /etc/tplus1/shop.yaml --catch-up 7 --wait 2h");
    }

    @Test
    void mailsAllThatAnotherNightSaidAndHowItEnded() throws Exception {
        Ended ended =
                night("echo 'a: reconciled'; printf '%s\\n' '100% of b \\n refused' >&2; exit 6\n");

        assertThat(ended.said()).isEqualTo("exit 6\na: reconciled\n100% of b \\n refused\n");
    }

    @Test
    void deliversEveryTenMinutesAndIsSilentWhereARunDeliversItself() throws Exception {
        Crontab.Line alerts = crontab.lines().getLast();

        Ended good = started("echo \"$*\" >called; echo 'alerts: delivered 1'\n", alerts);
        Ended busy = started("echo 'running elsewhere' >&2; exit 5\n", alerts);
        Ended bad = started("echo 'no database' >&2; exit 1\n", alerts);
        Ended dead = started("echo 'alerts: 1 notice is dead' >&2; exit 3\n", alerts);

        assertThat(alerts.times()).containsExactly("5-59/10", "*", "*", "*", "*");
        assertThat(alerts.user()).isEqualTo("tplus1");
        assertThat(dead.said()).isEqualTo("alerts: 1 notice is dead\n");
        assertThat(folder.resolve("called"))
                .hasContent("alert send --job /etc/tplus1/shop.yaml --fail-on-dead");
        assertThat(good).isEqualTo(new Ended(0, ""));
        assertThat(busy).isEqualTo(new Ended(0, ""));
        assertThat(bad.said()).isEqualTo("no database\n");
    }

    @Test
    void mailsARunThatWasKilled() throws Exception {
        assertThat(night("kill -9 $$\n").said()).contains("exit 137\n");
    }

    @Test
    void runsTwiceADayAsItsOwnUser() {
        assertThat(line.times().subList(2, 5)).containsOnly("*");
        assertThat(line.hours()).hasSize(2);
        assertThat(line.user()).isEqualTo("tplus1");
        assertThat(crontab.environment()).containsKeys("SHELL", "PATH", "MAILTO");
        assertThat(line.command()).hasSizeLessThan(Crontab.MAX_COMMAND);
    }

    @Test
    void leavesSingleStartToTheLease() {
        assertThat(line.command()).doesNotContain("flock", "/dev/null");
    }

    @Test
    void isReadableForCron() throws IOException {
        String text = Files.readString(Path.of("jobs/cron/crontab"));

        assertThat(text).endsWith("\n").doesNotContain("\r");
        assertThat(List.of(crontab.environment().get("PATH").split(":", -1))).contains("/usr/bin");
    }
}
