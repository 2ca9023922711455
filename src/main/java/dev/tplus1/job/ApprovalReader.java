package dev.tplus1.job;

import dev.tplus1.breaks.decide.ApprovalSettings;
import dev.tplus1.entry.Money;

import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.Map;

/** Binds the breaks block of a job file. */
final class ApprovalReader {
    private static final String ABOVE = "above";

    private ApprovalReader() {}

    static ApprovalSettings read(Block job) {
        Block block = job.block("breaks", "approval", ABOVE);
        boolean twoPerson =
                block.read(
                        "approval", false, ApprovalReader::twoPerson, "one-person or two-person");
        if (block.has(ABOVE) && !twoPerson) {
            throw block.complaint(
                    ABOVE, "is for approval: two-person only; set that, or leave it out");
        }
        Map<Currency, Money> above = new LinkedHashMap<>();
        block.map(ABOVE, Values::limit, "a currency and an amount in it, such as CNY: 1000.00")
                .values()
                .forEach(limit -> above.put(limit.currency(), limit));
        return new ApprovalSettings(twoPerson, above);
    }

    private static boolean twoPerson(String text) {
        return switch (text) {
            case "one-person" -> false;
            case "two-person" -> true;
            default -> throw new IllegalArgumentException(text);
        };
    }
}
