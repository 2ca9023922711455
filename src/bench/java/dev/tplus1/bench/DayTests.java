package dev.tplus1.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.bench.CsvFiles.Shape;
import dev.tplus1.bench.Day.Flaw;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** The made day: always the same, and wrong exactly where it says. */
class DayTests {
    private static final Day DAY = new Day(3_000, 1, 3);

    @TempDir private Path folder;

    @Test
    void ordersEachNumberOnce() {
        for (long size : new long[] {1, 2, 3, 17, 1_000, 4_097}) {
            Order order = new Order(size, 5);

            assertThat(LongStream.range(0, size).map(order::at).sorted())
                    .containsExactlyElementsOf(LongStream.range(0, size).boxed().toList());
        }
    }

    @Test
    void makesTheSameFilesAgain() throws IOException, NoSuchAlgorithmException {
        CsvFiles files = new CsvFiles(new Day(1_000, 7, 10), Shape.MIXED, 0);

        files.statement(folder.resolve("a"));
        files.statement(folder.resolve("b"));
        files.ledger(folder.resolve("c"));

        assertThat(hash("a")).isEqualTo(hash("b")).isEqualTo("a5d81285ea3cb2ef");
        assertThat(hash("c")).isEqualTo("8bff9b20e1882b80");
    }

    @Test
    void breaksWhatItSays() throws IOException {
        new CsvFiles(DAY, Shape.PLAIN, 0).statement(folder.resolve("s"));
        new CsvFiles(DAY, Shape.PLAIN, 0).ledger(folder.resolve("l"));

        Map<String, String> statement = amounts("s", 0, 4);
        Map<String, String> booked = amounts("l", 1, 4);
        Set<String> keys = new HashSet<>(statement.keySet());
        keys.addAll(booked.keySet());
        long broken =
                keys.stream()
                        .filter(key ->
                                !statement.containsKey(key)
                                        || !statement.get(key).equals(booked.get(key)))
                        .count();

        assertThat(broken).isEqualTo(Answer.ofDay(DAY).breaks()).isEqualTo(count(Flaw.NONE, false));
        assertThat(statement).hasSize(3_000 - (int) count(Flaw.ONLY_IN_BOOKS, true));
        assertThat(booked).hasSize((int) Shop.booked(DAY));
    }

    @Test
    void dividesTheBreaksInThirds() {
        assertThat(count(Flaw.NONE, false)).isBetween(900L, 1_100L);
        assertThat(count(Flaw.ONLY_IN_BOOKS, true)).isBetween(280L, 390L);
        assertThat(count(Flaw.OTHER_AMOUNT, true)).isBetween(280L, 390L);
        assertThat(count(Flaw.PENDING_IN_BOOKS, true)).isBetween(120L, 220L);
        assertThat(count(Flaw.ONLY_IN_STATEMENT, true)).isBetween(120L, 220L);
    }

    private static long count(Flaw flaw, boolean same) {
        return LongStream.range(0, DAY.rows()).filter(n -> (DAY.flaw(n) == flaw) == same).count();
    }

    /** By key, of the rows that have one. */
    private Map<String, String> amounts(String file, int key, int amount) throws IOException {
        Map<String, String> amounts = new HashMap<>();
        List<String> lines = Files.readAllLines(folder.resolve(file));
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            if (!cells[key].isEmpty()) {
                assertThat(cells[key]).hasSize(28);
                assertThat(amounts.put(cells[key], cells[amount])).isNull();
            }
        }
        return amounts;
    }

    private String hash(String file) throws IOException, NoSuchAlgorithmException {
        byte[] digest =
                MessageDigest.getInstance("SHA-256")
                        .digest(Files.readAllBytes(folder.resolve(file)));
        return HexFormat.of().formatHex(digest, 0, 8);
    }
}
