package dev.tplus1.nightly;

import dev.tplus1.entry.BusinessDate;
import dev.tplus1.nightly.told.FailureLine;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;
import dev.tplus1.statement.RefusedException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a run ended that did not conclude its date. */
final class Ending {
    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

    private Ending() {}

    /** What the failure of an account's date means. */
    static NightResult of(String account, BusinessDate day, Throwable thrown) {
        return switch (thrown) {
            case RunStopped _ -> new NightResult.Stopped(account, day.date());
            case RunEnded ended when ended.outcome() != Outcome.FAILED ->
                    notConcluded(account, day, ended.outcome(), ended);
            case RefusedException refused -> notConcluded(account, day, Outcome.REFUSED, refused);
            default -> failed(account, day, thrown);
        };
    }

    /** The same of a run, which leaves what it found to read. */
    static NightResult leavingAttempt(Run run, BusinessDate day, Throwable thrown) {
        switch (thrown) {
            case RunStopped _ -> {}
            // the revision's own report stands: what ended this is nothing new to look at
            case RunEnded ended when ended.outcome().concludes() -> {}
            case RunEnded ended -> leaveAttempt(run, ended.outcome(), ended.problem(), ended);
            case RefusedException refused ->
                    leaveAttempt(
                            run,
                            Outcome.REFUSED,
                            new Summary.Problem(refused.reason(), refused.file(), refused.line()),
                            refused);
            default ->
                    leaveAttempt(
                            run,
                            Outcome.FAILED,
                            new Summary.Problem(FailureLine.of(thrown), "", 0),
                            thrown);
        }
        return of(run.id().account(), day, thrown);
    }

    private static NightResult notConcluded(
            String account, BusinessDate day, Outcome outcome, Exception why) {
        return new NightResult.NotConcluded(
                account, day.date(), outcome, String.valueOf(why.getMessage()));
    }

    /** Failed, with the trace in the log for those who ask for it. */
    static NightResult failed(String account, BusinessDate day, Throwable thrown) {
        LOG.error("{} {} failed", account, day, thrown);
        String told =
                thrown instanceof RunEnded
                        ? String.valueOf(thrown.getMessage())
                        : FailureLine.of(thrown);
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
