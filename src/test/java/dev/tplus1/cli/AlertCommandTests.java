package dev.tplus1.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.FakeWork.Ended;
import dev.tplus1.cli.speech.CheckLine;
import dev.tplus1.cli.speech.alert.AlertAnswer;
import dev.tplus1.cli.speech.alert.AlertAnswer.End;
import dev.tplus1.cli.speech.alert.AlertTable;
import dev.tplus1.outbox.Letter;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

class AlertCommandTests {
    private static final Instant AT = Instant.parse("2026-11-29T02:00:00Z");

    @TempDir private Path folder;
    private String job = "";
    private final FakeWork work = new FakeWork();

    @BeforeEach
    void writeAJob() throws IOException {
        Path written =
                Files.writeString(
                        folder.resolve("shop.yaml"),
                        """
                        tplus1:
                          job: shop
                          database: {url: "${URL}"}
                          accounts:
                            - {id: one, provider: csv, statements: {directory: in, file: "*"}}
                          alerts:
                            channels:
                              - {name: ops, type: slack, url: "https://hooks.slack.com/x"}
                              - {name: boss, type: slack, url: "https://hooks.slack.com/y"}
                        """);
        job = written.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "DONE, 0, '', 0",
        "DONE, 2, '', 0",
        "DONE, 0, --fail-on-dead, 0",
        "DONE, 2, --fail-on-dead, 3",
        "RUNNING_ELSEWHERE, 0, '', 5",
        "STOPPED, 2, --fail-on-dead, 143"
    })
    void exitsByHowTheDeliveryEnded(End end, long dead, String option, int code) {
        work.sent = new AlertAnswer(end, 3, 1, dead, List.of("channel ops: no"), "h", "shop.yaml");

        Ended ended =
                option.isEmpty()
                        ? work.run("alert", "send", "--job", job)
                        : work.run("alert", "send", "--job", job, option);

        assertThat(ended.code()).isEqualTo(code);
        assertThat(ended.err()).contains("tplus1: alerts: channel ops: no\n");
        assertThat(ended.err().contains("2 notices are dead; look: tplus1 alert list"))
                .isEqualTo(dead > 0);
        assertThat(ended.out().isEmpty()).isEqualTo(end == End.RUNNING_ELSEWHERE);
    }

    @Test
    void saysWhatEachChannelAnsweredAndFailsWhereOneDidNotTakeIt() {
        work.checks.add(CheckLine.ok("ops", "took the sample"));
        Ended good = work.run("alert", "test", "--job", job, "--channel", "ops");
        assertThat(work.asked).isEqualTo(List.of("ops"));
        work.checks.add(new CheckLine(CheckLine.Failure.UNREACHABLE, "boss", "answered 404"));

        Ended bad = work.run("alert", "test", "--job", job);

        assertThat(good.code()).isZero();
        assertThat(bad.code()).isEqualTo(1);
        assertThat(bad.out())
                .isEqualTo(
                        """
                        ok    ops           took the sample
                        fail  boss          answered 404
                        1 of 2 failed.
                        """);
        assertThat(work.asked).isEqualTo(List.of("ops", "boss"));
    }

    @Test
    void knowsOnlyItsOwnChannels() {
        Ended ended = work.run("alert", "test", "--job", job, "--channel", "cfo");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err())
                .isEqualTo(
                        "tplus1: --channel cfo: no such channel in "
                                + job
                                + "; it has ops, boss\n");
    }

    @Test
    void listsNoticesAsATableAndAsJson() {
        work.notices =
                new AlertTable(
                        List.of(
                                new Letter(
                                        7,
                                        "shop",
                                        "ops",
                                        8,
                                        AT,
                                        Letter.State.DEAD,
                                        AT,
                                        0,
                                        "answered 410",
                                        "",
                                        "")),
                        0,
                        1,
                        1,
                        true);

        Ended table = work.run("alert", "list", "--job", job);
        Ended json = work.run("alert", "list", "--job", job, "--json");

        assertThat(table.out())
                .isEqualTo(
                        """
                        ID  CHANNEL  RECORDED             TRIES  STATE                           LAST ERROR
                        7   ops      2026-11-29 02:00:00      8  dead since 2026-11-29 02:00:00  answered 410
                        0 waiting, 1 dead. Times are UTC.
                        """);
        assertThat(table.err()).contains("only the first 1 are listed");
        assertThat(json.out())
                .startsWith("[{\"id\":7,\"channel\":\"ops\",\"state\":\"dead\",\"attempts\":8");
    }

    @Test
    void retriesAndDiscards() {
        Ended some = work.run("alert", "retry", "--job", job, "8", "8", "9");
        Ended all = work.run("alert", "retry", "--job", job, "--channel", "ops");
        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.AlertRetry.class,
                        request -> assertThat(request.channel()).isEqualTo("ops"));
        Ended gone = work.run("alert", "discard", "8", "--job", job, "--note", "n", "--as", "me");

        assertThat(some.out())
                .isEqualTo("2 notices to be tried again, by the next run or tplus1 alert send.\n");
        assertThat(all.out()).startsWith("7 notices to be tried again");
        assertThat(gone.out()).isEqualTo("1 notice discarded.\n");
        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.Discard.class,
                        request -> {
                            assertThat(request.note()).isEqualTo("n");
                            assertThat(request.as()).isEqualTo("me");
                        });
    }
}
