package dev.tplus1.alert.channel;

import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Bodies of requests, and how long a text is in them. */
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static JsonNode read(String json) {
        return MAPPER.readTree(json);
    }

    /** The bytes of a text in a JSON body, without the quotes around it. */
    static int bytes(String text) {
        return JsonStringEncoder.getInstance().quoteAsUTF8(text).length;
    }
}
