package dev.tplus1.report.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

class HandoverTests {
    private final List<Integer> taken = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 511, 512, 513, 1024, 100_000})
    void allAreTakenInTheirOrder(int count) {
        try (Handover<Integer> handover = new Handover<>("taking", taken::add)) {
            for (int i = 0; i < count; i++) {
                handover.add(i);
            }
            handover.end();
        }

        assertThat(taken).isEqualTo(IntStream.range(0, count).boxed().toList());
    }

    @Test
    void fewAreTakenByTheThreadThatAdds() {
        List<Thread> threads = new ArrayList<>();
        try (Handover<Integer> handover =
                new Handover<>("taking", _ -> threads.add(Thread.currentThread()))) {
            handover.add(1);
            handover.end();
        }

        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void whatTheTakerThrowsIsThrownToWhoeverAdds() {
        try (Handover<Integer> handover = new Handover<>("taking", HandoverTests::refuse)) {
            assertThatThrownBy(
                            () -> {
                                for (int i = 0; i < 100_000; i++) {
                                    handover.add(i);
                                }
                            })
                    .hasMessage("refused 700");
        }
    }

    @Test
    void whatTheTakerThrowsIsThrownToWhoeverEnds() {
        try (Handover<Integer> handover = new Handover<>("taking", HandoverTests::refuse)) {
            for (int i = 0; i < 1024; i++) {
                handover.add(i);
            }

            assertThatThrownBy(handover::end).hasMessage("refused 700");
        }
    }

    @Test
    void nothingIsTakenOnceItIsClosed() {
        Handover<Integer> handover = new Handover<>("taking", taken::add);
        for (int i = 0; i < 5000; i++) {
            handover.add(i);
        }

        handover.close();

        int before = taken.size();
        assertThat(taken).isEqualTo(IntStream.range(0, before).boxed().toList());
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(each -> each.getName().equals("taking"));
    }

    private static void refuse(int each) {
        if (each == 700) {
            throw new IllegalStateException("refused " + each);
        }
    }
}
