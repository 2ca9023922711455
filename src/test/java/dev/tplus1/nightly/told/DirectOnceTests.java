package dev.tplus1.nightly.told;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.alert.AlertSettings;
import dev.tplus1.alert.Channel;
import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.Digest;
import dev.tplus1.alert.RobotUrl;
import dev.tplus1.alert.Rule;
import dev.tplus1.alert.Sent;
import dev.tplus1.job.Alerting;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.ReportFolder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What is told without a database, to channels that answer what the test wants. */
class DirectOnceTests {
    private static final LocalDate DATE = LocalDate.parse("2026-11-28");

    @TempDir private Path folder;
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final Map<String, Sent> answers = new ConcurrentHashMap<>();
    private Instant now = Instant.parse("2026-11-29T02:00:00Z");

    private final class FakeChannel implements Channel {
        private final String name;

        FakeChannel(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Sent send(Digest digest) {
            sent.add(
                    name
                            + digest.accounts().stream()
                                    .map(line -> " " + line.account() + line.businessDate())
                                    .sorted()
                                    .collect(Collectors.joining()));
            return answers.getOrDefault(name, new Sent.Accepted(""));
        }

        @Override
        public String unreachable() {
            return "";
        }

        @Override
        public void close() {}
    }

    private static ChannelSettings channel(String name, Set<String> accounts) {
        Rule all = Rule.EVERYTHING;
        return new ChannelSettings.Slack(
                name,
                new Rule(all.when(), all.minRisk(), List.of(), accounts, all.types(), 0),
                "en",
                RobotUrl.of("https://hooks.slack.com/x"));
    }

    private DirectOnce.Told tell(Ended... ends) {
        return once().tell(List.of(ends), Duration.ofMinutes(1));
    }

    private DirectOnce once() {
        Alerting alerting =
                new Alerting(
                        new AlertSettings(
                                List.of(channel("all", Set.of()), channel("ofB", Set.of("b")))),
                        2,
                        List.of());
        Recording.Job job =
                new Recording.Job(
                        "shop",
                        "shop.yaml",
                        Stream.of("a", "b")
                                .map(id -> new Account(id, "Alipay", ZoneOffset.UTC))
                                .toList());
        Clock clock = Clock.fixed(now, ZoneOffset.UTC);
        Direct direct = new Direct(job, alerting, clock, each -> new FakeChannel(each.name()));
        return new DirectOnce(job, alerting, new ReportFolder(folder), clock, direct);
    }

    private static Ended failed(String account, LocalDate date) {
        return new Ended(account, date, Outcome.FAILED, "no database");
    }

    private Path file() {
        return folder.resolve("shop").resolve(DirectOnce.FILE);
    }

    @Test
    void tellsEachEndOnceOnADayAndSwallowsNoOther() {
        tell(failed("a", DATE));
        tell(failed("a", DATE));
        tell(failed("a", DATE), failed("b", DATE));
        tell(failed("a", DATE.minusDays(1)));
        tell(new Ended("a", DATE, Outcome.REFUSED, "not whole"));

        assertThat(sent)
                .containsExactlyInAnyOrder(
                        "all a2026-11-28",
                        "all b2026-11-28",
                        "ofB b2026-11-28",
                        "all a2026-11-27",
                        "all a2026-11-28");
    }

    @Test
    void tellsAgainOnlyTheChannelThatDidNotTakeIt() throws IOException {
        answers.put("ofB", new Sent.TryAgain("no answer", Duration.ZERO));
        tell(failed("b", DATE));
        answers.clear();
        sent.clear();

        DirectOnce.Told told = tell(failed("b", DATE));

        assertThat(told.answers()).containsExactly(new Direct.Answer("ofB", true, ""));
        assertThat(sent).containsExactly("ofB b2026-11-28");
        assertThat(Files.readAllLines(file()))
                .containsExactly(
                        "2026-11-29 all b 2026-11-28 FAILED", "2026-11-29 ofB b 2026-11-28 FAILED");
        try (Stream<Path> left = Files.list(folder.resolve("shop"))) {
            assertThat(left).containsExactly(file());
        }
    }

    @Test
    void tellsItAgainOnAnotherDayAndForgetsTheOld() throws IOException {
        tell(failed("a", DATE));
        now = now.plus(Duration.ofDays(1));

        tell(failed("a", DATE));

        assertThat(sent).hasSize(2);
        assertThat(Files.readAllLines(file()))
                .containsExactly("2026-11-30 all a 2026-11-28 FAILED");
    }

    @Test
    void forgetsWhatWasToldFirstWhereItIsTooMuch() throws IOException {
        Files.createDirectories(folder.resolve("shop"));
        Files.write(
                file(),
                IntStream.range(0, DirectOnce.MAX_LINES)
                        .mapToObj(i -> "2026-11-29 all x" + i + " 2026-11-28 FAILED")
                        .toList());

        tell(failed("a", DATE));

        assertThat(Files.readAllLines(file()))
                .hasSize(DirectOnce.MAX_LINES)
                .startsWith("2026-11-29 all x1 2026-11-28 FAILED")
                .endsWith("2026-11-29 all a 2026-11-28 FAILED");
    }

    @Test
    void leavesNothingToRecordOfWhatEachChannelThatItIsAboutTookToday() {
        Ended a = failed("a", DATE);
        Ended b = failed("b", DATE);
        Ended refused = new Ended("a", DATE, Outcome.REFUSED, "not whole");
        answers.put("ofB", new Sent.TryAgain("no answer", Duration.ZERO));
        tell(a, b);

        List<Ended> untold = once().untold(List.of(a, b, refused));
        now = now.plus(Duration.ofDays(1));

        assertThat(untold).containsExactly(b, refused);
        assertThat(once().untold(List.of(a, b))).containsExactly(a, b);
    }

    @Test
    void saysSoWhereItCannotKeepWhatWasTold() throws IOException {
        Files.createDirectories(file());

        DirectOnce.Told told = tell(failed("a", DATE));

        assertThat(told.answers()).hasSize(1);
        assertThat(told.kept()).isFalse();
    }
}
