package dev.tplus1.statement.input;

import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * A ZIP archive within {@link Limits}: few entries, none encrypted, none an archive itself, each
 * with the length and checksum that it says. Names inside serve for messages and nothing else. Not
 * thread-safe.
 */
public final class ZipInput implements AutoCloseable {
    /** Providers write names in GBK without saying so. */
    private static final Charset NAMES = Charset.forName("GB18030");

    private static final int BUFFER_BYTES = 1 << 16;

    /** The record at the end of an archive (APPNOTE.TXT, section 4.3.16), without its comment. */
    private static final int END_BYTES = 22;

    private static final int END_SIGNATURE = 0x06054b50;
    private static final int DIRECTORY_BYTES_AT = 12;
    private static final int DIRECTORY_AT = 16;
    private static final int COMMENT_AT = 20;
    private static final int MAX_COMMENT_BYTES = 0xffff;

    /** The record that may stand before it, and its locator (sections 4.3.14 and 4.3.15). */
    private static final int END64_BYTES = 56;

    private static final int END64_SIGNATURE = 0x06064b50;
    private static final int END64_LENGTH_AT = 4;
    private static final int END64_LENGTH_FROM = 12;
    private static final int DIRECTORY64_BYTES_AT = 40;
    private static final int DIRECTORY64_AT = 48;
    private static final int LOCATOR_BYTES = 20;
    private static final int LOCATOR_SIGNATURE = 0x07064b50;
    private static final int END64_AT = 8;

    private final Path file;
    private final ZipFile zip;
    private final List<ZipEntry> entries;

    private ZipInput(Path file, ZipFile zip, List<ZipEntry> entries) {
        this.file = file;
        this.zip = zip;
        this.entries = entries;
    }

