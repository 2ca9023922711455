package dev.tplus1.provider.wechatpay;

import dev.tplus1.http.Answer;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * What WeChat Pay answered.
 *
 * @param body missing where the answer is no JSON document
 * @param proven whether its signature was checked; a signature that is wrong never comes this far
 */
record Reply(Answer answer, JsonNode body, boolean proven) {
    private static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    static Reply of(Answer answer, boolean proven) {
        return new Reply(answer, json(answer.bytes()), proven);
    }

    /** One whole JSON document; missing where these bytes are none. */
    static JsonNode json(byte[] bytes) {
        try {
            return JSON.readTree(bytes);
        } catch (JacksonException _) {
            return MissingNode.getInstance();
        }
    }

    boolean ok() {
        return answer.ok();
    }

    int status() {
        return answer.status();
    }

    /** WeChat Pay's word for what is wrong; empty where it has none. */
    String code() {
        return text("code");
    }

    /** Empty where there is no such text. */
    String text(String name) {
        return body.path(name).stringValue("");
    }
}
