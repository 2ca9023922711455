package dev.tplus1.report.index;

import dev.tplus1.report.Outcome;
import dev.tplus1.report.index.JobState.DayState;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

/**
 * How a date of an account stands, in a mark and a few words.
 *
 * @param mark decide, watch, fixed, stop or wait; {@code agree} where there was nothing at all
 * @param text {@code 11 to decide}
 * @param brief the same in a narrow column, where the mark alone does not say it; or empty
 */
record DayVerdict(String mark, String text, String brief) {
    /** From what needs a person first to what needs nobody. */
    enum Need {
        STOPPED,
        DECISION,
        STATEMENT,
        NOTHING
    }

    static DayVerdict of(@Nullable DayState day, Words words) {
        if (day == null) {
            return said("wait", "norun", words);
        }
        Outcome outcome = day.outcome();
        if (outcome == null) {
            return said("stop", "unreadable", words);
        }
        return switch (outcome) {
            case HELD -> said("stop", "held", words);
            case REFUSED -> said("stop", "refused", words);
            case SUSPECT_EMPTY -> said("stop", "empty", words);
            case FAILED -> said("stop", "failed", words);
            case NOT_READY -> said("wait", "waiting", words);
            case RECONCILED -> reconciled(day, words);
        };
    }

    private static DayVerdict said(String mark, String key, Words words) {
        return new DayVerdict(mark, words.get("index.day." + key), words.get("index.brief." + key));
    }

    private static DayVerdict reconciled(DayState day, Words words) {
        if (day.decide() > 0) {
            String count = Shown.count(day.decide());
            return new DayVerdict("decide", words.get("index.day.decide", count), count);
        }
        if (day.watched() > 0) {
            String count = Shown.count(day.watched());
            return new DayVerdict("watch", words.get("index.day.watched", count), "");
        }
        if (day.breaks() == 0) {
            return new DayVerdict("agree", words.get("index.day.agree"), "");
        }
        String key = day.breaks() <= day.repaired() ? "repaired" : "decided";
        return new DayVerdict("fixed", words.get("index.day." + key), "");
    }

    Need need() {
        return switch (mark) {
            case "stop" -> Need.STOPPED;
            case "decide" -> Need.DECISION;
            case "wait" -> Need.STATEMENT;
            default -> Need.NOTHING;
        };
    }

    /** The colour and shape of the page's symbols. */
    String symbol() {
        return mark.equals("agree") ? "fixed" : mark;
    }
}
