package dev.tplus1.diff;

import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Currency;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Spools and joins synthetic rows, and prints what that costs: {@code PairingBench [rows of each
 * side] [threads] [rounds] [folder] [digits|letters] [partitions] [KB of a block]}. A thousandth of
 * the keys differ.
 */
final class PairingBench {
    private static final Currency CNY = Currency.getInstance("CNY");
    private static final int DIGITS = 28;
    private static final int ORDER_DIGITS = 20;
    private static final int ROW = DIGITS + ORDER_DIGITS;

    /** As a reader finds them, ids have been in memory for a while. */
    private static final int AHEAD = 256;

    private final long rows;
    private final int[] fours;
    private final Spool.Tuning tuning;
    private final byte[] bytes = new byte[AHEAD * ROW];
    private final long[] numbers = new long[AHEAD];

    private PairingBench(long rows, boolean letters, Spool.Tuning tuning) {
        this.rows = rows;
        this.tuning = tuning;
        this.fours = fours(letters ? 'a' : '0');
    }

    public static void main(String[] args) throws Exception {
        long rows = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000;
        int threads = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 3;
        Path folder = args.length > 3 ? Path.of(args[3]) : Files.createTempDirectory("pairing");
        Spool.Tuning best = Spool.Tuning.BEST;
        Spool.Tuning tuning =
                args.length > 6
                        ? new Spool.Tuning(
                                Integer.parseInt(args[5]),
                                Integer.parseInt(args[6]) << 10,
                                best.budget(),
                                best.fanout(),
                                best.hashMask())
                        : best;
        PairingBench bench =
                new PairingBench(rows, args.length > 4 && args[4].equals("letters"), tuning);
        for (int i = 0; i < rounds; i++) {
            bench.round(folder, threads);
        }
        System.out.println(
                Files.readString(Path.of("/proc/self/status"))
                        .replaceAll("(?s).*(VmHWM:[^\n]*).*", "$1"));
    }

    private void round(Path folder, int threads) {
        try (Scratch scratch = Scratch.open(folder, "bench", 64L << 30);
                Spool<StatementEntry> statement = Spool.ofStatement(scratch, tuning);
                Spool<BookEntry> books = Spool.ofBooks(scratch, "shop", tuning)) {
            timed("generate only", 2 * rows, () -> generate(null, 0) + generate(null, 1));
            timed("add statement", rows, () -> generate(statement, 0));
            timed("add books", rows, () -> generate(books, 1));
            Pairing pairing =
                    timed(
                            "join",
                            2 * rows,
                            () ->
                                    Pairing.of(
                                            statement,
                                            books,
                                            RandomRows.DAY,
                                            RandomRows.GRACE,
                                            Set.of(Kind.PAYMENT),
                                            Set.of(),
                                            threads));
            timed("look up", rows, () -> books.find(Set.of(), Set.of("1", "2"), Set.of(), threads));
            System.out.printf(
                    "plain %d, left %d and %d, %.1f bytes a row in the file%n",
                    pairing.plain().get(0).count(),
                    pairing.statement().size(),
                    pairing.books().size(),
                    scratch.bytes() / (2. * rows));
        }
    }

    private static <T> T timed(String what, long count, Supplier<T> work) {
        long[] before = {cpu(), system(), System.nanoTime()};
        T result = work.get();
        long cpu = cpu() - before[0];
        System.out.printf(
                "%-14s %6.1f ns CPU a row, %6.2f s CPU (%.2f in the system), %6.2f s wall%n",
                what,
                (double) cpu / count,
                cpu / 1e9,
                (system() - before[1]) / 100.,
                (System.nanoTime() - before[2]) / 1e9);
        return result;
    }

    /** Of the process, with its compiler and collector threads. */
    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** In hundredths of a second. */
    private static long system() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            return Long.parseLong(stat.substring(stat.lastIndexOf(')')).split(" ", -1)[13]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every number below the count once, each side in another order. */
    private long generate(@Nullable Spool<?> spool, int side) {
        RowDraft draft = new RowDraft();
        long start = RandomRows.DAY.start().getEpochSecond();
        // neither divides the count unless it is a multiple of these primes
        long step = (side == 0 ? 1_000_003 * 97L : 1_000_033 * 101L) % rows;
        long which = 0;
        long sum = 0;
        for (long i = 0; i < rows; i += AHEAD) {
            int some = (int) Math.min(AHEAD, rows - i);
            for (int j = 0; j < some; j++) {
                which = which + step < rows ? which + step : which + step - rows;
                numbers[j] = which;
                long shown = which - which / 2_000 * 2_000 == side ? which + rows : which;
                digits(shown * 7_919, j * ROW, DIGITS);
                digits(shown * 104_729, j * ROW + DIGITS, ORDER_DIGITS);
            }
            for (int j = 0; j < some; j++) {
                int at = j * ROW;
                draft.transactionId(bytes, at, at + DIGITS)
                        .key(bytes, at, at + DIGITS)
                        .orderNo(bytes, at + DIGITS, at + ROW)
                        .amount(numbers[j] % 100_000, CNY)
                        .time(start + numbers[j] % 86_400, 0)
                        .line(i + j + 2)
                        .state(OrderState.PAID)
                        .version(1);
                if (spool != null) {
                    spool.add(draft);
                } else {
                    sum += draft.minor + draft.second + bytes[at];
                }
            }
        }
        return sum;
    }

    /** Four digits at a time, so that making ids costs little beside what is measured. */
    private void digits(long number, int from, int length) {
        long rest = number;
        for (int i = from + length - 4; i > from; i -= 4) {
            long higher = rest / 10_000;
            Words.putInt(bytes, i, fours[(int) (rest - higher * 10_000)]);
            rest = higher;
        }
        Words.putInt(bytes, from, fours[4_200]);
    }

    private static int[] fours(char zero) {
        int[] fours = new int[10_000];
        for (int i = 0; i < fours.length; i++) {
            int text = 0;
            for (int rest = i, j = 0; j < 4; j++, rest /= 10) {
                text = text << 8 | zero + rest % 10;
            }
            fours[i] = text;
        }
        return fours;
    }
}
