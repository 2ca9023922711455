package dev.tplus1.job;

import dev.tplus1.replay.ReplaySettings;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;

/** Binds the retention block of a job file. What is left out is kept for ever. */
final class RetentionReader {
    /**
     * What nights look back for: missed dates over 31 days and, to tell of them, over 31 before
     * those. Dates are fetched again over 31 at most, refunds are in progress for 7.
     */
    private static final int LOOKED_BACK = 62;

    /** So long people look for what they were told. */
    private static final int LEAST_NOTICES = 31;

    /** A consumer that was down for so long may ask what it was sent. */
    private static final int LEAST_OUTBOX = 7;

    /** A hundred years: more is a mistake. */
    private static final int MOST = 36_500;

    private RetentionReader() {}

    static Retention read(Block job, ReplaySettings replay, List<AccountFile> accounts) {
        Block block =
                job.block(
                        "retention",
                        "statements",
                        "reports",
                        "breaks",
                        "batch",
                        "notices",
                        "outbox");
        int least = least(replay.maxAge(), accounts);
        String why = "so far back nights look, replay.max-age and suspense-days with them";
        return new Retention(
                days(block, "statements", least, why),
                days(block, "reports", least, why),
                days(block, "breaks", least, why),
                days(block, "batch", least, why),
                days(block, "notices", LEAST_NOTICES, "people look for what they were told"),
                days(block, "outbox", LEAST_OUTBOX, "consumers look for what they were sent"));
    }

    /** A date may be replayed until then, and what its neighbours say decides whether it is. */
    private static int least(Duration maxAge, List<AccountFile> accounts) {
        int suspense = accounts.stream().mapToInt(AccountFile::suspenseDays).max().orElse(0);
        // a part of a day is one; the longest that can be written has more days than an int
        long replayed = Math.min(MOST, maxAge.toDays() + 1) + suspense + 1;
        return Math.toIntExact(Math.min(MOST, Math.max(LOOKED_BACK, replayed)));
    }

    private static @Nullable Integer days(Block block, String key, int least, String why) {
        if (!block.has(key)) {
            return null;
        }
        return block.read(
                key,
                text -> days(text, least),
                "a number of days from " + least + "d, such as 400d (" + why + ")");
    }

    private static Integer days(String text, int least) {
        Duration duration = Values.duration(text);
        if (!duration.equals(Duration.ofDays(duration.toDays()))
                || duration.toDays() < least
                || duration.toDays() > MOST) {
            throw new IllegalArgumentException(text);
        }
        return Math.toIntExact(duration.toDays());
    }
}
