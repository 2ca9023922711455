package dev.tplus1.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class SideBySideTests {
    @AfterEach
    void forget() {
        MDC.clear();
    }

    @Test
    void logsOfTheSameRunAsItsCaller() throws Exception {
        MDC.put("tplus1.run", "shop/a/2026-11-28/r1");
        Callable<Map<String, String>> task =
                SideBySide.task(() -> Objects.requireNonNull(MDC.getCopyOfContextMap()));
        MDC.clear();

        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            assertThat(executor.submit(task).get())
                    .containsExactly(Map.entry("tplus1.run", "shop/a/2026-11-28/r1"));
        }
        assertThat(MDC.get("tplus1.run")).isNull();
    }
}
