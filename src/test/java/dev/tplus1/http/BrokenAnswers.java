package dev.tplus1.http;

import mockwebserver3.MockResponse;
import mockwebserver3.MockResponseBody;
import mockwebserver3.SocketEffect;

import okio.Buffer;
import okio.BufferedSink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What may become of any answer on its way, each by its name. */
public final class BrokenAnswers {
    public static final SocketEffect CLOSE = new SocketEffect.CloseSocket();

    /** Of a request: it is not read, and {@link FaultsFirst} resets its connection. */
    static final SocketEffect RESET = SocketEffect.Stall.INSTANCE;

    private static final Set<String> EARLY =
            Set.of("no handshake", "reset connection", "reset request");
    private static final String CUT = "cut ";
    private static final String UNSEEN = "unseen ";
    private static final String LATER = "429 ";

    private BrokenAnswers() {}

    /** Whether it comes before there is a whole request, so that no path is known. */
    public static boolean early(String name) {
        return EARLY.contains(name);
    }

    /** The same of what had only this body. */
    public static MockResponse.Builder of(String name, byte[] good) {
        return of(name, sends(good));
    }

    /**
     * Breaks an answer: {@code cut half} before the length that was announced, {@code unseen half}
     * without one, or otherwise; {@code 429 20} asks to be left alone for so long, another number
     * is a status.
     *
     * @param good as it should have been; what is kept of it keeps its headers
     */
    public static MockResponse.Builder of(String name, MockResponse.Builder good) {
        if (name.startsWith(CUT)) {
            return cut(good, name.substring(CUT.length()), true);
        }
        if (name.startsWith(UNSEEN)) {
            return cut(good, name.substring(UNSEEN.length()), false);
        }
        if (name.startsWith(LATER)) {
            return later(name.substring(LATER.length()));
        }
        return switch (name) {
            case "twice" -> good.body(joined(body(good), body(good)));
            case "trailing" -> good.body(joined(body(good), new byte[] {0}));
            case "page" -> sends("<!DOCTYPE html><html><body>Sign in</body></html>");
            case "bomb" -> good.body(joined(Bomb.gzip()));
            case "redirect" -> redirect("https://example.com/login");
            case "private address" -> redirect("https://169.254.169.254/latest/meta-data");
            case "no handshake" -> new MockResponse.Builder().failHandshake();
            case "reset connection" -> new MockResponse.Builder().onRequestStart(CLOSE);
            case "reset request" -> new MockResponse.Builder().onRequestStart(RESET);
            case "reset answer" -> good.onResponseStart(CLOSE);
            case "reset body" -> good.onResponseBody(CLOSE);
            case "trickle" -> good.throttleBody(1, 100, TimeUnit.MILLISECONDS);
            case "endless" -> endless(good);
            default -> sends("no\nmore").code(Integer.parseInt(name));
        };
    }

    /** Some bytes, one behind the other. */
    public static MockResponse.Builder sends(byte[]... parts) {
        return new MockResponse.Builder().body(joined(parts));
    }

    private static Buffer joined(byte[]... parts) {
        Buffer body = new Buffer();
        for (byte[] part : parts) {
            body.write(part);
        }
        return body;
    }

    /** What an answer holds. */
    public static byte[] body(MockResponse.Builder answer) {
        Buffer buffer = new Buffer();
        try {
            Objects.requireNonNull(answer.build().getBody()).writeTo(buffer);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return buffer.readByteArray();
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
        return cut(sends(good), where, announced);
    }

    private static MockResponse.Builder cut(
            MockResponse.Builder good, String where, boolean announced) {
        byte[] body = body(good);
        int length =
                switch (where) {
                    case "half" -> body.length / 2;
                    case "last 8" -> body.length - 8;
                    case "last" -> body.length - 1;
                    default -> Integer.parseInt(where);
                };
        MockResponse.Builder cut =
                good.body(joined(Arrays.copyOf(body, length))).onResponseEnd(CLOSE);
        return announced
                ? cut.setHeader("Content-Length", body.length)
                : cut.removeHeader("Content-Length").addHeader("Connection: close");
    }

    private static MockResponse.Builder redirect(String to) {
        return new MockResponse.Builder().code(301).addHeader("Location", to);
    }

    /** A good answer, and ten gibibytes of blanks, as many as are taken. */
    private static MockResponse.Builder endless(MockResponse.Builder good) {
        byte[] begin = body(good);
        byte[] blanks = new byte[Bomb.PIECE];
        Arrays.fill(blanks, (byte) ' ');
        return good.removeHeader("Content-Length")
                .addHeader("Connection: close")
                .body(
                        new MockResponseBody() {
                            @Override
                            public long getContentLength() {
                                return -1;
                            }

                            @Override
                            public void writeTo(BufferedSink sink) throws IOException {
                                sink.write(begin);
                                for (int i = 0; i < Bomb.PIECES; i++) {
                                    sink.write(blanks);
                                }
                            }
                        });
    }
}
