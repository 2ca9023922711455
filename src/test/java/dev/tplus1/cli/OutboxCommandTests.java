package dev.tplus1.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.FakeWork.Ended;
import dev.tplus1.cli.speech.OutboxTable;
import dev.tplus1.cli.speech.RelayAnswer;
import dev.tplus1.cli.speech.RelayAnswer.End;
import dev.tplus1.outbox.Letter;
import dev.tplus1.outbox.Letters;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

class OutboxCommandTests {
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
                        """);
        job = written.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "DONE, 0, '', 0",
        "DONE, 2, '', 0",
        "DONE, 0, --fail-on-dead, 0",
        "DONE, 2, --fail-on-dead, 3",
        "LEFT_ALONE, 2, --fail-on-dead, 1",
        "RUNNING_ELSEWHERE, 0, '', 5",
        "STOPPED, 2, --fail-on-dead, 143"
    })
    void exitsByHowTheRelayEnded(End end, long dead, String option, int code) {
        work.relayed = new RelayAnswer(end, 1203, 12, dead, "why", "shop.yaml");

        Ended ended =
                option.isEmpty()
                        ? work.run("outbox", "relay", "--job", job)
                        : work.run("outbox", "relay", "--job", job, option);

        assertThat(ended.code()).isEqualTo(code);
        assertThat(ended.err().contains("outbox list --job shop.yaml --dead")).isEqualTo(dead > 0);
        assertThat(ended.out().isEmpty()).isEqualTo(end == End.RUNNING_ELSEWHERE);
    }

    @Test
    void saysHowManyWerePublishedInOneLine() {
        work.relayed = new RelayAnswer(End.DONE, 1203, 12, 0, "", "shop.yaml");

        Ended ended = work.run("outbox", "relay", "--job", job, "--follow", "--poll", "2s");

        assertThat(ended.out())
                .isEqualTo("outbox: published 1,203 messages; 12 waiting, 0 dead letters\n");
        assertThat(ended.err()).isEmpty();
        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.RelayRequest.class,
                        request -> {
                            assertThat(request.follow()).isTrue();
                            assertThat(request.poll()).isEqualTo(Duration.ofSeconds(2));
                        });
    }

    @Test
    void listsMessagesAsATableAndAsJson() {
        work.letters =
                new OutboxTable(
                        List.of(
                                letter(7, "S\u001b1", Letter.State.DEAD, AT, 0, "answered 410"),
                                letter(8, "S1", Letter.State.BEHIND, null, 7, ""),
                                letter(9, "S2", Letter.State.WAITING, AT, 0, "no answer")),
                        2,
                        1,
                        3,
                        true);

        Ended table = work.run("outbox", "list", "--job", job, "--all");
        Ended json = work.run("outbox", "list", "--job", job, "--json");

        assertThat(table.out())
                .isEqualTo(
                        """
                        ID  TOPIC       KEY  TRIES  STATE                           LAST ERROR
                        7   order.paid  S?1      3  dead since 2026-11-29 02:00:00  answered 410
                        8   order.paid  S1       3  behind 7                        -
                        9   order.paid  S2       3  again at 2026-11-29 02:00:00    no answer
                        2 waiting, 1 dead letter. Times are UTC.
                        """);
        assertThat(table.err())
                .isEqualTo(
                        "tplus1: outbox: only the first 3 are listed; there are more behind"
                                + " them.\n");
        assertThat(json.out())
                .startsWith(
                        "[{\"id\":7,\"topic\":\"order.paid\",\"key\":\"S\\u001B1\",\"state\":\"dead\","
                            + "\"attempts\":3,\"created_at\":\"2026-11-29T02:00:00Z\","
                            + "\"at\":\"2026-11-29T02:00:00Z\",\"behind\":0,\"last_error\":\"answered"
                            + " 410\"")
                .endsWith("}]\n");
        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.OutboxList.class,
                        request ->
                                assertThat(request.which())
                                        .isEqualTo(Letters.Which.WAITING_AND_DEAD));
    }

    private static Letter letter(
            long id,
            String key,
            Letter.State state,
            @Nullable Instant at,
            long behind,
            String error) {
        return new Letter(id, "order.paid", key, 3, AT, state, at, behind, error, "", "");
    }

    @Test
    void requeuesAndDiscards() {
        Ended some = work.run("outbox", "requeue", "--job", job, "8", "8", "9");
        Ended all = work.run("outbox", "requeue", "--job", job, "--all-dead");
        Ended gone = work.run("outbox", "discard", "8", "--job", job, "--note", "n", "--as", "me");

        assertThat(some.out()).isEqualTo("2 messages requeued; the next relay tries them again.\n");
        assertThat(all.out()).isEqualTo("7 messages requeued; the next relay tries them again.\n");
        assertThat(gone.out()).isEqualTo("1 message discarded.\n");
        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.Discard.class,
                        request -> {
                            assertThat(request.ids()).containsExactly(8L);
                            assertThat(request.note()).isEqualTo("n");
                            assertThat(request.as()).isEqualTo("me");
                        });
    }
}
