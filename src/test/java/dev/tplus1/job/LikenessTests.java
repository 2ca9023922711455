package dev.tplus1.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class LikenessTests {
    private static final List<String> QUERIES =
            List.of("url", "zone", "entries-sql", "orders-sql", "transactions-sql", "refunds-sql");

    @ParameterizedTest
    @CsvSource({
        "entry-sql, entries-sql",
        "transaction-sql, transactions-sql",
        "transactionSql, transactions-sql",
        "refund-sql, refunds-sql",
        "zoen, zone",
        "urll, url",
    })
    void findsTheWordThatWasMeant(String written, String meant) {
        assertThat(Likeness.nearest(written, QUERIES)).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"colour", "payments-sql", "select", "database", "max", "transforms", "x"})
    void guessesNothingForAWordThatIsFarFromAll(String written) {
        assertThat(Likeness.nearest(written, QUERIES)).isNull();
    }

    @Test
    void takesTheNearestWhereSeveralAreNear() {
        List<String> alike = List.of("statement-sql", "statements-sql", "statement-url");

        assertThat(Likeness.nearest("statemens-sql", alike)).isEqualTo("statement-sql");
        assertThat(Likeness.nearest("statements-sqls", alike)).isEqualTo("statements-sql");
    }

    @Test
    void allowsAThirdOfALongWordToBeWrongAndNoMore() {
        List<String> twelve = List.of("abcdefghijkl");

        assertThat(Likeness.nearest("abcdefgh", twelve)).isEqualTo("abcdefghijkl");
        assertThat(Likeness.nearest("abcdefg", twelve)).isNull();
    }
}
