package dev.tplus1.jobs;

import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads the Kubernetes manifests, and decides as Kubernetes does where that is more than a look.
 */
final class Manifest {
    static final Path FOLDER = Path.of("jobs/kubernetes");

    private static final YAMLMapper YAML =
            YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    private Manifest() {}

    static JsonNode read(String name) {
        return YAML.readTree(FOLDER.resolve(name).toFile());
    }

    /** The documents of a text, in their order. */
    static List<JsonNode> all(String text) {
        try (MappingIterator<JsonNode> documents =
                YAML.readerFor(JsonNode.class).readValues(text)) {
            return documents.readAll();
        }
    }

    /** What a pod runs. */
    static JsonNode container(JsonNode job) {
        JsonNode containers = job.at("/template/spec/containers");
        if (containers.size() != 1) {
            throw new IllegalStateException(containers.size() + " containers");
        }
        return containers.get(0);
    }

    /**
     * What becomes of a job whose pod has failed: the action of the first rule that fits
     * (kubernetes.io, "Jobs", "Pod failure policy").
     *
     * @param disrupted whether the pod was ended from outside, as when its node is drained
     */
    static String action(JsonNode job, int exitCode, boolean disrupted) {
        for (JsonNode rule : job.at("/podFailurePolicy/rules")) {
            JsonNode codes = rule.path("onExitCodes");
            boolean fits;
            if (codes.isObject()) {
                boolean in = texts(codes.path("values")).contains(String.valueOf(exitCode));
                fits = codes.path("operator").asString().equals("In") == in;
            } else {
                fits = disrupted && find(rule.path("onPodConditions"), "type", "DisruptionTarget");
            }
            if (fits) {
                return rule.path("action").asString();
            }
        }
        return "Count";
    }

    private static boolean find(JsonNode list, String key, String value) {
        return texts(list, each -> each.path(key)).contains(value);
    }

    static List<String> texts(JsonNode list) {
        return texts(list, Function.identity());
    }

    /** Of each element of a list, something, as text. */
    static List<String> texts(JsonNode list, Function<JsonNode, JsonNode> what) {
        List<String> texts = new ArrayList<>();
        for (JsonNode each : list) {
            texts.add(what.apply(each).asString());
        }
        return texts;
    }

    /** The element of a list of named things. */
    static JsonNode named(JsonNode list, String name) {
        for (JsonNode each : list) {
            if (each.path("name").asString().equals(name)) {
                return each;
            }
        }
        throw new IllegalStateException("nothing is named " + name);
    }
}
