package dev.tplus1.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;
import dev.tplus1.outbox.OutboxSettings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

class OutboxReaderTests {
    private static final String SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

    private static OutboxSettings parse(String block) {
        return JobFile.parse(
                        "shop.yaml",
                        """
                        tplus1:
                          job: shop
                          database: {url: "jdbc:h2:mem:shop"}
                          accounts:
                            - {id: one, provider: csv, statements: {directory: in, file: "*"}}
                        """
                                + block,
                        Map.of("SECRET", SECRET))
                .outbox();
    }

    @Test
    void goesNowhereWhereItIsLeftOut() {
        OutboxSettings outbox = parse("");

        assertThat(outbox.anywhere()).isFalse();
        assertThat(outbox.tries()).isEqualTo(10);
        assertThat(outbox.batch()).isEqualTo(500);
        assertThat(outbox.timeout()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void readsAllThatThereIsToSayAndShowsNoSecret() {
        OutboxSettings outbox =
                parse(
                        """
                          outbox:
                            log: /var/log/tplus1/messages.jsonl
                            endpoint: {url: "https://shop.example/hook?k=1", secret: "${SECRET}", timeout: 5s}
                            tries: 3
                            batch: 100
                        """);

        assertThat(outbox.log()).isEqualTo(Path.of("/var/log/tplus1/messages.jsonl"));
        assertThat(Objects.requireNonNull(outbox.endpoint()).url())
                .hasToString("https://shop.example/hook?k=1");
        assertThat(outbox.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(outbox.tries()).isEqualTo(3);
        assertThat(outbox.batch()).isEqualTo(100);
        assertThat(outbox.toString()).doesNotContain(SECRET.substring(6), "k=1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {logs: x}|outbox.log: unknown key "logs", did you mean "log"?
                    {log: x, tries: 0}|outbox.tries: "0" is not a number from 1 to 100; correct it
                    {log: x, batch: 10001}|outbox.batch: "10001" is not a number from 1 to 10000; correct it
                    {endpoint: {url: "https://x.example/"}}|outbox.endpoint.secret: is missing; add it
                    {endpoint: {secret: "${SECRET}"}}|outbox.endpoint.url: is missing; add it
                    {endpoint: {url: "ftp://x.example/", secret: "${SECRET}"}}|outbox.endpoint.url: must be a URL
                    {endpoint: {url: "https://x.example/", secret: "geheim"}}|outbox.endpoint.secret: must be
                    {endpoint: {url: "https://x.example/", secret: "${SECRET}", timeout: 60s}}|outbox.endpoint.timeout: "60s" is not a duration
                    """)
    void refusesWhatItCannotUseAndShowsNoSecret(String block, String complaint) {
        assertThatThrownBy(() -> parse("  outbox: " + block + "\n"))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("shop.yaml: " + complaint)
                .hasMessageNotContaining("geheim");
    }
}
