package dev.tplus1.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.ExitCode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

class KubernetesTests {
    private static final String NIGHTLY = "nightly.yaml";
    private static final String ONE_DATE = "one-date.yaml";
    private static final String ALERTS = "alerts.yaml";

    /** Where a CronJob has the spec of its Jobs. */
    private static final String JOB = "/spec/jobTemplate/spec";

    /** The longest that a run takes after SIGTERM, and how long a dead one's lease lasts. */
    private static final long STOPPING_SECONDS = 20;

    private static final long LEASE_SECONDS = 30;
    private static final Duration WAIT = Duration.ofHours(2);
    private static final int OTHERS = 07;

    private JsonNode nightly;

    @BeforeEach
    void readIt() {
        nightly = Manifest.read(NIGHTLY);
    }

    /** The spec of a Job, as each manifest has one. */
    static JsonNode job(String name) {
        JsonNode manifest = Manifest.read(name);
        return manifest.at(manifest.path("kind").asString().equals("CronJob") ? JOB : "/spec");
    }

    @Test
    void areAllThere() throws IOException {
        JsonNode kustomization = Manifest.read("kustomization.yaml");
        List<String> named = new ArrayList<>(Manifest.texts(kustomization.path("resources")));
        kustomization
                .path("configMapGenerator")
                .forEach(each -> named.addAll(Manifest.texts(each.path("files"))));
        named.addAll(List.of(ONE_DATE, "kustomization.yaml"));

        try (Stream<String> files =
                Files.list(Manifest.FOLDER).map(file -> file.getFileName().toString())) {
            assertThat(files).containsExactlyInAnyOrderElementsOf(named);
        }
        assertThat(kustomization.path("namespace").asString())
                .isEqualTo(Manifest.read("namespace.yaml").at("/metadata/name").asString());
    }

    @Test
    void areWhatKustomizeReads(@TempDir Path home) throws Exception {
        Map<String, String> environment =
                Map.of("HOME", home.toString(), "PATH", System.getenv("PATH"));
        String kubectl = ScriptsTests.found("kubectl").toString();

        Ended ended =
                Ended.run(
                        Path.of("."),
                        environment,
                        List.of(kubectl, "kustomize", Manifest.FOLDER.toString()));

        assertThat(ended.code()).as(ended.said()).isZero();
        List<JsonNode> made = Manifest.all(ended.said());
        assertThat(made)
                .extracting(each -> each.path("kind").asString())
                .containsExactlyInAnyOrder(
                        "Namespace", "ConfigMap", "PersistentVolumeClaim", "CronJob", "CronJob");
        assertThat(made)
                .filteredOn(each -> each.path("kind").asString().equals("CronJob"))
                .extracting(each -> Manifest.container(each.at(JOB)).path("image").asString())
                .containsExactly(image(), image());
        assertThat(made)
                .filteredOn(each -> each.path("kind").asString().equals("ConfigMap"))
                .extracting(each -> each.path("data").path("shop.yaml").asString())
                .containsExactly(Files.readString(Manifest.FOLDER.resolve("shop.yaml")));
    }

    /** The image, as the kustomization names it. */
    private static String image() {
        JsonNode image = Manifest.read("kustomization.yaml").at("/images/0");
        return image.path("newName").asString() + ":" + image.path("newTag").asString();
    }

    @Test
    void startNoSecondRunBesideTheFirst() {
        assertThat(nightly.at("/spec/concurrencyPolicy").asString()).isEqualTo("Forbid");
        assertThat(nightly.at("/spec/suspend").isMissingNode()).isTrue();
    }

