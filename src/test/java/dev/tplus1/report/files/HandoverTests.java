package dev.tplus1.report.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

class HandoverTests {
    private final List<Integer> taken = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4, 5, 100_000})
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
    void whoeverAddsWaitsWhenTheOtherIsAFewBehind() throws InterruptedException {
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger added = new AtomicInteger();
        Thread adding =
                Thread.ofPlatform()
                        .unstarted(() -> {
                            try (Handover<Integer> handover =
                                    new Handover<>("taking", each -> take(each, goOn))) {
                                for (int i = 0; i < 100; i++) {
                                    handover.add(i);
                                    added.incrementAndGet();
                                }
                                handover.end();
                            }
                        });

        adding.start();
        while (adding.getState() != Thread.State.TIMED_WAITING || added.get() < 4) {
            Thread.onSpinWait();
        }
        int waiting = added.get();
        goOn.countDown();
        adding.join();

        // four that wait, and the one that is being taken
        assertThat(waiting).isBetween(4, 5);
        assertThat(taken).hasSize(100);
    }

    private void take(int each, CountDownLatch goOn) {
        try {
            goOn.await();
            taken.add(each);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
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
            handover.add(700);

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
