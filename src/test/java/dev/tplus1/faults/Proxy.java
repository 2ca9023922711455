package dev.tplus1.faults;

import org.jspecify.annotations.Nullable;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;

/**
 * Stands between a process and its MySQL server, reads the statements that pass, and does something
 * at a named one: kill the process say, or drop the connection. Statements are prepared by the
 * driver, so each is one packet of text with its values. Thread-safe.
 */
final class Proxy implements AutoCloseable {
    private static final int COM_QUERY = 3;
    private static final int HEADER = 4;
    private static final int CHUNK = 1 << 16;

    /** When, seen from the statement, something is done. */
    enum Moment {
        /** The server does not know the statement yet. */
        BEFORE,
        /** The server has done it, the process does not know. */
        UNANSWERED,
        /** The process knows. */
        AFTER
    }

    /**
     * A statement on its way.
     *
     * @param name for people
     * @param matches asked with the statement and those before it in its transaction
     * @param nth of the statements that match, from 1
     */
    record Point(String name, BiPredicate<String, List<String>> matches, int nth, Moment moment) {
        static Point at(Moment moment, int nth, String... parts) {
            return new Point(
                    moment + " " + nth + ". " + String.join(" ", parts),
                    (sql, _) -> contains(sql, parts),
                    nth,
                    moment);
        }

        /** The commit of a transaction in which a statement has all these parts. */
        static Point commit(Moment moment, int nth, String... parts) {
            return new Point(
                    moment + " " + nth + ". COMMIT of " + String.join(" ", parts),
                    (sql, before) ->
                            sql.equals("COMMIT")
                                    && before.stream().anyMatch(each -> contains(each, parts)),
                    nth,
                    moment);
        }

        private static boolean contains(String sql, String... parts) {
            for (String part : parts) {
                if (!sql.contains(part)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** What is done at a point, and whether the connection is dropped then. */
    private record Plan(Point point, Runnable doing, boolean cut) {}

    private final ServerSocket listening;
    private final String serverUrl;
    private final URI server;
    private final Queue<Plan> plans = new ArrayDeque<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger statements = new AtomicInteger();
    private final List<Throwable> troubles = new CopyOnWriteArrayList<>();
    private int seen;

    /**
     * @param serverUrl the database's JDBC URL
     */
    Proxy(String serverUrl) {
        this.serverUrl = serverUrl;
        this.server = URI.create(serverUrl.substring("jdbc:".length()));
        try {
            listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** The way to the same database, through here. */
    String url() {
        return url(serverUrl);
    }

    /** The way to another database of the same server. */
    String url(String other) {
        String through =
                other.replace(
                        server.getAuthority(),
                        InetAddress.getLoopbackAddress().getHostAddress()
                                + ":"
                                + listening.getLocalPort());
        return through.contains("sslMode=")
                ? through
                : through + (through.contains("?") ? "&" : "?") + "sslMode=DISABLED";
    }

    /** Does something at a point and lets the statement or its answer pass. */
    void passing(Point point, Runnable doing) {
        plan(new Plan(point, doing, false));
    }

    /** Does something at a point and drops the connection. */
    void cutting(Point point, Runnable doing) {
        plan(new Plan(point, doing, true));
    }

    private synchronized void plan(Plan plan) {
        plans.add(plan);
    }

    /** Whether everything that was planned was done. */
    synchronized boolean done() {
        if (!troubles.isEmpty()) {
            throw new IllegalStateException("at a point", troubles.getFirst());
        }
        return plans.isEmpty();
    }

    /** How many statements have passed. */
    int statements() {
        return statements.get();
    }

    /** The plan that a statement is waited for by; points are reached one after another. */
    private synchronized @Nullable Plan reached(String sql, List<String> before) {
        Plan next = plans.peek();
        if (next == null || !next.point().matches().test(sql, before)) {
            return null;
        }
        seen++;
        if (seen < next.point().nth()) {
            return null;
        }
        seen = 0;
        return plans.poll();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                sockets.add(client);
                Socket target = new Socket(server.getHost(), server.getPort());
                sockets.add(target);
                client.setTcpNoDelay(true);
                target.setTcpNoDelay(true);
                new Wire(client, target).open();
            }
        } catch (IOException _) {
            // closed
        }
    }

    @Override
    public void close() {
        quietly(listening);
        sockets.forEach(Proxy::quietly);
    }

    private static void quietly(AutoCloseable each) {
        try {
            each.close();
        } catch (Exception _) {
            // it is gone already
        }
    }

    /** One connection. */
    private final class Wire {
        private final Socket client;
        private final Socket target;
        private final List<String> transaction = new ArrayList<>();
        private volatile @Nullable Plan onAnswer;

        Wire(Socket client, Socket target) {
            this.client = client;
            this.target = target;
        }

        void open() {
            Thread.ofVirtual().start(() -> pump(this::asked));
            Thread.ofVirtual().start(() -> pump(this::answered));
        }

        private void pump(Pumping pumping) {
            try {
                pumping.run();
            } catch (IOException _) {
                // the other side is gone
            } catch (RuntimeException e) {
                troubles.add(e);
            } finally {
                quietly(client);
                quietly(target);
            }
        }

        private void asked() throws IOException {
            DataInputStream in = new DataInputStream(client.getInputStream());
            OutputStream out = target.getOutputStream();
            while (true) {
                byte[] header = in.readNBytes(HEADER);
                if (header.length < HEADER) {
                    return;
                }
                int length =
                        (header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16;
                byte[] packet = new byte[HEADER + length];
                System.arraycopy(header, 0, packet, 0, HEADER);
                in.readFully(packet, HEADER, length);
                boolean query = header[3] == 0 && length > 0 && packet[HEADER] == COM_QUERY;
                Plan plan = query ? planned(text(packet)) : null;
                if (plan != null && plan.point().moment() == Moment.BEFORE) {
                    plan.doing().run();
                    if (plan.cut()) {
                        return;
                    }
                } else {
                    onAnswer = plan;
                }
                out.write(packet);
            }
        }

        private @Nullable Plan planned(String sql) {
            statements.incrementAndGet();
            Plan plan = reached(sql, transaction);
            transaction.add(sql);
            if (sql.equals("COMMIT") || sql.equals("ROLLBACK")) {
                transaction.clear();
            }
            return plan;
        }

        private void answered() throws IOException {
            InputStream in = target.getInputStream();
            OutputStream out = client.getOutputStream();
            byte[] chunk = new byte[CHUNK];
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                Plan plan = onAnswer;
                onAnswer = null;
                if (plan != null && plan.point().moment() == Moment.UNANSWERED) {
                    plan.doing().run();
                    if (plan.cut()) {
                        return;
                    }
                }
                out.write(chunk, 0, read);
                if (plan != null && plan.point().moment() == Moment.AFTER) {
                    plan.doing().run();
                    if (plan.cut()) {
                        return;
                    }
                }
            }
        }

        /** The statement, without what newer servers are told about its attributes before it. */
        private static String text(byte[] packet) {
            int start = HEADER + 1;
            while (start < packet.length && packet[start] <= ' ' && packet[start] >= 0) {
                start++;
            }
            return new String(packet, start, packet.length - start, StandardCharsets.UTF_8);
        }
    }

    /** One direction of a connection. */
    private interface Pumping {
        void run() throws IOException;
    }
}
