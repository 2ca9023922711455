package dev.tplus1.bench;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A line of the table: what we do, and what it is compared with.
 *
 * @param id its name on the command line
 * @param note what exactly is measured, in a sentence
 * @param rival none where only our own figures count
 */
record Work(
        String id, String title, String note, Side ours, @Nullable Side rival, List<Limit> limits) {

    /**
     * One side of it.
     *
     * @param prepare what must be done before each run, and is not measured
     * @param command what is measured
     * @param check fails when the run's answer is not the right one
     */
    record Side(Task prepare, Measured.Command command, Task check) {}

    /** Something that may fail. */
    @FunctionalInterface
    interface Task {
        void run() throws Exception;

        /** Nothing to do. */
        static void nothing() {}
    }
}
