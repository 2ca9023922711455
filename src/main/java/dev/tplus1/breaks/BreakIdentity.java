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
        StringBuilder id = new StringBuilder(ID_LENGTH);
        for (int i = ID_LENGTH - 1; i >= 0; i--) {
            id.append(ALPHABET.charAt((int) (bits >>> (5 * i)) & 31));
        }
        return id.toString();
    }

    private byte[] digest() {
        MessageDigest sha;
        try {
            sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        for (String part :
                new String[] {
                    account,
                    date.toString(),
                    key.kind().name(),
                    key.basis().name(),
                    key.value(),
                    type.name(),
                    Integer.toString(occurrence)
                }) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            sha.update(bytes);
        }
        return sha.digest();
    }
}
