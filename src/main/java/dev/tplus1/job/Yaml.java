package dev.tplus1.job;

import java.util.List;
import java.util.Map;

/**
 * A YAML document as it was written: scalars keep their text ({@code 5000.00} stays that, {@code
 * off} is no boolean), so that each setting decides itself what its text means.
 */
sealed interface Yaml {
    /**
     * A scalar.
     *
     * @param text what it means
     * @param shown what messages may show of it: the text before the environment was put in
     */
    record Scalar(String text, String shown) implements Yaml {}

    /** A key without a value. */
    record Nothing() implements Yaml {}

    /** Keys in the order of the file. */
    record Mapping(Map<String, Yaml> values) implements Yaml {}

    /** Items in the order of the file. */
    record Sequence(List<Yaml> items) implements Yaml {}
}
