package dev.tplus1.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Ten gibibytes of zeros in some ten megabytes, of which every length and checksum is right. They
 * are never unpacked to be made: the same packed piece is there ten thousand times.
 */
public final class Bomb {
    static final int PIECE = 1 << 20;
    static final int PIECES = 10 << 10;
    private static final long BYTES = (long) PIECE * PIECES;
    private static final int CRC = 0xf41d912f;

    /** What a ZIP says of a length that is elsewhere (APPNOTE.TXT, section 4.4.9). */
    private static final int ELSEWHERE = 0xffffffff;

    private static final int LOCAL = 0x04034b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int END = 0x06054b50;
    private static final int VERSION = 45;
    private static final int STORED = 0;
    private static final int DEFLATED = 8;

    private Bomb() {}

    /** As one gzip member. */
    public static byte[] gzip() {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        bomb.writeBytes(new byte[] {0x1f, (byte) 0x8b, DEFLATED, 0, 0, 0, 0, 0, 0, 0});
        bomb.writeBytes(deflated());
        bomb.writeBytes(bytes(little(8).putInt(CRC).putInt((int) BYTES)));
        return bomb.toByteArray();
    }

    /** As one entry of a ZIP, beside a small one. */
    public static byte[] zip() {
        return zip(BYTES);
    }

    /** The same of a ZIP that says that it unpacks to less. */
    public static byte[] zip(long said) {
        byte[] small = "#".getBytes(StandardCharsets.UTF_8);
        CRC32 crc = new CRC32();
        crc.update(small);
        ByteArrayOutputStream zip = new ByteArrayOutputStream();
        byte[] central1 = entry(zip, "detail.csv", DEFLATED, deflated(), CRC, said);
        byte[] central2 =
                entry(zip, "summary.csv", STORED, small, (int) crc.getValue(), small.length);
        int at = zip.size();
        zip.writeBytes(central1);
        zip.writeBytes(central2);
        ByteBuffer end = little(22).putInt(END).putInt(0).putShort((short) 2).putShort((short) 2);
        zip.writeBytes(bytes(end.putInt(zip.size() - at).putInt(at).putShort((short) 0)));
        return zip.toByteArray();
    }

    /** Adds an entry; what the central directory says of it. */
    private static byte[] entry(
            ByteArrayOutputStream zip, String name, int method, byte[] packed, int crc, long said) {
        int at = zip.size();
        boolean large = said != (int) said;
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer local = little(30 + text.length + (large ? 20 : 0)).putInt(LOCAL);
        local.putShort((short) VERSION).putShort((short) 0).putShort((short) method).putInt(0);
        local.putInt(crc).putInt(large ? ELSEWHERE : packed.length);
        local.putInt(large ? ELSEWHERE : (int) said).putShort((short) text.length);
        local.putShort((short) (large ? 20 : 0)).put(text);
        if (large) {
            local.putShort((short) 1).putShort((short) 16).putLong(said).putLong(packed.length);
        }
        zip.writeBytes(bytes(local));
        zip.writeBytes(packed);
        ByteBuffer central = little(46 + text.length + (large ? 12 : 0)).putInt(CENTRAL);
        central.putShort((short) VERSION).putShort((short) VERSION).putShort((short) 0);
        central.putShort((short) method).putInt(0).putInt(crc).putInt(packed.length);
        central.putInt(large ? ELSEWHERE : (int) said).putShort((short) text.length);
        central.putShort((short) (large ? 12 : 0)).putShort((short) 0).putShort((short) 0);
        central.putShort((short) 0).putInt(0).putInt(at).put(text);
        if (large) {
            central.putShort((short) 1).putShort((short) 8).putLong(said);
        }
        return bytes(central);
    }

    private static byte[] deflated() {
        byte[] piece = new byte[PIECE];
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        deflater.setInput(new byte[PIECE]);
        int length = deflater.deflate(piece, 0, piece.length, Deflater.FULL_FLUSH);
        deflater.end();
        ByteBuffer all = little(length * PIECES + 2);
        for (int i = 0; i < PIECES; i++) {
            all.put(piece, 0, length);
        }
        return bytes(all.put((byte) 3).put((byte) 0)); // the last block, which is empty
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** All that was put. */
    private static byte[] bytes(ByteBuffer from) {
        byte[] bytes = new byte[from.position()];
        from.flip().get(bytes);
        return bytes;
    }
}
