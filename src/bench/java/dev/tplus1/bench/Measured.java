package dev.tplus1.bench;

import org.jspecify.annotations.Nullable;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What a whole process took, seen from outside.
 *
 * <p>A shell starts it, waits for it and says when it ended; that is the wall time. Then the shell
 * stays, so that what the kernel added up for its children can be read: CPU time in clock ticks of
 * 10 ms. The peak of resident memory is the kernel's own (VmHWM), read every few milliseconds until
 * the process is gone: only a peak within the last of them is missed.
 *
 * @param wall in nanoseconds
 * @param cpu user and system, of all its threads, in nanoseconds
 * @param peak resident memory in KiB
 */
record Measured(long wall, long cpu, long peak) {
    private static final Duration LOOK = Duration.ofMillis(4);
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final long TICK = 10_000_000;
    private static final String RUN =
            "out=$1; shift; \"$@\" >\"$out\" 2>&1 </dev/null & echo $!; wait $!; echo $?; read -r"
                    + " _";

    /** The first of the process's fields in /proc/PID/stat after its name is the third. */
    private static final int FIRST_FIELD = 3;

    private static final int OWN_CPU = 14;
    private static final int CHILDREN_CPU = 16;

    /**
     * A process to measure.
     *
     * @param out where all that it prints goes
     * @param marker what it prints when the part begins that counts; empty: all of it counts
     * @param exits the exit codes that are no failure
     */
    record Command(
            List<String> line,
            Map<String, String> environment,
            Path out,
            String marker,
            List<Integer> exits) {
        static Command of(List<String> line, Path out) {
            return new Command(line, Map.of(), out, "", List.of(0));
        }
    }

    /** Runs it to its end. */
    static Measured run(Command command) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("sh", "-c", RUN, "sh", command.out.toString()));
        line.addAll(command.line);
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(command.environment);
        Files.deleteIfExists(command.out);
        long begin = System.nanoTime();
        Process shell = builder.start();
        try (BufferedReader said = shell.inputReader(StandardCharsets.US_ASCII);
                ExecutorService waiting = Executors.newSingleThreadExecutor()) {
            String pid = String.valueOf(said.readLine());
            Future<Ended> end =
                    waiting.submit(
                            (Callable<Ended>)
                                    () -> new Ended(String.valueOf(said.readLine()), nano()));
            long peak = 0;
            long marked = begin;
            long before = 0;
            boolean seen = command.marker.isEmpty();
            while (!end.isDone()) {
                peak = Math.max(peak, peak(pid));
                if (!seen && printed(command)) {
                    seen = true;
                    marked = System.nanoTime();
                    before = cpu(pid, OWN_CPU);
                }
                if (System.nanoTime() - begin > LONGEST.toNanos()) {
                    ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroy);
                    throw new IOException(command.line + ": not done after " + LONGEST);
                }
                pause(end);
            }
            Ended ended = end.get();
            if (!seen || !command.exits.contains(Integer.parseInt(ended.code()))) {
                throw new IOException(
                        command.line + " exited " + ended.code() + "; see " + command.out);
            }
            long cpu = cpu(Long.toString(shell.pid()), CHILDREN_CPU);
            return new Measured(ended.at() - marked, cpu - before, peak);
        } catch (ExecutionException e) {
            throw new IOException(e);
        } finally {
            shell.destroy();
        }
    }

    private record Ended(String code, long at) {}

    private static long nano() {
        return System.nanoTime();
    }

    private static void pause(Future<Ended> end) throws InterruptedException, ExecutionException {
        try {
            end.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            // still running: look again
        }
    }

    private static boolean printed(Command command) throws IOException {
        return Files.exists(command.out) && Files.readString(command.out).contains(command.marker);
    }

    private static long peak(String pid) {
        String text = proc(pid, "status");
        int at = text == null ? -1 : text.indexOf("VmHWM:");
        if (text == null || at < 0) {
            return 0;
        }
        return Long.parseLong(text.substring(at + 6, text.indexOf("kB", at)).strip());
    }

    private static long cpu(String pid, int field) throws IOException {
        String text = proc(pid, "stat");
        if (text == null) {
            throw new IOException("process " + pid + " ended while it was measured");
        }
        String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[field - FIRST_FIELD])
                        + Long.parseLong(fields[field + 1 - FIRST_FIELD]))
                * TICK;
    }

    /** Null where the process is gone. */
    private static @Nullable String proc(String pid, String file) {
        try (RandomAccessFile in = new RandomAccessFile("/proc/" + pid + "/" + file, "r")) {
            byte[] bytes = new byte[4096];
            int length = in.read(bytes);
            return length < 0 ? null : new String(bytes, 0, length, StandardCharsets.UTF_8);
        } catch (IOException _) {
            return null;
        }
    }
}
