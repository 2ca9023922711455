package dev.tplus1.job;

import dev.tplus1.entry.Money;
import dev.tplus1.http.WebhookSecret;
import dev.tplus1.http.WebhookTarget;
import dev.tplus1.replay.EndpointSettings;
import dev.tplus1.replay.ReplayMode;
import dev.tplus1.replay.ReplaySettings;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Binds the replay block of a job file. */
final class ReplayReader {
    private static final int MAX_WHOLE = 999_999_999;
    private static final String MARK_PAID = "mark-paid-sql";
    private static final String MARK_REFUNDED = "mark-refunded-sql";

    private static final String CONFIRM = "confirm";

    private ReplayReader() {}

    /**
     * Reads it.
     *
     * @param ownBooks whether the books are read through queries of the user's own
     * @param accounts the job's
     */
    static ReplaySettings read(Block job, boolean ownBooks, List<AccountFile> accounts) {
        Block block =
                job.block(
                        "replay",
                        "mode",
                        "max-share",
                        "min-count",
                        "max-amount",
                        "max-age",
                        CONFIRM,
                        "endpoint",
                        MARK_PAID,
                        MARK_REFUNDED);
        ReplayMode mode = mode(block, ownBooks);
        only(block, mode, ReplayMode.ENDPOINT, "endpoint");
        only(block, mode, ReplayMode.SQL, MARK_PAID);
        only(block, mode, ReplayMode.SQL, MARK_REFUNDED);
        Map<Currency, Money> limits = new LinkedHashMap<>();
        block.map(
                        "max-amount",
                        Values::limit,
                        "a currency and an amount in it, such as CNY: 5000.00")
                .values()
                .forEach(limit -> limits.put(limit.currency(), limit));
        return new ReplaySettings(
                mode,
                block.read(
                        "max-share",
                        ReplaySettings.DEFAULT_MAX_SHARE,
                        Values::share,
                        "a share from 0 to 1"),
                block.read(
                        "min-count",
                        ReplaySettings.DEFAULT_MIN_COUNT,
                        text -> Values.whole(text, 0, MAX_WHOLE),
                        "a whole number from 0"),
                Map.copyOf(limits),
                block.read(
                        "max-age",
                        ReplaySettings.DEFAULT_MAX_AGE,
                        Values::duration,
                        JobReader.A_DURATION),
                confirm(block, accounts),
                endpoint(block, mode),
                mode == ReplayMode.SQL ? block.text(MARK_PAID) : null,
                block.optionalText(MARK_REFUNDED));
    }

    /** Whether the accounts that can be asked about are. */
    private static boolean confirm(Block block, List<AccountFile> accounts) {
        if (!block.has(CONFIRM)) {
            return true;
        }
        boolean confirm = block.read(CONFIRM, Values::yes, "true or false");
        for (AccountFile account : accounts) {
            if (confirm && account.statements() instanceof AccountFile.Folder) {
                throw block.complaint(
                        CONFIRM,
                        "asks the provider, and account "
                                + account.id()
                                + " has no statements.api to ask; leave it out: accounts that"
                                + " have one are asked anyway");
            }
        }
        return confirm;
    }

    private static ReplayMode mode(Block block, boolean ownBooks) {
        ReplayMode mode =
                block.read(
                        "mode",
                        ownBooks ? ReplayMode.OFF : ReplayMode.BOOKS,
                        ReplayReader::mode,
                        "a replay mode: books, endpoint, sql, off");
        if (mode == ReplayMode.BOOKS && ownBooks) {
            throw block.complaint(
                    "mode",
                    "books writes the bundled tables, but the ledger has queries of its own; use"
                            + " endpoint, sql or off");
        }
        if (mode == ReplayMode.SQL && !ownBooks) {
            throw block.complaint(
                    "mode",
                    "sql is for books of your own, and the ledger has no queries of its own; use"
                            + " books, endpoint or off");
        }
        return mode;
    }

    private static ReplayMode mode(String text) {
        return switch (text) {
            case "books" -> ReplayMode.BOOKS;
            case "endpoint" -> ReplayMode.ENDPOINT;
            case "sql" -> ReplayMode.SQL;
            case "off" -> ReplayMode.OFF;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static void only(Block block, ReplayMode mode, ReplayMode its, String key) {
        if (block.has(key) && mode != its) {
            throw block.complaint(
                    key,
                    "is for mode "
                            + (its == ReplayMode.SQL ? "sql" : "endpoint")
                            + " only; set the mode, or leave it out");
        }
    }

    private static @Nullable EndpointSettings endpoint(Block replay, ReplayMode mode) {
        if (mode != ReplayMode.ENDPOINT) {
            return null;
        }
        replay.value("endpoint");
        Block block =
                replay.block(
                        "endpoint", "url", "secret", "timeout", "tries", "in-flight", "settle");
        return new EndpointSettings(
                target(block),
                block.read(
                        "timeout",
                        EndpointSettings.DEFAULT_TIMEOUT,
                        text ->
                                Values.between(
                                        text, Duration.ofMillis(1), EndpointSettings.MAX_TIMEOUT),
                        "a duration such as 10s, at most 14s"),
                whole(block, "tries", EndpointSettings.DEFAULT_TRIES, EndpointSettings.MAX_TRIES),
                whole(
                        block,
                        "in-flight",
                        EndpointSettings.DEFAULT_IN_FLIGHT,
                        EndpointSettings.MAX_IN_FLIGHT),
                block.read(
                        "settle",
                        EndpointSettings.DEFAULT_SETTLE,
                        text -> Values.between(text, Duration.ZERO, EndpointSettings.MAX_SETTLE),
                        "a duration such as 10s, at most 5m"));
    }

    private static int whole(Block block, String key, int otherwise, int most) {
        return block.read(
                key,
                otherwise,
                text -> Values.whole(text, 1, most),
                "a whole number from 1 to " + most);
    }

    /** What is wrong with either is told without showing it. */
    private static WebhookTarget target(Block block) {
        WebhookSecret secret;
        try {
            secret = WebhookSecret.parse(block.text("secret"));
        } catch (IllegalArgumentException e) {
            throw block.complaint("secret", String.valueOf(e.getMessage()));
        }
        try {
            return WebhookTarget.of(block.text("url"), secret);
        } catch (IllegalArgumentException e) {
            throw block.complaint("url", String.valueOf(e.getMessage()));
        }
    }
}
