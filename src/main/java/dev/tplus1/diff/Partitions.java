package dev.tplus1.diff;

import dev.tplus1.diff.scratch.Scratch;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Packed rows in partitions: each has a block in memory, which grows to its full size and then goes
 * to the one file of all, so that few rows stay in memory and touch no file. Written by one thread;
 * read by many once that is done.
 *
 * <p>Ugly on purpose: rows are written one behind the other into a stage that stays in the cache,
 * and are handed out to their partitions some hundred at a time, so that the waits for memory
 * overlap.
 */
final class Partitions implements AutoCloseable {
    private static final int FIRST_BLOCK = 512;
    private static final int STAGE = 16 << 10;
    private static final int STAGE_ROWS = 512;

    private final Scratch scratch;
    private final int block;
    private final Partition[] all;
    private Scratch.@Nullable Spill file;

    private byte[] stage = new byte[STAGE];
    private int stageEnd;
    private final short[] stageFor = new short[STAGE_ROWS];
    private int stageRows;
    private boolean failed;

    /** What takes rows where they stand: valid only during the call. */
    interface Rows {
        /** Rows stand in {@code [from, to)}, one behind the other. */
        void take(byte[] rows, int from, int to);
    }

    Partitions(Scratch scratch, int count, int block) {
        this.scratch = scratch;
        this.block = block;
        this.all = new Partition[count];
        Arrays.setAll(all, _ -> new Partition());
    }

    int count() {
        return all.length;
    }

    /** Not before {@link #settle} when rows have been added through the stage. */
    Partition get(int which) {
        return all[which];
    }

    /** Makes room for a row of this many bytes at {@link #end} of the array. */
    byte[] room(int bytes) {
        if (bytes > stage.length - stageEnd || stageRows == STAGE_ROWS) {
            settle();
            if (bytes > stage.length) {
                stage = new byte[bytes];
            }
        }
        return stage;
    }

    int end() {
        return stageEnd;
    }

    /** What has been written into the room ends here: one row, of this partition. */
    void added(int which, int newEnd) {
        stageFor[stageRows++] = (short) which;
        stageEnd = newEnd;
    }

    /** Hands out what is on the stage. */
    void settle() {
        if (failed) {
            throw new IllegalStateException("rows were lost to an earlier failure");
        }
        failed = true;
        int at = 0;
        for (int i = 0; i < stageRows; i++) {
            int length = PackedRow.length(PackedRow.head(stage, at));
            all[stageFor[i]].add(stage, at, length);
            at += length;
        }
        stageRows = 0;
        stageEnd = 0;
        failed = false;
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }

    private Scratch.Spill file() {
        Scratch.Spill spilled = file;
        if (spilled == null) {
            spilled = scratch.file();
            file = spilled;
        }
        return spilled;
    }

    /** One of them. */
    final class Partition {
        private byte[] buffer = new byte[0];
        private int end;
        private long rows;
        private long spilled;
        private long[] at = new long[0];
        private int[] lengths = new int[0];
        private int blocks;
        private int longest;

        long rows() {
            return rows;
        }

        long bytes() {
            return spilled + end;
        }

        void add(byte[] from, int at, int length) {
            byte[] to = length <= buffer.length - end ? buffer : grow(length);
            System.arraycopy(from, at, to, end, length);
            end += length;
            rows++;
        }

        private byte[] grow(int bytes) {
            if (end > 0 && (long) end + bytes > block) {
                flush();
            }
            long needed = (long) end + bytes;
            if (needed > buffer.length) {
                long doubled = Math.min(block, Math.max(FIRST_BLOCK, 4L * buffer.length));
                // a row longer than a block makes a longer block
                buffer = Arrays.copyOf(buffer, Math.toIntExact(Math.max(doubled, needed)));
            }
            return buffer;
        }

        private void flush() {
            if (blocks == at.length) {
                int more = Math.max(8, blocks * 2);
                at = Arrays.copyOf(at, more);
                lengths = Arrays.copyOf(lengths, more);
            }
            at[blocks] = file().append(buffer, end);
            lengths[blocks++] = end;
            longest = Math.max(longest, end);
            spilled += end;
            end = 0;
        }

        /** All rows, one behind the other, into an array that has room for {@link #bytes}. */
        void read(byte[] into) {
            int to = 0;
            for (int i = 0; i < blocks; i++) {
                file().read(at[i], into, to, lengths[i]);
                to += lengths[i];
            }
            System.arraycopy(buffer, 0, into, to, end);
        }

        /**
         * The same rows, spread anew by other bits of the hash; rows of one key stay together.
         *
         * @param level how often they were spread before
         */
        Partitions split(Spool.Tuning tuning, int level) {
            Partitions parts = new Partitions(scratch, tuning.fanout(), tuning.block());
            each((packed, from, to) -> {
                for (int at = from; at < to; ) {
                    long head = PackedRow.head(packed, at);
                    int length = PackedRow.length(head);
                    long hash =
                            Words.hashInside(
                                    packed,
                                    at + PackedRow.HEAD,
                                    PackedRow.keyEnd(packed, at),
                                    PackedRow.keySalt(head));
                    int which = Words.other(hash & tuning.hashMask(), level, tuning.fanout());
                    parts.get(which).add(packed, at, length);
                    at += length;
                }
            });
            return parts;
        }

        /** All rows, a block at a time. */
        void each(Rows rows) {
            byte[] into = new byte[longest];
            for (int i = 0; i < blocks; i++) {
                file().read(at[i], into, 0, lengths[i]);
                rows.take(into, 0, lengths[i]);
            }
            rows.take(buffer, 0, end);
        }
    }
}