    @Test
    void haveASecondTimeAfterTheFirstIsOver() {
        assertThat(ZoneId.of(nightly.at("/spec/timeZone").asString()))
                .isEqualTo(ZoneId.of("Asia/Shanghai"));
        String[] fields = nightly.at("/spec/schedule").asString().split(" ", -1);
        List<Integer> hours = Stream.of(fields[1].split(",", -1)).map(Integer::valueOf).toList();
        Duration gap = Duration.ofHours(hours.getLast() - hours.getFirst());
        Duration longest = Duration.ofSeconds(job(NIGHTLY).path("activeDeadlineSeconds").asLong());

        assertThat(fields).hasSize(5).endsWith("*", "*", "*");
        assertThat(hours).hasSize(2);
        assertThat(longest).isGreaterThan(WAIT.plusHours(1)).isLessThan(gap);
        // a controller looks every few seconds, and misses a deadline that is too near
        assertThat(Duration.ofSeconds(nightly.at("/spec/startingDeadlineSeconds").asLong()))
                .isBetween(Duration.ofMinutes(10), gap);
    }

    @ParameterizedTest
    @ValueSource(strings = {NIGHTLY, ONE_DATE})
    void tryAgainWhatMayBeBetterThen(String name) {
        JsonNode job = job(name);

        assertThat(EnumSet.allOf(ExitCode.class))
                .filteredOn(code -> Manifest.action(job, code.code(), false).equals("FailJob"))
                .containsExactlyInAnyOrder(
                        ExitCode.USAGE,
                        ExitCode.BREAKS,
                        ExitCode.NOT_READY,
                        ExitCode.REFUSED,
                        ExitCode.HELD);
        assertThat(Manifest.action(job, ExitCode.FAILED.code(), false)).isEqualTo("Count");
        assertThat(Manifest.action(job, ExitCode.RUNNING.code(), false)).isEqualTo("Count");
        assertThat(Manifest.action(job, ExitCode.STOPPED.code(), false)).isEqualTo("Count");
        assertThat(Manifest.action(job, 137, false)).isEqualTo("Count");
        assertThat(Manifest.action(job, ExitCode.STOPPED.code(), true)).isEqualTo("Ignore");
        assertThat(Manifest.action(job, ExitCode.HELD.code(), true)).isEqualTo("FailJob");
        assertThat(job.at("/podFailurePolicy/rules/0/onExitCodes/containerName"))
                .isEqualTo(Manifest.container(job).path("name"));
        // both are what a policy needs
        assertThat(job.at("/template/spec/restartPolicy").asString()).isEqualTo("Never");
        assertThat(job.path("podReplacementPolicy").asString()).isEqualTo("Failed");
    }

