package dev.tplus1.entry;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

import java.util.Currency;
import java.util.concurrent.TimeUnit;

/** What it takes to read one amount. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AmountBench {
    private static final String[] AMOUNTS = {"128.00", "0.01", "99999.99", "45.5", "3200.00"};
    private static final Currency CNY = Currency.getInstance("CNY");

    private int at;

    /** As all readers of text do it. */
    @Benchmark
    public Money parse() {
        at = (at + 1) % AMOUNTS.length;
        return Money.parse(AMOUNTS[at], CNY);
    }
}
