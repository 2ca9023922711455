package dev.tplus1.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** One work's runs beside its rival's, in the order in which they were taken. Immutable. */
record Figures(List<Measured> ours, List<Measured> rivals) {
    Figures {
        ours = List.copyOf(ours);
        rivals = List.copyOf(rivals);
    }

    /** What of a run is compared. */
    enum What {
        WALL,
        CPU,
        PEAK;

        long of(Measured run) {
            return switch (this) {
                case WALL -> run.wall();
                case CPU -> run.cpu();
                case PEAK -> run.peak();
            };
        }

        long median(List<Measured> runs) {
            long[] sorted = runs.stream().mapToLong(this::of).sorted().toArray();
            int middle = sorted.length / 2;
            return sorted.length % 2 == 1
                    ? sorted[middle]
                    : (sorted[middle - 1] + sorted[middle]) / 2;
        }

        /** The smallest and the largest. */
        long[] spread(List<Measured> runs) {
            long[] sorted = runs.stream().mapToLong(this::of).sorted().toArray();
            return new long[] {sorted[0], sorted[sorted.length - 1]};
        }

        String text(long value) {
            return this == PEAK ? Math.ceilDiv(value, 1024) + " MiB" : seconds(value) + " s";
        }
    }

    /** Our median in thousandths of the rival's. */
    long ratio(What what) {
        return Math.ceilDiv(what.median(ours) * 1000, Math.max(1, what.median(rivals)));
    }

    /** The smallest and the largest ratio of the pairs, in thousandths. */
    long[] ratios(What what) {
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < Math.min(ours.size(), rivals.size()); i++) {
            long rival = what.of(rivals.get(i));
            all.add(Math.ceilDiv(what.of(ours.get(i)) * 1000, Math.max(1, rival)));
        }
        long[] sorted = all.stream().mapToLong(Long::longValue).sorted().toArray();
        return new long[] {sorted[0], sorted[sorted.length - 1]};
    }

    static String seconds(long nanos) {
        return thousandths(Math.ceilDiv(nanos, 1_000_000));
    }

    /** Two decimals, rounded up: a limit that is just missed must not look held. */
    static String thousandths(long number) {
        long hundredths = Math.ceilDiv(number, 10);
        return String.format(Locale.ROOT, "%d.%02d", hundredths / 100, hundredths % 100);
    }

    static String range(long[] range) {
        return String.join("..", Arrays.stream(range).mapToObj(Figures::thousandths).toList());
    }
}
