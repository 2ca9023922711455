package dev.tplus1.http;

/**
 * A text that is shown to nobody: a key or a token. Immutable; equal by its text, shown as stars.
 *
 * @param reveal the text itself, for the one who must send or sign with it
 */
public record Secret(String reveal) {
    public static final String STARS = "***";

    public Secret {
        if (reveal.isBlank()) {
            throw new IllegalArgumentException("a secret is not blank");
        }
    }

    @Override
    public String toString() {
        return STARS;
    }
}
