package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.job.JobFile;
import dev.tplus1.report.Outcome;
import dev.tplus1.watch.Observer;
import dev.tplus1.watch.Observers;
import dev.tplus1.watch.metrics.JobFigures;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What those who look on from outside are told of a date, and in which order. */
class ObservedTests {
    private static final String R1 = "named night/shop/" + DATE + "/r1";

    @TempDir private Path folder;
    private Shop shop;
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void open() {
        shop = new Shop(folder);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private Nightly nightly(Watcher watcher) {
        Path file = shop.jobFile();
        return Nightly.open(
                JobFile.read(file, Map.of()), file.toString(), shop.clock, shop.pauses, watcher);
    }

    private NightResult run(Watcher watcher) {
        try (Nightly nightly = nightly(watcher)) {
            return nightly.reconcile(Shop.request(DATE, false)).getFirst();
        }
    }

    @Test
    void areToldOfEachStepOfAReconciledDate() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));

        run(new Writing());

        assertThat(told)
                .containsExactly(
                        "began",
                        R1,
                        "fetch",
                        "fetch!",
                        "check",
                        "check!",
                        "reconcile",
                        "reconcile!",
                        "replay",
                        "replay!",
                        "verify",
                        "verify!",
                        "conclude",
                        "conclude!",
                        "ended RECONCILED");
    }

    @Test
    void areToldOfNoStepWhereTheDateIsDone() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        run(new Writing());
        told.clear();

        run(new Writing());

        assertThat(told).containsExactly("began", "ended ALREADY");
    }

    @Test
    void areToldInWhichStepAStatementIsRefused() {
        shop.statement(DATE, "no line");

        run(new Writing());

        assertThat(told.getFirst()).isEqualTo("began");
        assertThat(told.get(told.size() - 2)).startsWith("check! ");
        assertThat(told.getLast()).isEqualTo("ended REFUSED");
        assertThat(told).doesNotContain("reconcile", "conclude");
    }

    @Test
    void areToldWhichRunAHeldDateGoesOnAs() {
        shop.replay("{mode: books, min-count: 3, max-share: 0.2}");
        ResumeFixture.missed(shop, DATE, 1, 4);
        run(new Writing());
        assertThat(told.getLast()).isEqualTo("ended HELD");
        shop.approve(Shop.ACCOUNT, DATE, "looked at it");
        told.clear();

        try (Nightly nightly = nightly(new Writing())) {
            nightly.applyApproved(Shop.ACCOUNT, DATE);
        }

        assertThat(told).startsWith("began", R1).contains("replay", "replay!");
        assertThat(told.getLast()).isEqualTo("ended RECONCILED");
    }

    @Test
    void areToldOfEachStepAgainWhereAnotherRunGoesOn() {
        ResumeFixture.fill(shop);
        run(
                new Writing() {
                    @Override
                    public void stepBegan(Subject subject, String step) {
                        super.stepBegan(subject, step);
                        if (step.equals("verify")) {
                            throw new IllegalStateException("lost");
                        }
                    }
                });
        assertThat(told).endsWith("verify", "ended FAILED");
        told.clear();

        run(new Writing());

        assertThat(told).startsWith("began", R1).containsSequence("replay", "replay!", "verify");
        assertThat(told).endsWith("conclude", "conclude!", "ended RECONCILED");
    }

    @Test
    void changeNothingOfARunWhereTheyThrow() {
        Observers observers =
                new Observers(
                        List.of(
                                new Observer() {
                                    @Override
                                    public void stepBegan(Subject subject, String step) {
                                        throw new IllegalStateException(step);
                                    }
                                }));
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));

        NightResult result =
                run(
                        new Writing() {
                            @Override
                            public void stepBegan(Subject subject, String step) {
                                observers.stepBegan(subject, step);
                            }
                        });

        assertThat(result).isInstanceOf(NightResult.Ran.class);
        assertThat(observers.troubles()).singleElement().extracting("message").isEqualTo("fetch");
    }

    @Test
    void knowEachOutcomeThatAreToldAndThatAreFiled() {
        for (Outcome outcome : Outcome.values()) {
            assertThat(new JobFigures.Run(Instant.EPOCH, outcome.name()).outcome())
                    .isEqualTo(outcome.name());
        }
        assertThat(JobFigures.OUTCOMES).contains("STOPPED", "BUSY").hasSize(8);
    }

    private class Writing implements Watcher {
        @Override
        public void at(String account, String doing, long done, long of) {}

        @Override
        public void dateBegan(Subject subject) {
            told.add("began");
        }

        @Override
        public void runNamed(Subject subject, String runId) {
            told.add("named " + runId);
        }

        @Override
        public void stepBegan(Subject subject, String step) {
            told.add(step);
        }

        @Override
        public void stepEnded(
                Subject subject, String step, Duration took, @Nullable Throwable failure) {
            told.add(step + "!" + (failure == null ? "" : " " + failure.getMessage()));
        }

        @Override
        public void dateEnded(Subject subject, String outcome, Duration took) {
            told.add("ended " + outcome);
        }
    }
}
