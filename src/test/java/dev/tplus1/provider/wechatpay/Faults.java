package dev.tplus1.provider.wechatpay;

import dev.tplus1.http.BrokenAnswers;
import dev.tplus1.provider.wechatpay.WechatPayFake.Fault;

/** What may be answered in place of a good answer. */
final class Faults {
    private Faults() {}

    static Fault body(byte[] bytes) {
        return (_, _) -> BrokenAnswers.sends(bytes).build();
    }

    static Fault status(int status, String text) {
        return (_, _) -> BrokenAnswers.sends(text).code(status).build();
    }

    /** A body that ends early, with its whole length announced or without. */
    static Fault cut(String where, boolean announced) {
        return (_, good) -> BrokenAnswers.cut(good, where, announced).build();
    }

    /** Any of {@link BrokenAnswers}. */
    static Fault broken(String name) {
        return (_, good) -> BrokenAnswers.of(name, good).build();
    }

    /** The same of an answer that WeChat Pay signs, or says no to who asks. */
    static Fault ofSigned(String name) {
        return switch (name) {
            case "401" -> (of, _) -> of.error(401, "SIGN_ERROR", "签名错误");
            case "403" -> (of, _) -> of.error(403, "NO_AUTH", "商户无权限");
            default -> (of, good) -> BrokenAnswers.of(name, of.signed(200, good, true)).build();
        };
    }
}
