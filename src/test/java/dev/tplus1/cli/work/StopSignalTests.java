package dev.tplus1.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class StopSignalTests {
    @Test
    void stopsAtOnceWhatBeginsWhenTheProcessIsStoppingAlready() {
        List<String> stopped = new ArrayList<>();

        try (StopSignal signal =
                new StopSignal(
                        1,
                        true,
                        _ -> {
                            throw new IllegalStateException("Shutdown in progress");
                        })) {
            signal.asks(() -> stopped.add("work"));

            assertThat(signal.given()).isTrue();
        }
        assertThat(stopped).containsExactly("work");
    }

    @Test
    void stopsNothingBeforeItIsGiven() {
        List<Thread> hooks = new ArrayList<>();
        List<String> stopped = new ArrayList<>();

        try (StopSignal signal = new StopSignal(1, true, hooks::add)) {
            signal.asks(() -> stopped.add("work"));

            assertThat(signal.given()).isFalse();
        }
        assertThat(hooks).hasSize(1);
        assertThat(stopped).isEmpty();
    }
}
