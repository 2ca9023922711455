package dev.tplus1.report.index;

import dev.tplus1.report.index.DayVerdict.Need;
import dev.tplus1.report.index.JobState.AccountState;
import dev.tplus1.report.index.JobState.DayState;
import dev.tplus1.report.words.Words;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * What the dates before the newest one leave open: a headline that knows the newest alone would say
 * that there is nothing to do.
 *
 * @param decide how many breaks of them wait for a person
 * @param dates how many of them that the page shows are not reconciled, of each account
 * @param stopped whether one of those dates needs a person
 */
record Earlier(long decide, long dates, boolean stopped) {
    /**
     * Counts it.
     *
     * @param shown the dates that the page shows
     */
    static Earlier of(
            List<AccountState> accounts, LocalDate newest, List<LocalDate> shown, Words words) {
        long decide = 0;
        long dates = 0;
        boolean stopped = false;
        for (AccountState account : accounts) {
            decide += account.decide() - on(account, newest);
            for (LocalDate date : shown) {
                if (!date.isBefore(newest) || !begun(account, date)) {
                    continue;
                }
                Need need = verdict(account, date, words).need();
                if (need == Need.STOPPED || need == Need.STATEMENT) {
                    dates++;
                }
                stopped |= need == Need.STOPPED;
            }
        }
        return new Earlier(Math.max(decide, 0), dates, stopped);
    }

    private static long on(AccountState account, LocalDate date) {
        return account.days().stream()
                .filter(day -> day.date().equals(date))
                .mapToLong(DayState::decide)
                .sum();
    }

    /** Before its first date an account has missed nothing. */
    private static boolean begun(AccountState account, LocalDate date) {
        return account.days().stream().anyMatch(day -> !day.date().isAfter(date));
    }

    private static DayVerdict verdict(AccountState account, LocalDate date, Words words) {
        DayState day =
                account.days().stream()
                        .filter(each -> each.date().equals(date))
                        .findFirst()
                        .orElse(null);
        return DayVerdict.of(day, words);
    }

    boolean isNothing() {
        return decide == 0 && dates == 0;
    }

    /** The page's symbol, where the newest date needs nobody. */
    String symbol() {
        if (stopped) {
            return "stop";
        }
        return decide > 0 ? "decide" : "wait";
    }

    String sentence(Words words) {
        List<String> parts = new ArrayList<>();
        if (decide > 0) {
            parts.add(words.count("index.earlier.decide", decide));
        }
        if (dates > 0) {
            parts.add(words.count("index.earlier.dates", dates));
        }
        return parts.isEmpty() ? "" : words.get("index.sentence.earlier", words.list(parts));
    }
}
