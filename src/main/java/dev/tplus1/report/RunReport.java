package dev.tplus1.report;

import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.report.life.Past;
import dev.tplus1.report.words.Shown;

import java.util.regex.Pattern;

/**
 * All that a run's files are made of. The same report makes the same bytes.
 *
 * @param breaks what this revision classified
 * @param providerName the provider's name for people, {@code WeChat Pay} say
 * @param jobFile where the job file is, absolute, for the commands that the page shows; empty where
 *     there is none
 * @param past what had happened before, as of this revision
 */
public record RunReport(
        Summary summary, Breaks breaks, String providerName, String jobFile, Past past) {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

    /** Of a run without a past. */
    public RunReport(Summary summary, Breaks breaks, String providerName, String jobFile) {
        this(summary, breaks, providerName, jobFile, Past.NONE);
    }

    /** What a person types to approve a held date. */
    String approveCommand() {
        return "tplus1 breaks approve" + job() + which() + " --note \"…\"";
    }

    /** What a person types to record a decision. */
    String resolveCommand(String id) {
        return "tplus1 breaks resolve " + id + job() + " --note \"…\"";
    }

    /** What a person types to run this date again. */
    String reconcileCommand() {
        return "tplus1 reconcile" + job() + which();
    }

    private String which() {
        return " --account " + quoted(summary.account()) + " --date " + summary.businessDate();
    }

    private String job() {
        return jobFile.isEmpty() ? "" : " --job " + quoted(jobFile);
    }

    /** As a shell takes it whole. */
    private static String quoted(String argument) {
        return PLAIN.matcher(argument).matches()
                ? argument
                : "'" + Shown.outside(argument).replace("'", "'\\''") + "'";
    }
}