    /** Whether the file begins as a ZIP archive does. */
    public static boolean isZip(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return starts(in.readNBytes(4));
        }
    }

    static boolean starts(byte[] head) {
        return head.length >= 4
                && head[0] == 'P'
                && head[1] == 'K'
                && (head[2] == 3 || head[2] == 5)
                && head[3] == head[2] + 1;
    }

    /**
     * Opens an archive; close it.
     *
     * @throws RefusedException when it is damaged, encrypted or has too many entries
     */
    public static ZipInput open(Path file) throws RefusedException, IOException {
        StatementInput.checkedSize(file);
        ZipFile zip = opened(file);
        try {
            return new ZipInput(file, zip, entries(file, zip));
        } catch (RefusedException e) {
            zip.close();
            throw e;
        }
    }

    private static ZipFile opened(Path file) throws RefusedException, IOException {
        try {
            // any byte is a character here, so no name can keep the archive from being opened
            return new ZipFile(file.toFile(), StandardCharsets.ISO_8859_1);
        } catch (ZipException e) {
            boolean encrypted = String.valueOf(e.getMessage()).contains("encrypted");
            throw refused(
                    file,
                    encrypted
                            ? "the ZIP is encrypted: give it unpacked, or without a password"
                            : "the ZIP is damaged or cut off (" + e.getMessage() + ")");
        } catch (EOFException _) {
            throw refused(file, "the ZIP is damaged or cut off");
        }
    }

    private static List<ZipEntry> entries(Path file, ZipFile zip) throws RefusedException {
        if (zip.size() > Limits.ARCHIVE_ENTRIES) {
            throw refused(
                    file,
                    "the ZIP has "
                            + zip.size()
                            + " entries, more than "
                            + Limits.ARCHIVE_ENTRIES
                            + ", the limit");
        }
        List<ZipEntry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ZipEntry entry : Collections.list(zip.entries())) {
            if (!names.add(entry.getName())) {
                throw refused(file, "the ZIP has two entries of one name");
            }
            if (!entry.isDirectory()) {
                entries.add(entry);
            }
        }
        return entries;
    }

    /** How many files it holds; they are numbered from 0. */
    public int size() {
        return entries.size();
    }

    /** What messages call an entry: the archive's name and the entry's. */
    public String name(int index) {
        String name = entries.get(index).getName();
        boolean bytes = name.chars().allMatch(c -> c <= 0xff);
        String text = bytes ? new String(name.getBytes(StandardCharsets.ISO_8859_1), NAMES) : name;
        return StatementInput.name(file) + " (" + Shown.quoted(text) + ")";
    }

    /** The lines of an entry; close them. */
    public LineReader lines(int index, Charset charset) throws RefusedException, IOException {
        ZipEntry entry = entries.get(index);
        String name = name(index);
        try {
            return StatementInput.lines(
                    new EntryInput(zip.getInputStream(entry), entry), name, charset);
        } catch (ZipException e) {
            throw new RefusedException(name, 0, "the ZIP is damaged (" + e.getMessage() + ")");
        } catch (EOFException _) {
            throw new RefusedException(name, 0, "the ZIP is damaged or cut off");
        }
    }

    /**
     * Unpacks all of it to nowhere: proves lengths and checksums, and that nothing stands around
     * it.
     *
     * @throws RefusedException when it is damaged, or unpacks to more than the limits
     */
    public void prove() throws RefusedException, IOException {
        checkEnd();
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int i = 0; i < entries.size(); i++) {
            ZipEntry entry = entries.get(i);
            try (InputStream in = new EntryInput(zip.getInputStream(entry), entry)) {
                while (in.read(buffer, 0, buffer.length) >= 0) {
                    // checked on its way
                }
            } catch (BadInputException e) {
                throw new RefusedException(name(i), 0, Shown.reason(e));
            } catch (ZipException | EOFException _) {
                throw new RefusedException(name(i), 0, "the ZIP is damaged or cut off");
            }
        }
    }

    /** The JDK's ZipFile takes bytes after the end, and an archive before this one, for nothing. */
    private void checkEnd() throws RefusedException, IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
            int length = (int) Math.min(bytes.length(), END_BYTES + MAX_COMMENT_BYTES);
            long start = bytes.length() - length;
            ByteBuffer tail = read(bytes, start, length);
            for (int at = length - END_BYTES; at >= 0; at--) {
                if (tail.getInt(at) == END_SIGNATURE
                        && at + END_BYTES + (tail.getShort(at + COMMENT_AT) & 0xffff) == length) {
                    long directory = Integer.toUnsignedLong(tail.getInt(at + DIRECTORY_AT));
                    long directoryBytes =
                            Integer.toUnsignedLong(tail.getInt(at + DIRECTORY_BYTES_AT));
                    if (directory + directoryBytes != start + at && !large(bytes, start + at)) {
                        throw refuse(
                                "bytes that are none of its own are in the ZIP: it is damaged");
                    }
                    return;
                }
            }
        }
        throw refuse("bytes follow the end of the ZIP: it is damaged");
    }

    /**
     * Whether a record of large offsets and its locator, and nothing else, stand before the end.
     */
    private static boolean large(RandomAccessFile bytes, long end) throws IOException {
        long locatorAt = end - LOCATOR_BYTES;
        if (locatorAt < END64_BYTES) {
            return false;
        }
        ByteBuffer locator = read(bytes, locatorAt, LOCATOR_BYTES);
        long at = locator.getLong(END64_AT);
        if (locator.getInt(0) != LOCATOR_SIGNATURE || at < 0 || at > locatorAt - END64_BYTES) {
            return false;
        }
        ByteBuffer end64 = read(bytes, at, END64_BYTES);
        return end64.getInt(0) == END64_SIGNATURE
                && at + END64_LENGTH_FROM + end64.getLong(END64_LENGTH_AT) == locatorAt
                && end64.getLong(DIRECTORY64_AT) + end64.getLong(DIRECTORY64_BYTES_AT) == at;
    }

    private static ByteBuffer read(RandomAccessFile bytes, long at, int length) throws IOException {
        byte[] read = new byte[length];
        bytes.seek(at);
        bytes.readFully(read);
        return ByteBuffer.wrap(read).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A refusal that names this archive. */
    public RefusedException refuse(String reason) {
        return refused(file, reason);
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }

    private static RefusedException refused(Path file, String reason) {
        return new RefusedException(StatementInput.name(file), 0, Shown.reason(reason));
    }

    /** The JDK's ZipFile checks neither checksum nor length of what it unpacks. */
    private static final class EntryInput extends InputStream {
        private final InputStream in;
        private final ZipEntry entry;
        private final CRC32 crc = new CRC32();
        private long count;

        EntryInput(InputStream in, ZipEntry entry) {
            this.in = in;
            this.entry = entry;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read;
            try {
                read = in.read(target, offset, length);
            } catch (ZipException | EOFException _) {
                // where a damaged entry ends or begins is what the JDK trips over
                throw new BadInputException("the ZIP is damaged or cut off");
            }
            if (read > 0) {
                crc.update(target, offset, read);
                count += read;
                // what it says of itself is enough: gigabytes are not unpacked to be counted
                BadInputException.checkInflated(
                        Math.max(count, entry.getSize()), entry.getCompressedSize());
                if (count > entry.getSize()) {
                    throw new BadInputException(
                            "it unpacks to more bytes than it says: the ZIP is damaged");
                }
            } else if (read < 0 && (crc.getValue() != entry.getCrc() || count != entry.getSize())) {
                throw new BadInputException("its checksum does not fit: the ZIP is damaged");
            }
            return read;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
