package dev.tplus1.report.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a page is made of, hashed part by part, in a comment that ends the page. What is made of the
 * same says the same; times of files do not tell, since they can be restored. One thread.
 */
final class MadeOf {
    private final MessageDigest sha256;

    MadeOf() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A part; where it ends counts, too. */
    MadeOf add(byte[] part) {
        sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
        sha256.update(part);
        return this;
    }

    MadeOf add(String part) {
        return add(part.getBytes(StandardCharsets.UTF_8));
    }

    /** Texts by their keys, in whatever order they come. */
    MadeOf add(Map<String, String> texts) {
        new TreeMap<>(texts).forEach((key, text) -> add(key).add(text));
        return this;
    }

    /** All of it, once. */
    String comment() {
        return "<!-- made of " + HexFormat.of().formatHex(sha256.digest()) + " -->\n";
    }

    /** Whether a page, which is no link, ends so. */
    static boolean ends(Path page, String comment) throws IOException {
        byte[] end = comment.getBytes(StandardCharsets.UTF_8);
        try (SeekableByteChannel file =
                Files.newByteChannel(
                        page, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            if (file.size() < end.length) {
                return false;
            }
            file.position(file.size() - end.length);
            ByteBuffer found = ByteBuffer.allocate(end.length);
            while (found.hasRemaining() && file.read(found) >= 0) {
                // a file hands out what it has, not all that was asked for
            }
            return !found.hasRemaining() && found.flip().equals(ByteBuffer.wrap(end));
        }
    }
}
