package dev.tplus1.callback;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;

import org.junit.jupiter.api.Test;

final class CallbacksTests extends CallbackContract {
    @Override
    Database open() {
        return TestDatabases.h2();
    }

    @Test
    void refusesIdsThatAreLongerThanTheBooksHold() {
        assertThatThrownBy(() -> payment("S".repeat(129), "T1", "1.00"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("order number");
        assertThatThrownBy(() -> payment("S1", "", "1.00"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
