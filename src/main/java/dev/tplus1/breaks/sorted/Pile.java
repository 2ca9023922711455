package dev.tplus1.breaks.sorted;

import dev.tplus1.breaks.Break;
import dev.tplus1.diff.scratch.Scratch;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The breaks that one thread adds, packed: a part is sorted in memory, and goes to a temporary file
 * when it is full. Once all are added other threads may go through them, each by its own cursors.
 */
final class Pile implements Consumer<Break>, AutoCloseable {
    /** Bytes of each part that are in memory while all are merged. */
    private static final int WINDOW = 64 << 10;

    private static final int FIRST = 4 << 10;

    /** So few are sorted by insertion. */
    private static final int FEW = 12;

    /** Of what orders breaks, so many bytes are compared as one number beside a break's place. */
    private static final int STEP = 5;

    private static final int PLACE_BITS = 23;

    private final Scratch scratch;
    private final int part;
    private final List<Part> parts = new ArrayList<>();
    private Scratch.@Nullable Spill file;
    private @Nullable PackedBreak packed;
    private byte[] bytes = new byte[FIRST];
    private int end;
    private int[] starts = new int[FIRST / 64];
    private int count;
    private boolean sorted;

    /** Sorted breaks in the file. */
    record Part(long from, long to) {}

    /**
     * @param part bytes of breaks that are sorted at once
     */
    Pile(Scratch scratch, int part) {
        this.scratch = scratch;
        this.part = part;
    }

    @Override
    public void accept(Break each) {
        if (sorted) {
            throw new IllegalStateException("they are being looked through already");
        }
        PackedBreak packing = packed;
        if (packing == null) {
            packing = new PackedBreak(each.identity().account(), each.identity().date());
            packed = packing;
        }
        int bound = PackedBreak.bound(each);
        if (bound > part - end) {
            spill();
        }
        if (bound > bytes.length - end) {
            bytes =
                    Arrays.copyOf(
                            bytes, Math.max(end + bound, (int) Math.min(part, 2L * bytes.length)));
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
        }
        starts[count++] = end;
        end = packing.write(each, bytes, end);
    }

    /** Goes through what has been added: one for each part that there is. */
    List<Cursor> cursors() {
        List<Cursor> cursors = new ArrayList<>();
        for (Part each : parts) {
            cursors.add(new Cursor(each));
        }
        if (count > 0) {
            if (!sorted) {
                sort(0, count, 0);
                sorted = true;
            }
            cursors.add(new Cursor(null));
        }
        return cursors;
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }

    /** Sorts what is in memory and writes it behind the earlier parts. */
    private void spill() {
        if (count == 0) {
            return;
        }
        Scratch.Spill to = file;
        if (to == null) {
            to = scratch.file();
            file = to;
        }
        sort(0, count, 0);
        byte[] block = new byte[WINDOW];
        int filled = 0;
        long from = -1;
        for (int i = 0; i < count; i++) {
            int length = PackedBreak.length(bytes, starts[i]);
            if (length > block.length - filled) {
                from = appended(to, block, filled, from);
                filled = 0;
                block = length > block.length ? new byte[length] : block;
            }
            System.arraycopy(bytes, starts[i], block, filled, length);
            filled += length;
        }
        from = appended(to, block, filled, from);
        parts.add(new Part(from, from + end));
        end = 0;
        count = 0;
    }

    private static long appended(Scratch.Spill to, byte[] block, int length, long from) {
        long at = to.append(block, length);
        return from < 0 ? at : from;
    }

    // --- sorting in memory ---

    /**
     * Sorts some places by what orders their breaks, of which so many bytes are known to be equal:
     * the next few bytes as one number, and where those are equal too, again.
     */
    private void sort(int low, int high, int equal) {
        if (high - low <= FEW) {
            insert(low, high);
            return;
        }
        int depth = common(low, high, equal);
        if (depth >= PackedBreak.to(bytes, starts[low]) - PackedBreak.from(starts[low])) {
            sortById(low, high);
            return;
        }
        int[] places = Arrays.copyOfRange(starts, low, high);
        long[] numbers = new long[places.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number(places[i], depth) << PLACE_BITS | i;
        }
        Arrays.sort(numbers);
        for (int i = 0; i < numbers.length; i++) {
            starts[low + i] = places[(int) numbers[i] & (1 << PLACE_BITS) - 1];
        }
        for (int from = 0; from < numbers.length; ) {
            int to = from + 1;
            while (to < numbers.length
                    && numbers[to] >>> PLACE_BITS == numbers[from] >>> PLACE_BITS) {
                to++;
            }
            if (to - from > 1) {
                sort(low + from, low + to, depth + STEP);
            }
            from = to;
        }
    }

