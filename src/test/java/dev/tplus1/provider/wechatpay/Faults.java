package dev.tplus1.provider.wechatpay;

import dev.tplus1.provider.wechatpay.WechatPayFake.Fault;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

import okio.Buffer;

import java.util.Arrays;

/** What may be answered in place of a good answer. */
final class Faults {
    static final SocketEffect CLOSE = new SocketEffect.CloseSocket();

    private Faults() {}

    static Fault body(byte[] bytes) {
        return (_, _) -> new MockResponse.Builder().body(new Buffer().write(bytes)).build();
    }

    static Fault status(int status, String text) {
        return (_, _) -> new MockResponse.Builder().code(status).body(text).build();
    }

    /**
     * A body that ends early.
     *
     * @param announced whether its whole length is announced
     */
    static Fault cut(String where, boolean announced) {
        return (_, good) -> {
            int length =
                    switch (where) {
                        case "half" -> good.length / 2;
                        case "last 8" -> good.length - 8;
                        case "last" -> good.length - 1;
                        default -> Integer.parseInt(where);
                    };
            MockResponse.Builder cut =
                    new MockResponse.Builder()
                            .body(new Buffer().write(Arrays.copyOf(good, length)))
                            .onResponseEnd(CLOSE);
            return announced
                    ? cut.setHeader("Content-Length", good.length).build()
                    : cut.removeHeader("Content-Length").addHeader("Connection: close").build();
        };
    }
}
