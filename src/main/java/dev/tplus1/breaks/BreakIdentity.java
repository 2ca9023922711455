package dev.tplus1.breaks;

import dev.tplus1.entry.EntryKey;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What makes a break the same in every run and database: account, business date, kind and key, type
 * as first found, and the occurrence, the n-th of its kind in statement order (from 1).
 */
public record BreakIdentity(
        String account, LocalDate date, EntryKey key, BreakType type, int occurrence) {
    /** Crockford's base 32: no letter that reads as a digit. */
    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private static final int ID_LENGTH = 8;
    private static final int ID_BITS = 40;
    private static final int HEX_BITS = 4;

    /** Looking an algorithm up takes longer than using it. */
    private static final ThreadLocal<Hashing> HASHING = ThreadLocal.withInitial(Hashing::new);

    /** The SHA-256 of the identity, hex: what the database knows the break by. */
    public String hash() {
        return HexFormat.of().formatHex(hashing().hash);
    }

    /**
     * 8 letters and digits made from the hash's first 40 bits: for people. Two breaks of a large
     * database may share one, so it is looked up together with account and date where that happens.
     */
    public String id() {
        byte[] id = new byte[ID_LENGTH];
        hashing().id(id, 0);
        return new String(id, StandardCharsets.ISO_8859_1);
    }

    /** The {@link #id} that goes with a {@link #hash}. */
    public static String id(String hash) {
        byte[] id = new byte[ID_LENGTH];
        put(Long.parseUnsignedLong(hash, 0, ID_BITS / HEX_BITS, 1 << HEX_BITS), id, 0);
        return new String(id, StandardCharsets.ISO_8859_1);
    }

    private static void put(long bits, byte[] into, int at) {
        for (int i = 0; i < ID_LENGTH; i++) {
            int next = (int) (bits >>> (5 * (ID_LENGTH - 1 - i))) & 31;
            into[at + i] = (byte) ALPHABET.charAt(next);
        }
    }

    private Hashing hashing() {
        Hashing hashing = HASHING.get();
        hashing.begin();
        hashing.part(bytes(account));
        hashing.part(bytes(date.toString()));
        hashing.part(bytes(key.kind().name()));
        hashing.part(bytes(key.basis().name()));
        hashing.part(bytes(key.value()));
        hashing.part(bytes(type.name()));
        hashing.part(bytes(Integer.toString(occurrence)));
        hashing.end();
        return hashing;
    }

    private static byte[] bytes(String part) {
        return part.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Hashes identities, one after the other, without an object for each: it is begun, takes the
     * parts in UTF-8 in the order of the record, before each of which it puts its length, and is
     * ended. One thread.
     */
    public static final class Hashing {
        private static final int HASH = 32;

        private final MessageDigest sha = sha();
        private final byte[] hash = new byte[HASH];
        private byte[] all = new byte[256];
        private int filled;

        /** Forgets what there was. */
        public void begin() {
            filled = 0;
        }

        /** Takes the next part. */
        public void part(byte[] utf8) {
            part(utf8, 0, utf8.length, 0);
        }

        /**
         * Takes the next part.
         *
         * @param more what has been added to each byte of it
         */
        public void part(byte[] of, int from, int to, int more) {
            int length = to - from;
            if (length > all.length - filled - Integer.BYTES) {
                all = Arrays.copyOf(all, 2 * (filled + Integer.BYTES + length));
            }
            for (int i = 0; i < Integer.BYTES; i++) {
                all[filled++] = (byte) (length >>> (Byte.SIZE * (Integer.BYTES - 1 - i)));
            }
            for (int i = 0; i < length; i++) {
                all[filled + i] = (byte) (of[from + i] - more);
            }
            filled += length;
        }

        /** All parts are there. */
        public void end() {
            sha.update(all, 0, filled);
            try {
                sha.digest(hash, 0, HASH);
            } catch (DigestException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Writes the id of the identity that was ended last there; where it ends. */
        public int id(byte[] into, int at) {
            put(ByteBuffer.wrap(hash).getLong() >>> (Long.SIZE - ID_BITS), into, at);
            return at + ID_LENGTH;
        }
    }

    private static MessageDigest sha() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
