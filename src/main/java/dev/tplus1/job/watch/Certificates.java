package dev.tplus1.job.watch;

import dev.tplus1.job.Block;
import dev.tplus1.job.TextFile;
import dev.tplus1.provider.api.Pem;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** What the blocks of this package share. */
final class Certificates {
    static final String CA_FILE = "ca-file";

    private Certificates() {}

    /** The certificates that a block wants trusted beside those of the platform. */
    static List<X509Certificate> of(Block block) {
        return block.has(CA_FILE)
                ? checked(
                        block,
                        CA_FILE,
                        () -> Pem.certificates(TextFile.open(TextFile.path(block.text(CA_FILE)))))
                : List.of();
    }

    /** What is wrong is said without the value, which may be a secret or hold one. */
    static <T> T checked(Block block, String key, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw block.complaint(
                    key, Objects.requireNonNullElse(e.getMessage(), "cannot be used"));
        }
    }
}
