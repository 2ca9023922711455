package dev.tplus1.statement;

import dev.tplus1.diff.scratch.Scratch;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The transactions that a statement's refunds name, one behind the other: gathered while it is
 * read, because its packed rows are too many to be gone through once more for these few. They are
 * in memory while they fill less than a block, and in a temporary file from then on, whose limit is
 * theirs. Not thread-safe; close it to give the file back.
 */
final class ReturnedIds implements AutoCloseable {
    /** The most bytes in memory, and in a block of the file; far more than one id has. */
    static final int BLOCK = 1 << 20;

    private static final int FIRST_BLOCK = 512;
    private static final int LENGTH = 2;

    private final Scratch scratch;
    private byte[] block = new byte[0];
    private int end;
    private Scratch.@Nullable Spill file;

    /** How many bytes each block in the file has; there they stand one behind the other. */
    private final List<Integer> spilled = new ArrayList<>();

    ReturnedIds(Scratch scratch) {
        this.scratch = scratch;
    }

    /**
     * Adds one; UTF-8, of no more bytes than an id may have.
     *
     * @throws dev.tplus1.diff.scratch.ScratchException when the temporary folder cannot take it
     */
    void add(byte[] id, int from, int to) {
        int length = to - from;
        byte[] room = room(LENGTH + length);
        room[end] = (byte) (length >>> Byte.SIZE);
        room[end + 1] = (byte) length;
        System.arraycopy(id, from, room, end + LENGTH, length);
        end += LENGTH + length;
    }

    private byte[] room(int bytes) {
        if (bytes > BLOCK - end) {
            spill();
        }
        int needed = end + bytes;
        if (needed > block.length) {
            int doubled = Math.clamp(2L * block.length, FIRST_BLOCK, BLOCK);
            block = Arrays.copyOf(block, Math.max(needed, doubled));
        }
        return block;
    }

    private void spill() {
        Scratch.Spill to = file;
        if (to == null) {
            to = scratch.file();
            file = to;
        }
        to.append(block, end);
        spilled.add(end);
        end = 0;
    }

    /** Shows them in the order in which they were added; one may come again. */
    void each(Consumer<String> sink) {
        Scratch.Spill from = file;
        if (from != null) {
            byte[] read = new byte[BLOCK];
            long at = 0;
            for (int length : spilled) {
                from.read(at, read, 0, length);
                show(read, length, sink);
                at += length;
            }
        }
        show(block, end, sink);
    }

    private static void show(byte[] ids, int end, Consumer<String> sink) {
        for (int at = 0; at < end; ) {
            int length = (ids[at] & 0xff) << Byte.SIZE | (ids[at + 1] & 0xff);
            sink.accept(new String(ids, at + LENGTH, length, StandardCharsets.UTF_8));
            at += LENGTH + length;
        }
    }

    @Override
    public void close() {
        Scratch.Spill made = file;
        if (made != null) {
            made.close();
        }
    }
}
