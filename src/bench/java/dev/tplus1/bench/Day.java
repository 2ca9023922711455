package dev.tplus1.bench;

import java.time.LocalDate;

/**
 * One made-up business date of a payment account, the same for the same seed: what its n-th
 * movement is, and what is wrong with it. Nothing is kept in memory. Immutable.
 *
 * @param rows how many movements there are, numbered from 0; at most 99,999,999
 * @param every one movement in so many is a break: a third each is missing in the statement, is
 *     missing in the books, has another amount there; of those missing in the books half are
 *     pending there
 */
record Day(long rows, long seed, int every) {
    /** Long past: whatever the clock of the machine says, it has ended. */
    static final LocalDate DATE = LocalDate.of(2025, 11, 28);

    static final String ZONE = "Asia/Shanghai";

    /** One in a thousand. */
    static final int FEW = 1000;

    /** One in three. */
    static final int MANY = 3;

    private static final int REFUND_PERCENT = 3;

    /** From one hour after midnight to one before it: the cut-off explains nothing. */
    private static final int FIRST_SECOND = 3_600;

    private static final int SECONDS = 22 * 3_600;
    private static final long DEAREST = 9_999_900;
    private static final long DIGITS = 100_000_000;

    Day {
        if (rows < 1 || rows >= DIGITS) {
            throw new IllegalArgumentException(rows + " rows; from 1 to 99,999,999 can be made");
        }
    }

    /** What is wrong with a movement. */
    enum Flaw {
        NONE,
        ONLY_IN_BOOKS,
        /** The books wait for the callback. */
        PENDING_IN_BOOKS,
        ONLY_IN_STATEMENT,
        OTHER_AMOUNT
    }

    boolean refund(long n) {
        return Long.remainderUnsigned(random(n, 1), 100) < REFUND_PERCENT;
    }

    Flaw flaw(long n) {
        long random = random(n, 2);
        if (Long.remainderUnsigned(random, every) != 0) {
            return Flaw.NONE;
        }
        return switch ((int) Long.remainderUnsigned(Long.divideUnsigned(random, every), 6)) {
            case 0, 1 -> Flaw.ONLY_IN_BOOKS;
            // an order waits for its callback; a refund that nobody knows is simply not there
            case 2 -> refund(n) ? Flaw.ONLY_IN_STATEMENT : Flaw.PENDING_IN_BOOKS;
            case 3 -> Flaw.ONLY_IN_STATEMENT;
            default -> Flaw.OTHER_AMOUNT;
        };
    }

    /** In minor units, with two decimals. */
    long amount(long n) {
        return 100 + Long.remainderUnsigned(random(n, 3), DEAREST);
    }

    /** What the books say, where they say anything. */
    long bookedAmount(long n) {
        return amount(n) + (flaw(n) == Flaw.OTHER_AMOUNT ? 1 : 0);
    }

    /** The local second of the day. */
    int second(long n) {
        return FIRST_SECOND + (int) Long.remainderUnsigned(random(n, 4), SECONDS);
    }

    /** Eight digits that look like chance and eight that are the number itself. */
    long serial(long n) {
        return Long.remainderUnsigned(random(n, 5), DIGITS) * DIGITS + n;
    }

    /** The order in which the statement lists its rows. */
    Order statementOrder() {
        return new Order(rows, seed + 1);
    }

    /** The order in which the books list theirs: another one. */
    Order booksOrder() {
        return new Order(rows, seed + 2);
    }

    boolean inStatement(long n) {
        return flaw(n) != Flaw.ONLY_IN_BOOKS;
    }

    boolean inBooks(long n) {
        return flaw(n) != Flaw.ONLY_IN_STATEMENT;
    }

    long random(long n, int what) {
        return Order.mix(Order.mix(seed * 64 + what) ^ n);
    }
}
