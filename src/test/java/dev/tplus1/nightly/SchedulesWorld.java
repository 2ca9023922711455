package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;

import dev.tplus1.breaks.HeldDates;
import dev.tplus1.callback.Callback;
import dev.tplus1.callback.CallbackOutcome;
import dev.tplus1.callback.Callbacks;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestServer;
import dev.tplus1.outbox.Outbox;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;

import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/** One job with an account for each schedule, opened twice, as by two processes. */
final class SchedulesWorld implements AutoCloseable {
    /** How often a date may be run without faults until it is concluded. */
    private static final int PLAIN_TRIES = 2;

    private static final int STARTS = 5;

    /** How often one is run on while faults may still come. */
    private static final int TRIES = 4;

    private static final List<String> PHASES =
            List.of("comparing", "replaying", "checking the replays", "concluding");

    private static final long PATIENCE_SECONDS = 120;

    private final Path folder;
    private final Shop shop;
    private final Shop books;
    private final SchedulesFaults faults;
    private final SchedulesCounts counts;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final Callbacks callbacks;
    private final Nightly rival;
    private Nightly main;

    SchedulesWorld(Path folder, boolean apart, int accounts, SchedulesCounts counts) {
        this.counts = counts;
        this.folder = folder;
        DatabaseSettings own = TestServer.newDatabase();
        DatabaseSettings theirs = apart ? TestServer.newDatabase() : own;
        shop = new Shop(folder, losing(own));
        books = apart ? new Shop(folder.resolve("books"), losing(theirs)) : shop;
        shop.replay("{mode: books, min-count: 5, max-share: 0.4}");
        if (apart) {
            shop.ledger("{url: \"" + losing(theirs).url() + "\"}");
        }
        shop.accounts(
                IntStream.range(0, accounts)
                        .mapToObj(i -> Shop.account(account(i), ""))
                        .toArray(String[]::new));
        faults =
                new SchedulesFaults(
                        own.url().replace("/" + name(own), "/"),
                        List.of(name(own), name(theirs)),
                        name(theirs),
                        counts);
        callbacks =
                new Callbacks(books.database, shop.clock, new Outbox(books.database, shop.clock));
        main = shop.open();
        rival = shop.open();
    }

    private static DatabaseSettings losing(DatabaseSettings settings) {
        return new DatabaseSettings(
                settings.url()
                        + (settings.url().contains("?") ? "&" : "?")
                        + "queryInterceptors="
                        + SchedulesLostAnswers.class.getName(),
                settings.username(),
                settings.password());
    }

    private static String name(DatabaseSettings settings) {
        return settings.url().replaceFirst("\\?.*", "").replaceFirst(".*/", "");
    }

    private static String account(int i) {
        return "s" + i;
    }

