package dev.tplus1.provider.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SeenIdsTests {
    @Test
    void each_is_noted_once_with_its_first_number() {
        SeenIds seen = new SeenIds();

        for (int i = 0; i < 10_000; i++) {
            assertThat(seen.add("txn_" + i, i)).isNull();
        }

        for (int i = 0; i < 10_000; i++) {
            assertThat(seen.add("txn_" + i, -1)).isEqualTo(i);
        }
        assertThat(seen.add("TXN_1", 0)).isNull();
        assertThat(seen.add("txn_1 ", 0)).isNull();
    }
}
