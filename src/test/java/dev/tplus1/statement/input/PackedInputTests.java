package dev.tplus1.statement.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tplus1.http.Bomb;
import dev.tplus1.statement.Fingerprint;
import dev.tplus1.statement.RefusedException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

class PackedInputTests {
    private static final byte[] LINE = ("a".repeat(99) + "\n").getBytes(StandardCharsets.US_ASCII);

    private static final int END_BYTES = 22;

    @TempDir Path folder;

    private static void write(OutputStream out, int bytes) throws IOException {
        for (int written = 0; written < bytes; written += LINE.length) {
            out.write(LINE);
        }
    }

    private static byte[] gzip(int bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            write(out, bytes);
        }
        return packed.toByteArray();
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("packed"), bytes);
    }

    private byte[] zip(int entries, int bytes, byte[] start) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(packed)) {
            for (int i = 0; i < entries; i++) {
                zip.putNextEntry(new ZipEntry("entry-" + i));
                zip.write(start);
                write(zip, bytes);
                zip.closeEntry();
            }
        }
        return packed.toByteArray();
    }

    private long countLines(Path file) throws RefusedException, IOException {
        try (LineReader lines =
                StatementInput.lines(file, StandardCharsets.UTF_8, new Fingerprint.Taking())) {
            while (lines.next()) {
                assertThat(lines.text()).hasSize(99);
            }
            return lines.number();
        }
    }

    private long countZipLines(Path file) throws RefusedException, IOException {
        long count = 0;
        try (ZipInput zip = ZipInput.open(file)) {
            for (int i = 0; i < zip.size(); i++) {
                try (LineReader lines = zip.lines(i, StandardCharsets.UTF_8)) {
                    while (lines.next()) {
                        count++;
                    }
                }
            }
        }
        return count;
    }

    private interface Reading {
        long count() throws RefusedException, IOException;
    }

    private static String refusal(Reading reading) {
        RefusedException refused =
                catchThrowableOfType(
                        RefusedException.class, () -> assertThat(reading.count()).isNegative());
        assertThat(refused).isNotNull();
        return String.valueOf(refused.getMessage());
    }

    @Test
    void readsGzipAndZipThatAreSmallHoweverRegular() throws Exception {
        assertThat(countLines(file(gzip(1_000_000)))).isEqualTo(10_000);
        assertThat(countZipLines(file(zip(2, 1_000_000, new byte[0])))).isEqualTo(20_000);
    }

    @Test
    void refusesBombs() throws Exception {
        Path gzip = file(gzip(64 << 20));
        assertThat(refusal(() -> countLines(gzip))).contains("200 times its size");

        Path zip = file(zip(1, 64 << 20, new byte[0]));
        assertThat(refusal(() -> countZipLines(zip))).contains("200 times its size");
    }

    /** Of its ten gibibytes hardly any is unpacked: what it says of itself is enough. */
    @Test
    void refusesAZipForWhatItSaysOfItself() throws Exception {
        Path zip = file(Bomb.zip());

        assertThat(refusal(() -> proven(zip))).endsWith("more than 4294967296 bytes, the limit");
        assertThat(refusal(() -> countZipLines(zip)))
                .endsWith("more than 4294967296 bytes, the limit");
    }

    @Test
    void refusesAZipThatUnpacksToMoreThanItSays() throws Exception {
        Path zip = file(Bomb.zip(1000));

        assertThat(refusal(() -> proven(zip)))
                .endsWith("it unpacks to more bytes than it says: the ZIP is damaged");
    }

    @Test
    void refusesAnArchiveBeforeAnother() throws Exception {
        byte[] sound = zip(2, 300, new byte[0]);
        assertThat(proven(file(sound))).isEqualTo(2);
        ByteArrayOutputStream two = new ByteArrayOutputStream();
        two.writeBytes(sound);
        two.writeBytes(sound);
        Path zip = file(two.toByteArray());

        assertThat(refusal(() -> proven(zip)))
                .endsWith("bytes that are none of its own are in the ZIP: it is damaged");
    }

    /** As those write it who do not know how long it becomes: offsets that fit stand twice. */
    @Test
    void readsAZipWhoseEndStandsBehindARecordOfLargeOffsets() throws Exception {
        byte[] sound = zip(2, 300, new byte[0]);
        byte[] elsewhere = zip64(sound, 0);
        ByteBuffer end = ByteBuffer.wrap(elsewhere).order(ByteOrder.LITTLE_ENDIAN);
        end.putLong(elsewhere.length - END_BYTES + 12, -1);

        assertThat(proven(file(zip64(sound, 0)))).isEqualTo(2);
        assertThat(proven(file(elsewhere))).isEqualTo(2);
    }

    @Test
    void refusesAZipWithBytesBeforeARecordOfLargeOffsets() throws Exception {
        byte[] sound = zip(2, 300, new byte[0]);
        byte[] before = zip64(sound, 0);
        byte[] two = Arrays.copyOf(before, before.length * 2);
        System.arraycopy(before, 0, two, before.length, before.length);
        byte[] noRecord = before.clone();
        noRecord[noRecord.length - END_BYTES - 20 - 56] = 0;

        for (byte[] damaged : List.of(zip64(sound, 1), two, noRecord)) {
            Path zip = file(damaged);
            assertThat(refusal(() -> proven(zip))).contains("damaged");
        }
    }

    /** The archive with the ZIP64 records (APPNOTE.TXT, 4.3.14 and 4.3.15) before its end. */
    private static byte[] zip64(byte[] zip, int bytesBefore) {
        int end = zip.length - END_BYTES;
        int record = end + bytesBefore;
        ByteBuffer from = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer made =
                ByteBuffer.allocate(zip.length + bytesBefore + 76).order(ByteOrder.LITTLE_ENDIAN);
        made.put(zip, 0, end).position(record);
        made.putInt(0x06064b50).putLong(44).putShort((short) 45).putShort((short) 45).putLong(0);
        made.putLong(from.getShort(end + 8)).putLong(from.getShort(end + 10));
        made.putLong(from.getInt(end + 12)).putLong(from.getInt(end + 16));
        made.putInt(0x07064b50).putInt(0).putLong(record).putInt(1);
        return made.put(zip, end, END_BYTES).array();
    }

    private static long proven(Path file) throws RefusedException, IOException {
        try (ZipInput zip = ZipInput.open(file)) {
            zip.prove();
            return zip.size();
        }
    }

    @Test
    void refusesTooManyEntriesAndArchivesInArchives() throws Exception {
        Path many = file(zip(11, 100, new byte[0]));
        assertThat(refusal(() -> countZipLines(many))).contains("11 entries, more than 10");

        Path nested = file(zip(1, 100, new byte[] {'P', 'K', 3, 4}));
        assertThat(refusal(() -> countZipLines(nested))).contains("ZIP archive");

        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(twice)) {
            out.write(gzip(100));
        }
        Path packedTwice = file(twice.toByteArray());
        assertThat(refusal(() -> countLines(packedTwice))).contains("packed twice");
    }

    @Test
    void refusesAnEncryptedZip() throws Exception {
        byte[] bytes = zip(1, 100, new byte[0]);
        bytes[6] |= 1;
        for (int i = 0; i + 9 < bytes.length; i++) {
            if (bytes[i] == 'P' && bytes[i + 1] == 'K' && bytes[i + 2] == 1 && bytes[i + 3] == 2) {
                bytes[i + 8] |= 1;
            }
        }
        Path encrypted = file(bytes);

        assertThat(refusal(() -> countZipLines(encrypted))).contains("encrypted");
    }

    @Test
    void refusesDamagedGzip() throws Exception {
        byte[] bytes = gzip(10_000);
        bytes[bytes.length - 6] ^= 1;
        Path damaged = file(bytes);

        assertThat(refusal(() -> countLines(damaged))).contains("checksum");
    }

    @Test
    void refusesALineThatIsTooLong() throws Exception {
        Path file =
                file("x".repeat(Limits.LINE_BYTES + 100_000).getBytes(StandardCharsets.US_ASCII));

        assertThat(refusal(() -> countLines(file))).contains("line 1: the line has more than");
    }

    @Test
    void readsOrRefusesAZipOfWhichAnyByteIsDamaged() throws Exception {
        byte[] sound = zip(2, 300, new byte[0]);
        int refused = 0;

        for (int i = 0; i < sound.length; i++) {
            byte[] damaged = sound.clone();
            damaged[i] ^= 1;
            Path file = file(damaged);
            try {
                // what nobody needs may be damaged: a date, a name
                assertThat(countZipLines(file)).isEqualTo(6);
            } catch (RefusedException _) {
                refused++;
            }
        }

        assertThat(refused).isGreaterThan(sound.length / 3);
    }
}
