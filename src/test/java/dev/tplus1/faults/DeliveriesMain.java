package dev.tplus1.faults;

import dev.tplus1.callback.Callback;
import dev.tplus1.callback.CallbackOutcome;
import dev.tplus1.callback.Callbacks;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.outbox.Outbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * A provider that delivers all callbacks of a date from many threads at once: {@code URL USER
 * CALLBACKS THREADS FOLDER BACKWARDS}. It says {@code ready-PID} by a file, starts when there is a
 * file {@code go-BACKWARDS}, says {@code first-PID} after its first delivery, and prints a line for
 * each delivery: what came of it, and which callback.
 */
final class DeliveriesMain {
    private DeliveriesMain() {}

    /** Begins the name of the file that is waited for; then follows whether backwards. */
    static final String GO = "go-";

    static final String READY = "ready-";
    static final String FIRST = "first-";

    private static final long POLL_NANOS = 200_000;

    public static void main(String[] args) throws Exception {
        DatabaseSettings settings =
                new DatabaseSettings(
                        args[0], args[1].isEmpty() ? null : args[1], args[1].isEmpty() ? null : "");
        int callbacks = Integer.parseInt(args[2]);
        int threads = Integer.parseInt(args[3]);
        Path folder = Path.of(args[4]);
        boolean backwards = Boolean.parseBoolean(args[5]);
        try (Database database = Database.open("database", settings);
                ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            Clock clock = Clock.systemUTC();
            Callbacks room = new Callbacks(database, clock, new Outbox(database, clock));
            Files.createFile(folder.resolve(READY + ProcessHandle.current().pid()));
            while (!Files.exists(folder.resolve(GO + backwards))) {
                LockSupport.parkNanos(POLL_NANOS);
            }
            List<Future<List<String>>> all = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                all.add(executor.submit(() -> delivered(room, callbacks, backwards, folder)));
            }
            for (Future<List<String>> each : all) {
                each.get().forEach(System.out::println);
            }
        }
    }

    private static List<String> delivered(
            Callbacks room, int callbacks, boolean backwards, Path folder) throws IOException {
        List<String> outcomes = new ArrayList<>();
        for (int i = 1; i <= callbacks; i++) {
            int n = backwards ? callbacks + 1 - i : i;
            outcomes.add(word(room, callback(n)) + " T" + n);
            if (i == 1) {
                Files.write(folder.resolve(FIRST + ProcessHandle.current().pid()), new byte[0]);
            }
        }
        return outcomes;
    }

    private static String word(Callbacks room, Callback callback) {
        try {
            return switch (room.apply(callback)) {
                case CallbackOutcome.Applied _ -> "applied";
                case CallbackOutcome.AlreadyApplied _ -> "already";
                case CallbackOutcome.Refused refused -> "refused " + refused.reason();
            };
        } catch (RuntimeException e) {
            return "error " + e;
        }
    }

    private static Callback callback(int n) {
        return new Callback(
                Scene.ACCOUNT,
                Kind.PAYMENT,
                "T" + n,
                "T" + n,
                "O" + n,
                "",
                "",
                Money.parse("10.00", Money.currency("CNY")),
                Scene.at(n).toInstant(ZoneOffset.UTC),
                "provider",
                "delivery");
    }
}
