package dev.tplus1.provider.alipay;

import dev.tplus1.provider.api.RsaSha256;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.util.Arrays;

/**
 * What Alipay signs of an answer: the very bytes of the object under {@code <method>_response}, or
 * under {@code error_response}, as they came. They are cut out by where the object begins and ends,
 * and never written anew. (opendocs.alipay.com/common/02mse7, "自行实现验签".)
 */
final class SignedText {
    private static final String ERROR = "error_response";
    private static final String SIGN = "sign";

    private final byte[] text;
    private final String signature;

    private SignedText(byte[] text, String signature) {
        this.text = text;
        this.signature = signature;
    }

    /** What Alipay calls the answer to a method. */
    static String responseOf(String method) {
        return method.replace('.', '_') + "_response";
    }

    /**
     * Cuts it out of an answer.
     *
     * @throws IllegalArgumentException saying why the answer is none: cut off, no JSON, another
     *     method's
     */
    static SignedText of(byte[] body, String method) {
        String response = responseOf(method);
        byte[] text = null;
        String signature = "";
        try (JsonParser parser = Reply.JSON.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it is no JSON object");
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals(response) || name.equals(ERROR)) {
                    if (text != null || value != JsonToken.START_OBJECT) {
                        throw new IllegalArgumentException("it has not one object to read");
                    }
                    text = object(parser, body);
                } else if (name.equals(SIGN) && value == JsonToken.VALUE_STRING) {
                    signature = parser.getString();
                } else {
                    parser.skipChildren();
                }
            }
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("it goes on after its end");
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException("it is not whole JSON", e);
        }
        if (text == null) {
            throw new IllegalArgumentException("it has no " + response);
        }
        return new SignedText(text, signature);
    }

    /** The bytes of the object that the parser stands at the start of, and goes to the end of. */
    private static byte[] object(JsonParser parser, byte[] body) {
        long from = parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        long to = parser.currentLocation().getByteOffset();
        if (from < 0 || to > body.length || body[(int) from] != '{' || body[(int) to - 1] != '}') {
            throw new IllegalArgumentException("it is not UTF-8 text");
        }
        return Arrays.copyOfRange(body, (int) from, (int) to);
    }

    /** Whether it came with a signature, of whatever. */
    boolean signed() {
        return !signature.isEmpty();
    }

    /** The text, whoever wrote it. */
    byte[] unverified() {
        return text.clone();
    }

    /**
     * The text that the signature is of, and null where it is of something else. Alipay escapes the
     * slashes of some answers only after it signed them, so that {@code \/} may stand for {@code /}
     * (the SDK of Alipay verifies twice for that reason); what is given back then is the text that
     * was signed.
     */
    byte @Nullable [] verified(PublicKey key) {
        if (RsaSha256.verify(key, text, signature)) {
            return text.clone();
        }
        byte[] plain =
                new String(text, StandardCharsets.ISO_8859_1) // bytes one to one
                        .replace("\\/", "/")
                        .getBytes(StandardCharsets.ISO_8859_1);
        return RsaSha256.verify(key, plain, signature) ? plain : null;
    }
}
