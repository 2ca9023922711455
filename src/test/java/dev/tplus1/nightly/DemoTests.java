package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The demo, and what it names to go on with. */
class DemoTests {
    private static final Pattern OPEN =
            Pattern.compile("\"break_id\":\"(\\w+)\"[^}]*\"status\":\"OPEN\"");

    private final NightClock clock = new NightClock("2026-11-29T02:07:00Z");

    private Spoken run(String... args) {
        Spoken spoken = new Spoken();
        int code =
                Cli.run(
                        args,
                        spoken.terminal(),
                        Map.of(),
                        () -> new CommandWork(clock, (_, _) -> {}));
        assertThat(code).as(spoken.err()).isZero();
        return spoken;
    }

    @Test
    void endsByNamingThePageOverAllAccounts() throws IOException {
        String said = run("demo").out();

        Matcher open = Pattern.compile("Open (\\S+/reports/)index.html\n$").matcher(said);
        assertThat(open.find()).isTrue();
        assertThat(said).containsOnlyOnce("Open ");
        String folder = open.group(1);
        String page = Files.readString(Path.of(folder, "index.html"));
        Matcher report = Pattern.compile("report {8}(\\S+)").matcher(said);
        int reports = 0;
        while (report.find()) {
            assertThat(report.group(1)).startsWith(folder);
            String link = report.group(1).substring(folder.length());
            assertThat(page).contains("href=\"" + link + "\"");
            reports++;
        }
        assertThat(reports).isEqualTo(3);
    }

    @Test
    void saysAfterAnotherRunWhatWasDecidedBefore() {
        Matcher report = Pattern.compile("Open (\\S+?)/reports/").matcher(run("demo").out());
        assertThat(report.find()).isTrue();
        String job = report.group(1) + "/demo.yaml";
        String listed = run("breaks", "list", "--job", job, "--json", "--type", "DISPUTE").out();
        Matcher open = OPEN.matcher(listed);
        assertThat(open.find()).as(listed).isTrue();
        run("breaks", "resolve", open.group(1), "--job", job, "--note", "paid out");

        String said = run("reconcile", "--job", job, "--date", "2026-11-28", "--rerun").out();

        assertThat(said).containsOnlyOnce("  settled       1 dispute, decided before\n");
    }

    @Test
    void namesTheJobFileInReportsByWhereItIs() throws IOException {
        Matcher open = Pattern.compile("Open (\\S+?)/reports/").matcher(run("demo").out());
        assertThat(open.find()).isTrue();
        Path job = Path.of(open.group(1)).resolve("demo.yaml");
        String typed = Path.of("").toAbsolutePath().relativize(job).toString();

        run("reconcile", "--job", "./" + typed, "--date", "2026-11-28", "--rerun");
        Path date = job.resolveSibling("reports/demo/wechat-shop/2026-11-28");
        String written = Files.readString(date.resolve("r2/report.html"));
        run("report", "--job", typed, "--date", "2026-11-28");

        assertThat(written).contains(" --job " + job + " --note").doesNotContain(typed);
        assertThat(date.resolve("r2/report.html")).hasContent(written);
    }

    @Test
    void saysThatADateWhichIsConcludedIsNotOver() {
        Matcher report = Pattern.compile("Open (\\S+?)/reports/").matcher(run("demo").out());
        assertThat(report.find()).isTrue();
        String job = report.group(1) + "/demo.yaml";
        clock.set("2026-11-28T20:00:00Z"); // the 29th in Shanghai, where two of the three are

        Spoken again = run("reconcile", "--job", job, "--date", "2026-11-28", "--rerun");

        assertThat(again.err())
                .isEqualTo(
                        "tplus1: stripe-shop 2026-11-28: this day is not over in UTC; what comes"
                                + " later is only found by --rerun.\n");
    }

    @Test
    void leavesAJobFileThatTheCommandsOfItsReportsCanBeRunWith() {
        Matcher report = Pattern.compile("Open (\\S+?)/reports/").matcher(run("demo").out());
        assertThat(report.find()).isTrue();
        Path job = Path.of(report.group(1)).resolve("demo.yaml");

        String listed = run("breaks", "list", "--job", job.toString(), "--json").out();
        Matcher open = OPEN.matcher(listed);
        assertThat(open.find()).as(listed).isTrue();

        String id = open.group(1);
        run("breaks", "resolve", id, "--job", job.toString(), "--note", "paid out");

        assertThat(run("breaks", "show", id, "--job", job.toString()).out()).contains("paid out");
    }
}
