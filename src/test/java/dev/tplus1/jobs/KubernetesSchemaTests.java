package dev.tplus1.jobs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;

import io.kubernetes.client.openapi.models.V1CronJob;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.Map;

/**
 * The manifests against Kubernetes' own schema: its Java client has it in its model classes, which
 * are generated from it. They know each key, which are required, and which are texts.
 */
class KubernetesSchemaTests {
    private static final Map<String, Schema> SCHEMAS =
            Map.of(
                    "CronJob", V1CronJob::validateJsonElement,
                    "Job", V1Job::validateJsonElement,
                    "Namespace", V1Namespace::validateJsonElement,
                    "PersistentVolumeClaim", V1PersistentVolumeClaim::validateJsonElement);

    /** Throws where a manifest does not fit. */
    private interface Schema {
        void check(JsonElement manifest) throws IOException;
    }

    private static void check(JsonNode manifest) throws IOException {
        SCHEMAS.get(manifest.path("kind").asString())
                .check(JsonParser.parseString(manifest.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nightly.yaml",
                "alerts.yaml",
                "one-date.yaml",
                "namespace.yaml",
                "storage.yaml"
            })
    void fit(String name) throws IOException {
        check(Manifest.read(name));
    }

    private static ObjectNode at(JsonNode manifest, String pointer) {
        return (ObjectNode) manifest.at("/spec/jobTemplate/spec" + pointer);
    }

    @Test
    void noticesAKeyThatThereIsNot() {
        JsonNode manifest = Manifest.read("nightly.yaml");
        at(manifest, "/template/spec/containers/0/securityContext").put("readOnlyRootFS", true);

        assertThatThrownBy(() -> check(manifest)).hasMessageContaining("readOnlyRootFS");
    }

    @Test
    void noticesAKeyThatIsMissing() {
        JsonNode manifest = Manifest.read("nightly.yaml");
        at(manifest, "/podFailurePolicy/rules/0/onExitCodes").remove("operator");

        assertThatThrownBy(() -> check(manifest)).hasMessageContaining("operator");
    }

    @Test
    void noticesWhatIsNoText() {
        JsonNode manifest = Manifest.read("nightly.yaml");
        ((ObjectNode) manifest.path("spec")).putArray("timeZone");

        assertThatThrownBy(() -> check(manifest)).hasMessageContaining("timeZone");
    }
}
