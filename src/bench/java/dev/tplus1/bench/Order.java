package dev.tplus1.bench;

/**
 * A pseudo-random order of the numbers below a size, without a list of them: a Feistel network over
 * the next even power of two, walked until it lands inside. Immutable.
 */
final class Order {
    private static final int ROUNDS = 4;

    private final long size;
    private final long seed;
    private final int half;
    private final long mask;

    Order(long size, long seed) {
        this.size = size;
        this.seed = seed;
        int bits = Math.max(2, Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, size - 1)));
        this.half = (bits + 1) / 2;
        this.mask = (1L << half) - 1;
    }

    /** The number at a position; each number below the size is at exactly one. */
    long at(long position) {
        long number = position;
        do {
            long left = number >>> half;
            long right = number & mask;
            for (int round = 0; round < ROUNDS; round++) {
                long mixed = left ^ (mix(right + seed * 31 + round) & mask);
                left = right;
                right = mixed;
            }
            number = left << half | right;
        } while (number >= size);
        return number;
    }

    /** The finalizer of SplitMix64: every bit of the number moves half of the result's bits. */
    static long mix(long number) {
        long z = number + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
