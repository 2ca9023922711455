package dev.tplus1.delimited;

import java.io.BufferedOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Currency;
import java.util.Random;

/**
 * CPU nanoseconds for a row of a generated file: {@code RecordsBench [rows] [file] [rounds]}. Rows
 * have 8 columns, ids of 28 digits, and 102 bytes. Not part of the suite.
 */
final class RecordsBench {
    private static final String HEADER =
            "transaction_id,order_no,refund_no,kind,amount,currency,status,occurred_at\n";
    private static final int MAX_BYTES = 1 << 20;

    private RecordsBench() {}

    private interface Reading {
        long read(Records records) throws DelimitedException, IOException;
    }

    public static void main(String[] args) throws Exception {
        int rows = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        Path file = Path.of(args.length > 1 ? args[1] : "target/records-bench.csv");
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 9;
        Path quoted = file.resolveSibling("quoted-" + file.getFileName());
        write(file, rows, false);
        write(quoted, rows, true);
        System.out.println(Files.size(file) / rows + " B/row, " + rows + " rows");
        for (Path each : new Path[] {file, quoted}) {
            print(each + " split", each, rows, rounds, RecordsBench::split);
            print(each + " typed", each, rows, rounds, RecordsBench::typed);
        }
    }

    private static void write(Path file, int rows, boolean quoted) throws IOException {
        Random random = new Random(1);
        LocalDateTime midnight = LocalDateTime.of(2026, 11, 28, 0, 0);
        String q = quoted ? "\"" : "";
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            out.write(HEADER.getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < rows; i++) {
                long id = random.nextLong(10_000_000_000L, 100_000_000_000L);
                String time = midnight.plusSeconds(random.nextInt(86_400)).toString();
                String row =
                        q
                                + "42000000002026112"
                                + id
                                + q
                                + ",SO20261128"
                                + random.nextInt(100_000_000, 1_000_000_000)
                                + ",,"
                                + (random.nextInt(20) == 0 ? "REFUND" : "PAYMENT")
                                + ","
                                + random.nextInt(1_000, 100_000)
                                + "."
                                + random.nextInt(10, 100)
                                + ",CNY,SUCCESS,"
                                + q
                                + (time.length() == 16 ? time + ":00" : time)
                                + q
                                + (quoted ? "\r\n" : "\n");
                out.write(row.getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    private static void print(String name, Path file, int rows, int rounds, Reading reading)
            throws Exception {
        long[] nanos = new long[rounds];
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            long before = cpu();
            try (Records records =
                    new Records(
                            new FileInputStream(file.toFile()),
                            StandardCharsets.UTF_8,
                            Style.QUOTED,
                            MAX_BYTES,
                            500)) {
                sum += reading.read(records);
            }
            nanos[i] = cpu() - before;
        }
        Arrays.sort(nanos);
        System.out.println(
                name
                        + ": median "
                        + nanos[rounds / 2] / rows
                        + ", best "
                        + nanos[0] / rows
                        + " ns/row CPU (sum "
                        + sum
                        + ")");
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long split(Records records) throws DelimitedException, IOException {
        long sum = 0;
        while (records.next()) {
            sum += records.count();
        }
        return sum;
    }

    private static long typed(Records records) throws DelimitedException, IOException {
        Vocabulary<String> kinds = new Vocabulary<>(String::strip);
        Vocabulary<Currency> currencies = new Vocabulary<>(Currency::getInstance);
        Vocabulary<String> statuses = new Vocabulary<>(String::strip);
        Times times = new Times(ZoneId.of("Asia/Shanghai"));
        records.next();
        long sum = 0;
        while (records.next()) {
            byte[] b = records.bytes();
            long key = 0;
            for (int i = records.from(0); i + 8 <= records.to(0); i += 8) {
                key = (key ^ (long) Utf8.LONGS.get(b, i)) * 0x9e3779b97f4a7c15L;
            }
            String kind = kinds.get(b, records.from(3), records.to(3));
            Currency currency = currencies.get(b, records.from(5), records.to(5));
            String status = statuses.get(b, records.from(6), records.to(6));
            long amount = Amounts.read(b, records.from(4), records.to(4), 2);
            boolean timed = times.read(b, records.from(7), records.to(7));
            if (kind == null || currency == null || status == null || !timed || amount < 0) {
                throw new IllegalStateException("line " + records.line());
            }
            sum += key + amount + times.second() + kind.length() + status.length();
        }
        return sum;
    }
}
