package dev.tplus1.alert;

import dev.tplus1.entry.Money;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;

/** A digest as JSON and back; money as a decimal text and a currency. */
final class DigestJson {
    private static final int MAX_DEPTH = 20;
    private static final String DEAD = "dead";

    private static final JsonMapper MAPPER =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(MAX_DEPTH)
                                                    .maxDocumentLength(Digest.MAX_JSON_BYTES)
                                                    .build())
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .addModule(
                            new SimpleModule()
                                    .addSerializer(Money.class, new Writing())
                                    .addDeserializer(Money.class, new Reading()))
                    .build();

    private DigestJson() {}

    static String write(Digest digest) {
        Digest written = digest;
        String json = MAPPER.writeValueAsString(written);
        while (json.getBytes(StandardCharsets.UTF_8).length > Digest.MAX_JSON_BYTES) {
            int left = written.accounts().size() - 1;
            if (left < 0) {
                throw new IllegalStateException("a digest without accounts is too long");
            }
            written = written.with(written.accounts().subList(0, left), written.moreAccounts() + 1);
            json = MAPPER.writeValueAsString(written);
        }
        return json;
    }

    static Digest read(String json) {
        try {
            if (MAPPER.readTree(json) instanceof ObjectNode digest) {
                fill(digest);
                return MAPPER.treeToValue(digest, Digest.class);
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException("no digest", e);
        }
        throw new IllegalArgumentException("no digest");
    }

    /** What an earlier version did not write: such a digest may still wait to be delivered. */
    private static void fill(ObjectNode digest) {
        for (JsonNode each : digest.path("failing")) {
            if (each instanceof ObjectNode failing && !failing.has(DEAD)) {
                failing.put(DEAD, 0);
            }
        }
    }

    private static final class Writing extends ValueSerializer<Money> {
        @Override
        public void serialize(Money money, JsonGenerator json, SerializationContext context) {
            json.writeStartObject();
            json.writeStringProperty("amount", money.decimal());
            json.writeStringProperty("currency", money.currency().getCurrencyCode());
            json.writeEndObject();
        }
    }

    private static final class Reading extends ValueDeserializer<Money> {
        @Override
        public Money deserialize(JsonParser json, DeserializationContext context) {
            JsonNode read = context.readTree(json);
            return Money.parse(
                    read.path("amount").asString(""),
                    Money.currency(read.path("currency").asString("")));
        }
    }
}
