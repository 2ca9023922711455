package dev.tplus1.nightly;

import dev.tplus1.entry.BusinessDate;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;
import dev.tplus1.statement.RefusedException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a run ended that did not conclude its date. */
final class Ending {
    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

    private Ending() {}

    /**
     * What a run's failure means.
     *
     * @param leaveAttempt whether what it found is left to read
     */
    static NightResult of(Run run, BusinessDate day, Throwable thrown, boolean leaveAttempt) {
        String account = run.id().account();
        Outcome outcome =
                switch (thrown) {
                    case RunStopped _ -> null;
                    case RunEnded ended -> ended.outcome();
                    case RefusedException _ -> Outcome.REFUSED;
                    default -> Outcome.FAILED;
                };
        if (outcome == null) {
            return new NightResult.Stopped(account, day.date());
        }
        if (leaveAttempt) {
            Summary.Problem problem =
                    switch (thrown) {
                        case RunEnded ended -> ended.problem();
                        case RefusedException refused ->
                                new Summary.Problem(
                                        refused.reason(), refused.file(), refused.line());
                        default -> new Summary.Problem(String.valueOf(thrown.getMessage()), "", 0);
                    };
            leaveAttempt(run, outcome, problem, thrown);
        }
        return outcome == Outcome.FAILED
                ? failed(account, day, thrown)
                : new NightResult.NotConcluded(
                        account, day.date(), outcome, String.valueOf(thrown.getMessage()));
    }

    /** Failed, with the trace in the log for those who ask for it. */
    static NightResult failed(String account, BusinessDate day, Throwable thrown) {
        LOG.error("{} {} failed", account, day, thrown);
        String told = thrown instanceof RunEnded ? thrown.getMessage() : null;
        return new NightResult.Failed(account, day.date(), told, thrown);
    }

    /** An attempt that cannot be written does not hide why there is one. */
    private static void leaveAttempt(
            Run run, Outcome outcome, Summary.Problem problem, Throwable why) {
        try {
            run.leaveAttempt(outcome, problem);
        } catch (RuntimeException e) {
            why.addSuppressed(e);
        }
    }
}