    /** Plays a schedule to its end; what went wrong, if anything did. */
    Optional<String> play(int index, long seed) {
        try {
            Random random = new Random(seed);
            SchedulesDay day = new SchedulesDay(account(index), random);
            day.fill(shop, books);
            Set<String> live = disturbed(day, random);
            concluded(day, live);
            return Optional.empty();
        } catch (Exception | AssertionError thrown) {
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace));
            String told = "seed " + seed + " (-Dfaults.seed=" + seed + "): " + trace;
            System.out.println(told);
            return Optional.of(told);
        } finally {
            SchedulesLostAnswers.spare();
        }
    }

    // --- with faults ---

    /** What the provider delivered meanwhile. */
    private Set<String> disturbed(SchedulesDay day, Random random) throws Exception {
        Set<String> live = new HashSet<>();
        List<Future<?>> beside = new ArrayList<>();
        for (SchedulesDay.Entry entry : day.missed()) {
            if (random.nextInt(4) == 0) {
                live.add(entry.id());
                beside.add(delivering(day.live(entry), new Random(random.nextLong())));
            }
        }
        List<String> orders = List.copyOf(day.orders().keySet());
        int many = 1 + random.nextInt(4);
        for (int i = 0; i < many; i++) {
            beside.add(disturbing(new Random(random.nextLong()), orders));
        }
        if (random.nextInt(2) == 0) {
            beside.add(running(rival, day, false, new Random(random.nextLong())));
        }
        if (random.nextInt(2) == 0) {
            atAPhase(new Random(random.nextLong()), orders);
        }
        boolean stop = random.nextInt(5) == 0;
        Future<?> first = running(main, day, false, new Random(random.nextLong()));
        if (stop) {
            SchedulesFaults.pause(random, 150);
            main.stop();
        }
        end(first);
        if (stop) {
            restart();
        }
        if (random.nextInt(3) == 0) {
            approve(day);
        }
        if (random.nextInt(3) == 0) {
            beside.add(disturbing(new Random(random.nextLong()), orders));
            end(running(main, day, true, new Random(random.nextLong())));
        }
        for (Future<?> each : beside) {
            end(each);
        }
        shop.watcher(Watcher.NOBODY);
        counts.add("lost answers", SchedulesLostAnswers.lost());
        return live;
    }

    /** The program's next start; what breaks it is answered by one more. */
    private void restart() {
        main.close();
        for (int start = 1; ; start++) {
            try {
                main = shop.open();
                return;
            } catch (DatabaseException e) {
                counts.add("starts failed", 1);
                if (start == STARTS) {
                    throw e;
                }
            }
        }
    }

    private Future<?> delivering(Callback callback, Random random) {
        return executor.submit(() -> {
            SchedulesFaults.pause(random, 400);
            try {
                CallbackOutcome outcome = callbacks.apply(callback);
                assertThat(outcome).isNotInstanceOf(CallbackOutcome.Refused.class);
                counts.add("live deliveries", 1);
            } catch (DatabaseException e) {
                counts.add("live deliveries failed", 1);
            }
            return null;
        });
    }

    private Future<?> disturbing(Random random, List<String> orders) {
        return executor.submit(() -> {
            SchedulesFaults.pause(random, 400);
            faults.any(random, orders);
            return null;
        });
    }

    /** A fault just before a run does something, in its own thread: once, whichever run it is. */
    private void atAPhase(Random random, List<String> orders) {
        String phase = PHASES.get(random.nextInt(PHASES.size()));
        AtomicBoolean due = new AtomicBoolean(true);
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals(phase) && due.compareAndSet(true, false)) {
                try {
                    faults.any(random, orders);
                    counts.add("faults before " + phase, 1);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
    }

    private Future<?> running(Nightly nightly, SchedulesDay day, boolean rerun, Random random) {
        return executor.submit(() -> {
            SchedulesFaults.pause(random, 50);
            NightResult result;
            int tries = 0;
            do {
                result = run(nightly, day, rerun);
                counts.add((rerun ? "reruns " : "runs ") + result.getClass().getSimpleName(), 1);
            } while (result instanceof NightResult.Failed && ++tries < TRIES);
            return null;
        });
    }

    private static NightResult run(Nightly nightly, SchedulesDay day, boolean rerun) {
        return nightly.reconcile(
                        new NightRequest(
                                Shop.DATE,
                                List.of(day.account),
                                List.of(),
                                rerun,
                                false,
                                Duration.ZERO))
                .getFirst();
    }

    /** A person's decision, whose answer may be lost as any other. */
    private void approve(SchedulesDay day) {
        try {
            boolean held =
                    new HeldDates(shop.database, shop.clock)
                                    .approve(day.account, Shop.DATE, "ann", "checked")
                            instanceof HeldDates.Decision.Made;
            if (held) {
                main.applyApproved(day.account, Shop.DATE);
                counts.add("approvals", 1);
            }
        } catch (DatabaseException | DataAccessException | TransactionException e) {
            counts.add("approvals failed", 1);
        }
    }

    private static void end(Future<?> future) throws Exception {
        future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    // --- and then without ---

    private void concluded(SchedulesDay day, Set<String> live) {
        SchedulesLostAnswers.spare();
        // what stands in these pools may be broken; what the test itself asks must be answered
        for (Shop each : List.of(shop, books)) {
            ((HikariDataSource) each.database.dataSource())
                    .getHikariPoolMXBean()
                    .softEvictConnections();
        }
        Summary summary = concluded(day, false);
        if (summary.outcome() == Outcome.HELD) {
            shop.approve(day.account, Shop.DATE, "checked");
            summary = concluded(day, false);
            counts.add("approvals", 1);
        }
        if (summary.replays().failed() > 0) {
            counts.add("replays failed", Math.toIntExact(summary.replays().failed()));
            summary = concluded(day, true);
        }
        assertThat(summary.replays().failed()).isZero();
        for (SchedulesDay.Entry entry : day.missed()) {
            assertThat(callbacks.apply(day.live(entry)))
                    .as(entry.toString())
                    .isInstanceOf(CallbackOutcome.AlreadyApplied.class);
        }
        assertThat(run(main, day, false)).isInstanceOf(NightResult.Already.class);
        new SchedulesInvariants(shop, books, folder, day).check(live);
        counts.add("concluded", 1);
    }

    private Summary concluded(SchedulesDay day, boolean rerun) {
        List<NightResult> tries = new ArrayList<>();
        while (tries.size() < PLAIN_TRIES) {
            NightResult result = run(main, day, rerun);
            switch (result) {
                case NightResult.Ran ran -> {
                    return ran.summary();
                }
                case NightResult.Already already -> {
                    return already.summary();
                }
                case NightResult.Failed _ -> tries.add(result);
                case NightResult.NotConcluded _ -> tries.add(result);
                case NightResult.Busy _ -> tries.add(result);
                case NightResult.Stopped _ -> tries.add(result);
                case NightResult.Fetched _ -> throw new AssertionError(result);
            }
            counts.add("plain tries more", 1);
            restart();
        }
        throw new AssertionError("not concluded: " + tries);
    }

    @Override
    public void close() {
        executor.shutdownNow();
        main.close();
        rival.close();
        if (books != shop) {
            books.close();
        }
        shop.close();
    }
}
