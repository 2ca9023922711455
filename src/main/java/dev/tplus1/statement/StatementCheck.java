package dev.tplus1.statement;

import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Kind;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;

/**
 * Whether a statement that is sound in itself is the right one: the account's merchant, the asked
 * for day. Thread-safe.
 *
 * @param merchantId the merchant that it must declare if it declares one; null for any
 * @param subMerchantId the sub-merchant likewise, empty for a merchant of its own; not looked at
 *     where any merchant will do
 */
public record StatementCheck(@Nullable String merchantId, String subMerchantId) {
    /** The check that these settings ask for. */
    public static StatementCheck of(StatementSettings settings) {
        return new StatementCheck(settings.merchantId(), settings.subMerchantId());
    }

    /**
     * Checks merchant and day.
     *
     * @param files the statement's, for the message
     * @throws RefusedException when it is another merchant's or another day's
     */
    public void check(Statement statement, List<Path> files, BusinessDate date)
            throws RefusedException {
        String file =
                files.isEmpty()
                        ? "statement"
                        : Fingerprint.name(files.getFirst())
                                + (files.size() > 1 ? " and " + (files.size() - 1) + " more" : "");
        checkMerchant(statement, file);
        checkDay(statement, file, date);
    }

    private void checkMerchant(Statement statement, String file) throws RefusedException {
        String found = statement.merchantId();
        if (merchantId == null || found == null) {
            return;
        }
        if (!found.equals(merchantId)) {
            throw new RefusedException(
                            file,
                            0,
                            "it is the statement of merchant "
                                    + Shown.quoted(found)
                                    + ", expected "
                                    + Shown.quoted(merchantId))
                    .advising("get that merchant's, or correct merchant-id");
        }
        String foundSub = statement.subMerchantId();
        if (!foundSub.equals(subMerchantId)) {
            String expected = subMerchantId.isEmpty() ? "none" : Shown.quoted(subMerchantId);
            throw new RefusedException(
                            file,
                            0,
                            "it is the statement of "
                                    + (foundSub.isEmpty()
                                            ? "no sub-merchant"
                                            : "sub-merchant " + Shown.quoted(foundSub))
                                    + ", expected "
                                    + expected
                                    + " (sub-merchant-id)")
                    .advising("get that one's, or correct sub-merchant-id");
        }
    }

    private static void checkDay(Statement statement, String file, BusinessDate date)
            throws RefusedException {
        LocalDate declared = statement.declaredDate();
        if (declared != null && !declared.equals(date.date())) {
            throw new RefusedException(
                            file, 0, "it declares the day " + declared + ", expected " + date)
                    .advising(otherDay(date, declared));
        }
        boolean refundsOnly = statement.covers().equals(Set.of(Kind.REFUND));
        Kind kind = refundsOnly ? Kind.REFUND : Kind.PAYMENT;
        Counted counted = statement.counted();
        long all = counted.count(kind);
        long onDay = counted.on(kind, date.date());
        if (2 * onDay < all) {
            LocalDate most = counted.most(kind);
            throw new RefusedException(
                            file,
                            0,
                            "only "
                                    + onDay
                                    + " of its "
                                    + all
                                    + (refundsOnly ? " refunds are on " : " payments are on ")
                                    + date
                                    + ", at least half are expected; most are on "
                                    + most)
                    .advising(otherDay(date, most) + "; times are read in " + date.zone());
        }
    }

    private static String otherDay(BusinessDate wanted, @Nullable LocalDate found) {
        String get = "get the statement of " + wanted;
        return found == null || found.equals(wanted.date())
                ? get
                : get + ", or, if " + found + " is meant, give --date " + found;
    }
}
