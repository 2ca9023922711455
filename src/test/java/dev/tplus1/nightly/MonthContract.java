package dev.tplus1.nightly;

import dev.tplus1.database.DatabaseSettings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/**
 * Thirty dates of two accounts, by a clock that the test sets: two nights that nobody started, a
 * statement five hours late, one issued again, one cut off, a held date, a killed process, the end
 * of summer time, and a month's end. {@code -Dmonth.seed=N} plays one again.
 */
abstract class MonthContract {
    private static final String WECHAT_PAY =
            "    - id: wechat\n      provider: wechatpay\n      merchant-id: \""
                    + MonthStatements.MERCHANT
                    + "\"\n      statements: {directory: \"FOLDER/wechat\", file: \"*{date}*\"}\n";

    @TempDir private Path folder;

    abstract DatabaseSettings settings();

    abstract MonthNights.Kill kill();

    @Test
    void aMonthOfNightsEndsAsPlannedWhateverHappensInIt() {
        long seed = Long.getLong("month.seed", System.nanoTime());
        MonthTraffic month = new MonthTraffic(seed);

        try (Shop shop = new Shop(folder, settings());
                Told told = new Told()) {
            shop.accounts(Shop.account("berlin", "      zone: Europe/Berlin\n"), WECHAT_PAY);
            shop.replay("{mode: books, min-count: 10, max-share: 0.5, max-age: 8d}");
            shop.alerts(told.alerts(told.channel("finance", "")));
            MonthNights nights = new MonthNights(shop, month, new MonthStatements(folder), kill());

            nights.all();

            new MonthChecks(shop, month, nights, told, seed).all();
        }
    }
}
