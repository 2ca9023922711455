package dev.tplus1.breaks;

import dev.tplus1.entry.EntryKey;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
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

    /** Looking one up takes longer than using it. */
    private static final ThreadLocal<MessageDigest> SHA =
            ThreadLocal.withInitial(BreakIdentity::sha);

    /** The SHA-256 of the identity, hex: what the database knows the break by. */
    public String hash() {
        return HexFormat.of().formatHex(digest());
    }

    /**
     * 8 letters and digits made from the hash's first 40 bits: for people. Two breaks of a large
     * database may share one, so it is looked up together with account and date where that happens.
     */
    public String id() {
        long bits = ByteBuffer.wrap(digest()).getLong() >>> 24;
        byte[] id = new byte[ID_LENGTH];
        for (int i = 0; i < ID_LENGTH; i++) {
            id[i] = (byte) ALPHABET.charAt((int) (bits >>> (5 * (ID_LENGTH - 1 - i))) & 31);
        }
        return new String(id, StandardCharsets.ISO_8859_1);
    }

    private byte[] digest() {
        byte[][] parts = {
            bytes(account),
            bytes(date.toString()),
            bytes(key.kind().name()),
            bytes(key.basis().name()),
            bytes(key.value()),
            bytes(type.name()),
            bytes(Integer.toString(occurrence))
        };
        int length = 0;
        for (byte[] part : parts) {
            length += Integer.BYTES + part.length;
        }
        ByteBuffer all = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            all.putInt(part.length).put(part);
        }
        return SHA.get().digest(all.array());
    }

    private static byte[] bytes(String part) {
        return part.getBytes(StandardCharsets.UTF_8);
    }

    private static MessageDigest sha() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
