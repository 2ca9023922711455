package dev.tplus1.bench;

import dev.tplus1.bench.CsvFiles.Shape;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder with made files; what is there already is not made again. */
final class Data {
    static final String STATEMENT = "statement.csv";
    static final String LEDGER = "ledger.csv";
    static final String BILL = "bill.csv";
    private static final long SEED = 20_251_128;
    private static final String WHOLE = "whole";

    private final Path root;

    Data(Path root) {
        this.root = root;
    }

    static Day day(long rows, int every) {
        return new Day(rows, SEED, every);
    }

    /** A statement and a ledger, plain or mixed. */
    Path csv(Day day, Shape shape) throws IOException {
        return csv(day, shape, 0);
    }

    /** The same; so many of the statement's rows have one and the same key. */
    Path csv(Day day, Shape shape, long repeated) throws IOException {
        String kind =
                repeated > 0
                        ? "repeated-" + repeated
                        : shape.name().toLowerCase(java.util.Locale.ROOT);
        return made(
                kind + "-" + day.rows() + "-" + day.every(),
                folder -> {
                    CsvFiles files = new CsvFiles(day, shape, repeated);
                    files.statement(folder.resolve(STATEMENT));
                    files.ledger(folder.resolve(LEDGER));
                });
    }

    /** A WeChat Pay bill. */
    Path bill(Day day) throws IOException {
        return made(
                "bill-" + day.rows() + "-" + day.every(),
                folder -> new WechatBill(day).write(folder.resolve(BILL)));
    }

    private Path made(String name, Filling filling) throws IOException {
        Path folder = root.resolve(name);
        if (!Files.exists(folder.resolve(WHOLE))) {
            System.err.println("making " + folder);
            Files.createDirectories(folder);
            filling.fill(folder);
            Files.createFile(folder.resolve(WHOLE));
        }
        return folder;
    }

    private interface Filling {
        void fill(Path folder) throws IOException;
    }
}
