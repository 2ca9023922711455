package dev.tplus1.delimited;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;

/** What it takes to cut a line into cells, and to read an amount and a time, each per row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DelimitedBench {
    private static final int ROWS = 10_000;
    private static final int CELLS = 8;
    private static final int LONGEST = 1 << 16;

    private final Times times = new Times(ZoneId.of("Asia/Shanghai"));
    private byte[] plain = {};
    private byte[] quoted = {};
    private byte[] amounts = {};
    private byte[] moments = {};
    private int[] amountEnds = {};

    /** Rows as a plain csv statement has them. */
    @Setup
    public void make() {
        StringBuilder rows = new StringBuilder();
        StringBuilder texts = new StringBuilder();
        StringBuilder days = new StringBuilder();
        amountEnds = new int[ROWS + 1];
        for (int i = 0; i < ROWS; i++) {
            String amount = (i * 7919L % 100_000) + "." + (10 + i % 90);
            String time = "2025-11-28T%02d:%02d:%02d".formatted(i % 24, i * 7 % 60, i * 13 % 60);
            rows.append("42002025112812345678%08d,202511281200%08d,,PAYMENT,".formatted(i, i))
                    .append(amount)
                    .append(",CNY,SUCCESS,")
                    .append(time)
                    .append('\n');
            days.append(time);
            texts.append(amount);
            amountEnds[i + 1] = texts.length();
        }
        plain = bytes(rows);
        String each = rows.toString().replace(",", "\",\"").replace("\n", "\"\n\"");
        quoted = bytes(new StringBuilder("\"").append(each, 0, each.length() - 1));
        amounts = bytes(texts);
        moments = bytes(days);
    }

    private static byte[] bytes(StringBuilder text) {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Cuts lines without quotes. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long split() throws IOException, DelimitedException {
        return cells(plain);
    }

    /** Cuts lines whose cells are all quoted. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long splitQuoted() throws IOException, DelimitedException {
        return cells(quoted);
    }

    private static long cells(byte[] text) throws IOException, DelimitedException {
        long sum = 0;
        try (Records records =
                new Records(
                        new ByteArrayInputStream(text),
                        StandardCharsets.UTF_8,
                        Style.QUOTED,
                        LONGEST,
                        CELLS)) {
            while (records.next()) {
                sum += records.from(4) + records.to(CELLS - 1);
            }
        }
        return sum;
    }

    /** Reads amounts. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long amount() {
        long sum = 0;
        for (int i = 0; i < ROWS; i++) {
            sum += Amounts.read(amounts, amountEnds[i], amountEnds[i + 1], 2);
        }
        return sum;
    }

    /** Reads local times. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long time() {
        long sum = 0;
        for (int at = 0; at < moments.length; at += 19) {
            if (times.read(moments, at, at + 19)) {
                sum += times.second();
            }
        }
        return sum;
    }
}
