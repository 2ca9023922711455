package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.database.TestServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A real server and H2 say the same to the byte, whatever zone anybody is in. */
final class AlikeIdsIntegrationTests extends AlikeIdsContract {
    @TempDir private Path beside;

    @Override
    DatabaseSettings settings() {
        return TestServer.newDatabase();
    }

    @Test
    void leavesTheSameBytesAsH2() {
        AlikeIds.fill(shop);
        summaryOf(shop.run(DATE));

        assertThat(AlikeIds.outcome(shop)).hasSize(2).isEqualTo(onH2());
    }

    @ParameterizedTest
    @ValueSource(strings = {"America/New_York", "Asia/Shanghai", "UTC"})
    void leavesTheSameBytesInEveryZoneOfTheProcessAndOfTheServer(String zone) {
        AlikeIds.fill(shop);
        // a session that the server would have begun elsewhere; nothing said of the connection's
        String url = shop.settings.url();
        Shop elsewhere =
                new Shop(
                        folder,
                        new DatabaseSettings(
                                url
                                        + (url.contains("?") ? "&" : "?")
                                        + "sessionVariables=time_zone='%2B05:45'",
                                null,
                                null));
        Path job = elsewhere.jobFile();
        elsewhere.close();

        Child child =
                Child.start(
                        folder,
                        List.of("-Duser.timezone=" + zone),
                        "reconcile",
                        "--job",
                        job.toString(),
                        "--date",
                        DATE.toString());

        assertThat(child.code()).as(child.err()).isZero();
        assertThat(AlikeIds.outcome(shop)).hasSize(2).isEqualTo(onH2());
    }

    private Map<String, String> onH2() {
        try (Shop other = new Shop(beside, TestDatabases.h2Settings())) {
            AlikeIds.fill(other);
            summaryOf(other.run(DATE));
            return AlikeIds.outcome(other);
        }
    }
}