    @Test
    void outliveADeadRunsLeaseBetweenTheirTries() {
        int tries = job(NIGHTLY).path("backoffLimit").asInt();

        // 10 s, doubled each time
        assertThat(10L * ((1L << tries) - 1)).isGreaterThan(2 * LEASE_SECONDS);
        assertThat(tries).isLessThanOrEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {NIGHTLY, ONE_DATE, ALERTS})
    void giveARunTheTimeToStop(String name) {
        assertThat(job(name).at("/template/spec/terminationGracePeriodSeconds").asLong())
                .isGreaterThan(STOPPING_SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {NIGHTLY, ONE_DATE, ALERTS})
    void mayDoNothingButWhatARunNeeds(String name) throws IOException {
        JsonNode pod = job(name).at("/template/spec");
        JsonNode user = pod.path("securityContext");
        JsonNode container = Manifest.container(job(name));
        JsonNode rights = container.path("securityContext");

        assertThat(user.path("runAsNonRoot").asBoolean()).isTrue();
        assertThat(user.path("runAsUser").asInt() + ":" + user.path("runAsGroup").asInt())
                .isEqualTo(Dockerfile.read().only("USER"));
        assertThat(user.at("/seccompProfile/type").asString()).isEqualTo("RuntimeDefault");
        assertThat(rights.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(rights.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(Manifest.texts(rights.at("/capabilities/drop"))).containsExactly("ALL");
        assertThat(rights.at("/capabilities/add").isMissingNode()).isTrue();
        assertThat(rights.path("privileged").isMissingNode()).isTrue();
        assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
        assertThat(pod.path("hostNetwork").isMissingNode()).isTrue();
        assertThat(
                        Manifest.read("namespace.yaml")
                                .at("/metadata/labels")
                                .path("pod-security.kubernetes.io/enforce")
                                .asString())
                .isEqualTo("restricted");
    }

    @ParameterizedTest
    @ValueSource(strings = {NIGHTLY, ONE_DATE, ALERTS})
    void keepSecretsInFilesThatOthersCannotRead(String name) {
        JsonNode pod = job(name).at("/template/spec");
        JsonNode secret = Manifest.named(pod.path("volumes"), "secrets").path("secret");

        assertThat(secret.path("defaultMode").asInt()).isEqualTo(0440);
        assertThat(secret.path("defaultMode").asInt() & OTHERS).isZero();
        assertThat(pod.at("/securityContext/fsGroup"))
                .isEqualTo(pod.at("/securityContext/runAsGroup"));
        assertThat(Manifest.container(job(name)).at("/env"))
                .extracting(each -> each.path("name").asString())
                .containsExactly("TPLUS1_JAVA_OPTS");
    }

    @ParameterizedTest
    @ValueSource(strings = {NIGHTLY, ONE_DATE, ALERTS})
    void mountOnlyWhatThereIs(String name) throws IOException {
        JsonNode volumes = job(name).at("/template/spec/volumes");
        JsonNode kustomization = Manifest.read("kustomization.yaml");
        String comment = Files.readString(Manifest.FOLDER.resolve("kustomization.yaml"));

        assertThat(Manifest.texts(volumes, each -> each.path("name")))
                .containsExactlyElementsOf(
                        Manifest.texts(
                                Manifest.container(job(name)).path("volumeMounts"),
                                each -> each.path("name")));
        assertThat(Manifest.named(volumes, "job").at("/configMap/name"))
                .isEqualTo(kustomization.at("/configMapGenerator/0/name"));
        // else the names would get a suffix that a Job by itself does not know
        assertThat(kustomization.at("/generatorOptions/disableNameSuffixHash").asBoolean())
                .isTrue();
        assertThat(Manifest.named(volumes, "data").at("/persistentVolumeClaim/claimName"))
                .isEqualTo(Manifest.read("storage.yaml").at("/metadata/name"));
        assertThat(comment)
                .contains(
                        "create secret generic "
                                + Manifest.named(volumes, "secrets")
                                        .at("/secret/secretName")
                                        .asString()
                                + " ");
    }

    @Test
    void haveAJobFileWhosePathsAreMounts() throws IOException {
        JsonNode job = Manifest.read("shop.yaml").path("tplus1");
        JsonNode mounts = Manifest.container(job(NIGHTLY)).path("volumeMounts");

        assertThat(mount(mounts, "secrets")).isEqualTo(job.at("/secrets/directory").asString());
        assertThat(job.at("/reports/directory").asString()).startsWith(mount(mounts, "data") + "/");
        assertThat(Manifest.texts(Manifest.container(job(NIGHTLY)).path("args")))
                .contains("--job=" + mount(mounts, "job") + "/shop.yaml");
        // what the image works in lasts
        assertThat(mount(mounts, "data")).isEqualTo(Dockerfile.read().only("WORKDIR"));
        assertThat(mount(mounts, "temporary")).isEqualTo("/tmp");
    }

    private static String mount(JsonNode mounts, String name) {
        return Manifest.named(mounts, name).path("mountPath").asString();
    }

    @Test
    void nameEachSecretOfTheJobFile() throws IOException {
        String told = Files.readString(Manifest.FOLDER.resolve("kustomization.yaml"));
        Matcher used =
                Pattern.compile("\\$\\{([a-z.-]+)\\}|/run/secrets/tplus1/([a-z.-]+)")
                        .matcher(Files.readString(Manifest.FOLDER.resolve("shop.yaml")));

        List<String> names =
                used.results()
                        .map(each -> each.group(1) == null ? each.group(2) : each.group(1))
                        .toList();

        assertThat(names).hasSize(3).allMatch(each -> told.contains("--from-file=" + each));
    }

    @Test
    void haveBoundsForAllThatTheyTake() {
        JsonNode resources = Manifest.container(job(NIGHTLY)).path("resources");

        for (String what : List.of("cpu", "memory", "ephemeral-storage")) {
            assertThat(resources.at("/requests/" + what).asString()).as(what).isNotEmpty();
            assertThat(resources.at("/limits/" + what).asString()).as(what).isNotEmpty();
        }
        assertThat(resources.at("/limits/memory")).isEqualTo(resources.at("/requests/memory"));
        assertThat(
                        Manifest.named(job(NIGHTLY).at("/template/spec/volumes"), "temporary")
                                .at("/emptyDir/sizeLimit")
                                .asString())
                .isNotEmpty();
    }

    @Test
    void runOneDateAsTheNight() {
        ObjectNode night = (ObjectNode) job(NIGHTLY);
        ObjectNode one = (ObjectNode) job(ONE_DATE);
        List<String> args = Manifest.texts(Manifest.container(one).path("args"));

        assertThat(one.path("ttlSecondsAfterFinished").asInt()).isPositive();
        assertThat(args)
                .containsExactly("reconcile", "--job=/etc/tplus1/shop.yaml", "--date=2026-11-28");
        assertThat(Manifest.container(one).path("image").asString()).isEqualTo(image());
        assertThat(Manifest.container(night).path("image").asString()).isEqualTo("tplus1");

        one.remove("ttlSecondsAfterFinished");
        for (ObjectNode each : List.of(night, one)) {
            ((ObjectNode) Manifest.container(each)).remove(List.of("args", "image"));
        }
        assertThat(one).isEqualTo(night);
    }

    @Test
    void deliverEveryTenMinutesWhatARunCouldNotTell() {
        JsonNode alerts = Manifest.read(ALERTS);

        assertThat(alerts.at("/spec/schedule").asString()).isEqualTo("5-59/10 * * * *");
        assertThat(alerts.at("/spec/concurrencyPolicy").asString()).isEqualTo("Forbid");
        assertThat(job(ALERTS).path("activeDeadlineSeconds").asInt()).isLessThan(600);
        assertThat(Manifest.texts(Manifest.container(job(ALERTS)).path("args")))
                .containsExactly("alert", "send", "--job=/etc/tplus1/shop.yaml", "--fail-on-dead");
    }

    @Test
    void doNotFailWhereAnotherDelivers() {
        assertThat(Manifest.action(job(ALERTS), ExitCode.RUNNING.code(), false))
                .isEqualTo("Ignore");
        assertThat(Manifest.action(job(ALERTS), ExitCode.STOPPED.code(), true)).isEqualTo("Ignore");
        assertThat(Manifest.action(job(ALERTS), ExitCode.FAILED.code(), false)).isEqualTo("Count");
        assertThat(job(ALERTS).at("/podFailurePolicy/rules/0/onExitCodes/containerName"))
                .isEqualTo(Manifest.container(job(ALERTS)).path("name"));
        assertThat(job(ALERTS).at("/template/spec/restartPolicy").asString()).isEqualTo("Never");
        assertThat(job(ALERTS).path("podReplacementPolicy").asString()).isEqualTo("Failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {NIGHTLY, ONE_DATE, ALERTS})
    void preferTheNodeThatHasTheVolume(String name) {
        JsonNode pod = job(name).path("template");
        JsonNode beside =
                pod.at("/spec/affinity/podAffinity")
                        .at("/preferredDuringSchedulingIgnoredDuringExecution/0/podAffinityTerm");

        assertThat(Manifest.texts(Manifest.read("storage.yaml").at("/spec/accessModes")))
                .containsExactly("ReadWriteOnce");
        assertThat(beside.path("topologyKey").asString()).isEqualTo("kubernetes.io/hostname");
        assertThat(beside.at("/labelSelector/matchLabels").properties())
                .isNotEmpty()
                .isSubsetOf(pod.at("/metadata/labels").properties());
    }

    @Test
    void catchUpAndWaitForALateStatement() {
        assertThat(Manifest.texts(Manifest.container(job(NIGHTLY)).path("args")))
                .containsExactly(
                        "reconcile", "--job=/etc/tplus1/shop.yaml", "--catch-up=7", "--wait=2h");
    }
}
