package dev.tplus1.watch.trace;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A date's span and those of its steps. They are kept until it is known what the date came to, and
 * end at the time at which they did. Not thread-safe.
 */
final class DateSpan {
    private static final AttributeKey<String> RUN = AttributeKey.stringKey("tplus1.run");
    private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("tplus1.outcome");
    private static final AttributeKey<Long> ENTRIES = AttributeKey.longKey("tplus1.entries");
    private static final AttributeKey<Long> BOOKED = AttributeKey.longKey("tplus1.booked");
    private static final AttributeKey<Long> BREAKS = AttributeKey.longKey("tplus1.breaks");
    private static final AttributeKey<Long> REPLAYS = AttributeKey.longKey("tplus1.replays");

    /** A date has six; one that finishes what another run left has them again. */
    private static final int MOST_STEPS = 50;

    private final Tracer tracer;
    private final Span span;
    private final Instant began;
    private final List<Step> steps = new ArrayList<>();
    private String outcome = "";
    private @Nullable Instant ended;

    private static final class Step {
        private final String name;
        private final Span span;
        private final Instant began;
        private @Nullable Instant ended;
        private boolean failed;

        private Step(String name, Span span, Instant began) {
            this.name = name;
            this.span = span;
            this.began = began;
        }
    }

    DateSpan(Tracer tracer, Span span, Instant began) {
        this.tracer = tracer;
        this.span = span;
        this.began = began;
    }

    void named(String runId) {
        span.setAttribute(RUN, runId);
    }

    void stepBegan(String name, Instant at) {
        if (steps.size() < MOST_STEPS) {
            Span step =
                    tracer.spanBuilder(name)
                            .setParent(Context.root().with(span))
                            .setStartTimestamp(at)
                            .startSpan();
            steps.add(new Step(name, step, at));
        }
    }

    void stepEnded(String name, Duration took, boolean failed) {
        for (Step step : steps.reversed()) {
            if (step.name.equals(name) && step.ended == null) {
                step.ended = step.began.plus(took);
                step.failed = failed;
                return;
            }
        }
    }

    void ended(String word, Duration took) {
        outcome = word;
        ended = began.plus(took);
    }

    /**
     * Ends it and its steps.
     *
     * @param now when those end that have not
     */
    void close(Ended came, Instant now) {
        String fault = Shown.of(came.fault());
        for (Step step : steps) {
            switch (step.name) {
                case "check" -> count(step.span, ENTRIES, came.entries());
                case "reconcile" -> count(step.span, BREAKS, came.breaks());
                case "replay" -> count(step.span, REPLAYS, came.replays());
                default -> {}
            }
            if (step.failed && !fault.isEmpty()) {
                step.span.setStatus(StatusCode.ERROR, fault);
            }
            step.span.end(Objects.requireNonNullElse(step.ended, now));
        }
        count(span, ENTRIES, came.entries());
        count(span, BOOKED, came.booked());
        count(span, BREAKS, came.breaks());
        count(span, REPLAYS, came.replays());
        if (!outcome.isEmpty()) {
            span.setAttribute(OUTCOME, outcome);
        }
        if (!fault.isEmpty()) {
            span.setStatus(StatusCode.ERROR, fault);
        }
        span.end(Objects.requireNonNullElse(ended, now));
    }

    private static void count(Span span, AttributeKey<Long> key, long count) {
        if (count >= 0) {
            span.setAttribute(key, count);
        }
    }
}
