package dev.tplus1.diff;

import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.StatementEntry;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What it takes to put a row on its side, and to find its counterpart, each per row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // JMH calls the setup before anything else
public class JoinBench {
    private static final int ROWS = 500_000;
    private static final int KEY = 28;
    private static final int ORDER = 20;
    private static final long LIMIT = 8L << 30;
    private static final Currency CNY = Currency.getInstance("CNY");
    private static final BusinessDate DAY =
            new BusinessDate(LocalDate.of(2025, 11, 28), ZoneOffset.UTC);

    private byte[] ids;
    private Path folder;
    private Scratch scratch;
    private Spool<StatementEntry> statement;
    private Spool<BookEntry> books;

    /** All ids in one array, and both sides filled once. */
    @Setup(Level.Trial)
    public void fill() throws IOException {
        StringBuilder text = new StringBuilder();
        for (long i = 0; i < ROWS; i++) {
            text.append("420020251128%016d%020d".formatted(i * 7_919, i));
        }
        ids = text.toString().getBytes(StandardCharsets.US_ASCII);
        folder = Files.createTempDirectory("join");
        scratch = Scratch.open(folder, "bench", LIMIT);
        statement = Spool.ofStatement(scratch);
        books = Spool.ofBooks(scratch, "bench");
        add(statement, 1);
        // another order
        add(books, 300_007);
    }

    /** Leaves nothing behind. */
    @TearDown(Level.Trial)
    public void remove() throws IOException {
        statement.close();
        books.close();
        scratch.close();
        Files.deleteIfExists(folder);
    }

    private long add(Spool<?> spool, int step) {
        RowDraft draft = new RowDraft();
        long start = DAY.start().getEpochSecond();
        for (int i = 0; i < ROWS; i++) {
            int n = (int) ((long) i * step % ROWS);
            int at = n * (KEY + ORDER);
            spool.add(
                    draft.transactionId(ids, at, at + KEY)
                            .key(ids, at, at + KEY)
                            .orderNo(ids, at + KEY, at + KEY + ORDER)
                            .kind(Kind.PAYMENT)
                            .amount(n, CNY)
                            .time(start + n % 86_400, 0)
                            .line(i + 2L)
                            .state(OrderState.PAID)
                            .version(1));
        }
        return spool.rows();
    }

    /** Puts rows on one side. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long build() throws IOException {
        Path own = Files.createTempDirectory("build");
        try (Scratch made = Scratch.open(own, "bench", LIMIT);
                Spool<StatementEntry> side = Spool.ofStatement(made)) {
            return add(side, 1);
        } finally {
            Files.deleteIfExists(own);
        }
    }

    /** Joins both sides, in one thread. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long probe() {
        return Pairing.of(
                        statement,
                        books,
                        DAY,
                        Duration.ofMinutes(10),
                        Set.of(Kind.PAYMENT),
                        Set.of(),
                        1)
                .plain()
                .size();
    }
}
