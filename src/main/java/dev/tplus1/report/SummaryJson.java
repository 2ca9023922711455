package dev.tplus1.report;

import dev.tplus1.entry.Money;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.report.words.Shown;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.deser.std.StdConvertingDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.StdConvertingSerializer;
import tools.jackson.databind.util.StdConverter;

import java.math.BigDecimal;
import java.util.Currency;

/** summary.json, both ways. Records become objects in the order of their components. */
final class SummaryJson {
    private static final int LONGEST_REASON = 200;
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                    .defaultPrettyPrinter(
                            new DefaultPrettyPrinter(
                                            Separators.createDefaultInstance()
                                                    .withObjectNameValueSpacing(
                                                            Separators.Spacing.AFTER))
                                    .withObjectIndenter(new DefaultIndenter("  ", "\n")))
                    .addModule(amounts())
                    .build();

    private SummaryJson() {}

    static String write(Summary summary) {
        ObjectNode root = JSON.createObjectNode().put("schema", Summary.SCHEMA);
        root.setAll((ObjectNode) JSON.<JsonNode>valueToTree(summary));
        return JSON.writeValueAsString(root) + "\n";
    }

    static Summary read(String json) {
        try {
            JsonNode root = JSON.readTree(json);
            String schema = root.path("schema").asString("");
            if (!schema.equals(Summary.SCHEMA)) {
                throw new IllegalArgumentException(
                        "summary.json: expected schema "
                                + Summary.SCHEMA
                                + ", found \""
                                + Shown.outside(schema)
                                + "\"");
            }
            return JSON.treeToValue(root, Summary.class);
        } catch (JacksonException e) {
            String reason = Shown.outside(e.getOriginalMessage());
            throw new IllegalArgumentException(
                    "summary.json cannot be read: "
                            + reason.substring(0, Math.min(reason.length(), LONGEST_REASON)),
                    e);
        }
    }

    private static SimpleModule amounts() {
        SimpleModule module = new SimpleModule("amounts");
        module.addSerializer(ProofRow.class, new StdConvertingSerializer(new ProofOut()));
        module.addDeserializer(ProofRow.class, new StdConvertingDeserializer<>(new ProofIn()));
        module.addSerializer(BigDecimal.class, new StdConvertingSerializer(new DecimalOut()));
        return module;
    }

    /** A proof row as it stands in the file. */
    record ProofText(
            String currency,
            String statement,
            String onlyInStatement,
            String onlyInLedger,
            String amountDifference,
            String crossCutoff,
            String ledger,
            String unexplained) {}

    private static final class DecimalOut extends StdConverter<BigDecimal, String> {
        @Override
        public String convert(BigDecimal value) {
            return value.toPlainString();
        }
    }

    private static final class ProofOut extends StdConverter<ProofRow, ProofText> {
        @Override
        public ProofText convert(ProofRow row) {
            return new ProofText(
                    row.currency().getCurrencyCode(),
                    row.money(row.statement()).decimal(),
                    row.money(row.onlyInStatement()).decimal(),
                    row.money(row.onlyInLedger()).decimal(),
                    row.money(row.amountDifference()).decimal(),
                    row.money(row.crossCutoff()).decimal(),
                    row.money(row.ledger()).decimal(),
                    row.money(row.unexplained()).decimal());
        }
    }

    private static final class ProofIn extends StdConverter<ProofText, ProofRow> {
        @Override
        public ProofRow convert(ProofText text) {
            Currency currency = Money.currency(text.currency());
            return new ProofRow(
                    currency,
                    Money.parse(text.statement(), currency).minor(),
                    Money.parse(text.onlyInStatement(), currency).minor(),
                    Money.parse(text.onlyInLedger(), currency).minor(),
                    Money.parse(text.amountDifference(), currency).minor(),
                    Money.parse(text.crossCutoff(), currency).minor(),
                    Money.parse(text.ledger(), currency).minor());
        }
    }
}
