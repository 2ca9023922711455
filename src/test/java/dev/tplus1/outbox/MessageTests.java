package dev.tplus1.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.List;
import java.util.Set;

final class MessageTests {
    private static final Instant AT = Instant.parse("2026-11-29T02:00:00.123456Z");

    private static Message message(long row, String key, String payload, int attempts) {
        return new Message(row, "order.paid", key, payload, AT, attempts);
    }

    @Test
    void hasTheSameIdOnEveryTryAndNoOtherMessageHasIt() {
        String id = message(812, "S1", "{}", 0).id();

        assertThat(id).isEqualTo(message(812, "S1", "{}", 9).id()).matches("ob_812_[0-9a-f]{32}");
        assertThat(
                        Set.of(
                                id,
                                message(813, "S1", "{}", 0).id(),
                                message(812, "S2", "{}", 0).id(),
                                message(812, "S1{", "}", 0).id(),
                                message(812, "S1", "{ }", 0).id(),
                                new Message(812, "order.refunded", "S1", "{}", AT, 0).id(),
                                new Message(812, "order.paid", "S1", "{}", AT.plusNanos(1000), 0)
                                        .id()))
                .hasSize(7);
    }

    @Test
    void isFitWhereItIsJsonThatIsNotTooLong() {
        for (String json : List.of("{}", "1", "null", " {\"a\": [1.10, \"\u4e2d\"]} ")) {
            assertThat(message(1, "S1", json, 0).unfit(16_000)).as(json).isEmpty();
        }
        assertThat(message(1, "S1", "\"" + "x".repeat(16_000) + "\"", 0).unfit(16_000))
                .contains("longer than 16000 chars");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    endpoint answered 500|endpoint answered 500
                    at https://shop.example/hook?token=geheim now|at https://shop.example/hook now
                    at https://user:geheim@shop.example/hook#x.|at https://shop.example/hook
                    """)
    void keepsNoSecretOfAnError(String said, String kept) {
        assertThat(LastError.line(said)).isEqualTo(kept);
    }

    @Test
    void keepsOneBoundedPrintableLineOfAnError() {
        assertThat(LastError.line("a\r\n\u001b[31mb\u202ec")).isEqualTo("a [31mb c");
        assertThat(LastError.line("x".repeat(400))).hasSize(300).endsWith("x...");
        assertThat(LastError.line("x".repeat(296) + "\ud83d\ude00".repeat(9)))
                .isEqualTo("x".repeat(296) + "...");
    }
}
