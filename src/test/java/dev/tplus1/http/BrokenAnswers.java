package dev.tplus1.http;

import mockwebserver3.MockResponse;
import mockwebserver3.MockResponseBody;
import mockwebserver3.SocketEffect;

import okio.Buffer;
import okio.BufferedSink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What may become of any answer on its way, each by its name. */
public final class BrokenAnswers {
    public static final SocketEffect CLOSE = new SocketEffect.CloseSocket();

    private static final Set<String> EARLY = Set.of("no handshake", "reset request");
    private static final String CUT = "cut ";
    private static final String UNSEEN = "unseen ";

    private BrokenAnswers() {}

    /** Whether it comes before there is a whole request, so that no path is known. */
    public static boolean early(String name) {
        return EARLY.contains(name);
    }

    /**
     * Breaks an answer: {@code cut half} before the length that was announced, {@code unseen half}
     * without one, or otherwise; a number is a status.
     *
     * @param good its body, as it should have been
     */
    public static MockResponse.Builder of(String name, byte[] good) {
        if (name.startsWith(CUT)) {
            return cut(good, name.substring(CUT.length()), true);
        }
        if (name.startsWith(UNSEEN)) {
            return cut(good, name.substring(UNSEEN.length()), false);
        }
        return switch (name) {
            case "twice" -> sends(good, good);
            case "trailing" -> sends(good, new byte[] {0});
            case "page" -> sends("<!DOCTYPE html><html><body>Sign in</body></html>");
            case "redirect" -> redirect("https://example.com/login");
            case "private address" -> redirect("https://169.254.169.254/latest/meta-data");
            case "no handshake" -> new MockResponse.Builder().failHandshake();
            case "reset request" -> new MockResponse.Builder().onRequestStart(CLOSE);
            case "reset answer" -> sends(good).onResponseStart(CLOSE);
            case "reset body" -> sends(good).onResponseBody(CLOSE);
            case "trickle" -> sends(good).throttleBody(1, 100, TimeUnit.MILLISECONDS);
            case "endless" -> endless(good);
            default -> sends("no\nmore").code(Integer.parseInt(name));
        };
    }

    /** Some bytes, one behind the other. */
    public static MockResponse.Builder sends(byte[]... parts) {
        Buffer body = new Buffer();
        for (byte[] part : parts) {
            body.write(part);
        }
        return new MockResponse.Builder().body(body);
    }

    public static MockResponse.Builder sends(String text) {
        return sends(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Asks to be left alone. */
    public static MockResponse.Builder later(String retryAfter) {
        return sends("later").code(429).addHeader("Retry-After", retryAfter);
    }

    /**
     * A body that ends early.
     *
     * @param announced whether its whole length is announced
     */
    public static MockResponse.Builder cut(byte[] good, String where, boolean announced) {
        int length =
                switch (where) {
                    case "half" -> good.length / 2;
                    case "last 8" -> good.length - 8;
                    case "last" -> good.length - 1;
                    default -> Integer.parseInt(where);
                };
        MockResponse.Builder cut = sends(Arrays.copyOf(good, length)).onResponseEnd(CLOSE);
        return announced
                ? cut.setHeader("Content-Length", good.length)
                : cut.removeHeader("Content-Length").addHeader("Connection: close");
    }

    private static MockResponse.Builder redirect(String to) {
        return new MockResponse.Builder().code(301).addHeader("Location", to);
    }

    /** A good answer, and ten gibibytes of blanks, as many as are taken. */
    private static MockResponse.Builder endless(byte[] good) {
        byte[] blanks = new byte[Bomb.PIECE];
        Arrays.fill(blanks, (byte) ' ');
        return new MockResponse.Builder()
                .addHeader("Connection: close")
                .body(
                        new MockResponseBody() {
                            @Override
                            public long getContentLength() {
                                return -1;
                            }

                            @Override
                            public void writeTo(BufferedSink sink) throws IOException {
                                sink.write(good);
                                for (int i = 0; i < Bomb.PIECES; i++) {
                                    sink.write(blanks);
                                }
                            }
                        });
    }
}
