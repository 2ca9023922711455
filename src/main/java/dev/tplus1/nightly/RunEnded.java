package dev.tplus1.nightly;

import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;

import org.jspecify.annotations.Nullable;

/** A run that ends without concluding its date, for a reason that is no fault of the program. */
final class RunEnded extends Exception {
    private static final long serialVersionUID = 1L;
    private final Outcome outcome;
    private final transient Summary.@Nullable Problem problem;

    RunEnded(Outcome outcome, String message, Summary.@Nullable Problem problem) {
        super(message);
        this.outcome = outcome;
        this.problem = problem;
    }

    Outcome outcome() {
        return outcome;
    }

    Summary.Problem problem() {
        return problem != null ? problem : new Summary.Problem(String.valueOf(getMessage()), "", 0);
    }
}