    /** How many first bytes are the same in all. */
    private int common(int low, int high, int equal) {
        int from = PackedBreak.from(starts[low]);
        int common = PackedBreak.to(bytes, starts[low]) - from;
        for (int i = low + 1; i < high && common > equal; i++) {
            int other = PackedBreak.from(starts[i]);
            int to = Math.min(other + common, PackedBreak.to(bytes, starts[i]));
            int differ =
                    Arrays.mismatch(bytes, from + equal, from + common, bytes, other + equal, to);
            common = differ < 0 ? common : equal + differ;
        }
        return common;
    }

    private long number(int place, int depth) {
        int from = PackedBreak.from(place) + depth;
        int to = PackedBreak.to(bytes, place);
        long number = 0;
        for (int i = from; i < from + STEP; i++) {
            number = number << Byte.SIZE | (i < to ? bytes[i] & 0xff : 0);
        }
        return number;
    }

    private void insert(int low, int high) {
        for (int i = low + 1; i < high; i++) {
            int place = starts[i];
            int to = i;
            for (; to > low && compare(bytes, place, this, bytes, starts[to - 1]) < 0; to--) {
                starts[to] = starts[to - 1];
            }
            starts[to] = place;
        }
    }

    private void sortById(int low, int high) {
        int[] byId =
                Arrays.stream(starts, low, high)
                        .boxed()
                        .sorted((a, b) -> compare(bytes, a, this, bytes, b))
                        .mapToInt(Integer::intValue)
                        .toArray();
        System.arraycopy(byId, 0, starts, low, byId.length);
    }

    private int compare(byte[] a, int atA, Pile other, byte[] b, int atB) {
        int order =
                Arrays.compareUnsigned(
                        a,
                        PackedBreak.from(atA),
                        PackedBreak.to(a, atA),
                        b,
                        PackedBreak.from(atB),
                        PackedBreak.to(b, atB));
        return order != 0 ? order : id(a, atA).compareTo(other.id(b, atB));
    }

    private String id(byte[] of, int place) {
        BreakRow row = new BreakRow();
        row.show(Objects.requireNonNull(packed), of, place);
        return row.unpacked().id();
    }

    /** Goes through one part: what is in memory, or one of those in the file. */
    final class Cursor implements Comparable<Cursor> {
        private final long to;
        private final boolean inMemory;
        private byte[] rows;
        private long read;
        private int filled;
        private int at;
        private int which;

        Cursor(@Nullable Part part) {
            inMemory = part == null;
            rows = part == null ? bytes : new byte[WINDOW];
            read = part == null ? 0 : part.from;
            to = part == null ? 0 : part.to;
            if (inMemory) {
                at = starts[0];
            } else {
                fill(0);
            }
        }

        /** Goes on to the next one, if there is one. */
        boolean next() {
            if (inMemory) {
                if (++which == count) {
                    return false;
                }
                at = starts[which];
                return true;
            }
            at += PackedBreak.length(rows, at);
            int left = filled - at;
            if (left < Integer.BYTES || left < PackedBreak.length(rows, at)) {
                fill(left);
            }
            return filled > 0;
        }

        /** Moves what is left to the front, and reads on behind it, one whole break at least. */
        private void fill(int left) {
            if (left >= Integer.BYTES && PackedBreak.length(rows, at) > rows.length) {
                byte[] wider = new byte[PackedBreak.length(rows, at)];
                System.arraycopy(rows, at, wider, 0, left);
                rows = wider;
            } else {
                System.arraycopy(rows, at, rows, 0, left);
            }
            at = 0;
            int more = (int) Math.min(rows.length - left, to - read);
            Objects.requireNonNull(file).read(read, rows, left, more);
            read += more;
            filled = left + more;
            if (filled > 0 && PackedBreak.length(rows, 0) > filled) {
                fill(filled);
            }
        }

        void show(BreakRow row) {
            row.show(Objects.requireNonNull(packed), rows, at);
        }

        private Pile pile() {
            return Pile.this;
        }

        @Override
        public int compareTo(Cursor other) {
            return compare(rows, at, other.pile(), other.rows, other.at);
        }
    }
}
