package dev.tplus1.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;
import dev.tplus1.replay.EndpointSettings;
import dev.tplus1.replay.ReplayMode;
import dev.tplus1.replay.ReplaySettings;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

final class ReplayBlockTests {
    private static final String LEAST =
            """
            tplus1:
              job: shop
              database: {url: "jdbc:h2:mem:shop"}
              accounts:
                - id: wechat-shop
                  provider: wechatpay
                  merchant-id: "1230000109"
                  statements: {directory: in, file: "*{date}*"}
            """;

    @Test
    void readsTheEndpointAndShowsNeitherItsSecretNorItsQuery() {
        ReplaySettings replay =
                parse(
                                LEAST
                                        + "  replay: {mode: endpoint, endpoint: {url:"
                                        + " \"https://shop.example/hook?key=hush\", secret:"
                                        + " whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, tries: 2,"
                                        + " settle: 0s}}\n")
                        .replay();

        EndpointSettings endpoint = Objects.requireNonNull(replay.endpoint());
        assertThat(endpoint.target().url()).hasToString("https://shop.example/hook?key=hush");
        assertThat(endpoint.timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(endpoint.tries()).isEqualTo(2);
        assertThat(endpoint.inFlight()).isEqualTo(4);
        assertThat(endpoint.settle()).isZero();
        assertThat(replay.toString())
                .contains("https://shop.example/hook")
                .doesNotContain("hush", "MfKQ");
    }

    @Test
    void readsTheStatementsOfModeSql() {
        String own =
                LEAST
                        + "  ledger: {entries-sql: a, orders-sql: b, transactions-sql: c,"
                        + " refunds-sql: d}\n";

        ReplaySettings replay =
                parse(
                                own
                                        + "  replay: {mode: sql, mark-paid-sql: \"UPDATE o SET s ="
                                        + " 'PAID' WHERE s = 'NEW' AND no = :orderNo\"}\n")
                        .replay();

        assertThat(replay.mode()).isEqualTo(ReplayMode.SQL);
        assertThat(replay.updates().refunded()).isNull();
        assertThatThrownBy(() -> parse(own + "  replay: {mode: sql}\n"))
                .isInstanceOf(SettingException.class)
                .hasMessage("jobs/shop.yaml: replay.mark-paid-sql: is missing; add it");
    }

    private static JobFile parse(String text) {
        return JobFile.parse("jobs/shop.yaml", text, Map.of());
    }
}
