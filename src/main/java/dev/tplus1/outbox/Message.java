package dev.tplus1.outbox;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A message as a sink takes it.
 *
 * @param row its id in the table
 * @param key messages of one key are published in the order of their rows
 * @param payload as it was written; JSON, unless {@link #unfit} says otherwise
 * @param attempts how often it was tried so far
 */
public record Message(
        long row, String topic, String key, String payload, Instant createdAt, int attempts) {
    private static final int HASH_BYTES = 16;
    private static final JsonFactory JSON = new JsonFactory();

    /** The payload on one line: a line break in what is JSON only ever stands between its parts. */
    String line() {
        return payload.replace('\n', ' ').replace('\r', ' ');
    }

    /**
     * The same on every try, and another one for every message of every database: the row's number,
     * which alone would be given again in another database or after the table was emptied, and a
     * hash of what the message is. Nothing has to be stored for it.
     */
    String id() {
        MessageDigest digest = sha256();
        for (String part :
                new String[] {String.valueOf(row), topic, key, createdAt.toString(), payload}) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
        }
        return "ob_"
                + row
                + "_"
                + HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), HASH_BYTES));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Why no sink may have it: whoever reads it could not.
     *
     * @param most the longest payload
     */
    Optional<String> unfit(int most) {
        if (payload.length() > most) {
            return Optional.of("longer than " + most + " chars");
        }
        return json() ? Optional.empty() : Optional.of("not JSON");
    }

    private boolean json() {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), payload)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (JacksonException _) {
            return false;
        }
    }
}
