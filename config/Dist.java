import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lists the libraries' licences in target/THIRD-PARTY.txt, and packs target/tplus1-VERSION.tar.gz. Built again of the
 * same sources both are the same, byte for byte, but for the AOT caches in the archive: sorted, one time, owner 0.
 */
public class Dist {
    private static final int BLOCK = 512;
    private static final int NAME = 100;
    private static final String LAUNCHER = "jobs/tplus1";
    private static final String AGAIN = "write it anew: mvn org.cyclonedx:cyclonedx-maven-plugin:makeBom";

    /** What is packed of jobs/, by name: whatever else lies there, a job file with its secrets say, is nobody's business. */
    private static final List<String> JOBS =
            List.of(
                    "container/Dockerfile",
                    "container/Dockerfile.dockerignore",
                    "cron/crontab",
                    "job.schema.json",
                    "kubernetes/alerts.yaml",
                    "kubernetes/kustomization.yaml",
                    "kubernetes/namespace.yaml",
                    "kubernetes/nightly.yaml",
                    "kubernetes/one-date.yaml",
                    "kubernetes/shop.yaml",
                    "kubernetes/storage.yaml",
                    "monitoring/tplus1.dashboard.json",
                    "monitoring/tplus1.rules.test.yaml",
                    "monitoring/tplus1.rules.yaml",
                    "own-books.yaml",
                    "shop.yaml",
                    "systemd/tplus1-alerts@.service",
                    "systemd/tplus1-alerts@.timer",
                    "systemd/tplus1-failed@.service",
                    "systemd/tplus1@.service",
                    "systemd/tplus1@.timer",
                    "tplus1");

    private final Path project;
    private final String version;
    private final Instant time;

    private Dist(Path project, String version, Instant time) {
        this.project = project;
        this.version = version;
        this.time = time;
    }

    public static void main(String[] args) throws IOException {
        new Dist(Path.of(args[0]), args[1], Instant.parse(args[2])).make();
    }

    private void make() throws IOException {
        Path target = project.resolve("target");
        Path sbom = project.resolve("src/main/resources/META-INF/sbom/application.cdx.json");
        Path thirdParty = target.resolve("THIRD-PARTY.txt");
        // what an earlier build left beside them is none of this one's
        List<String> libraries = libraries(target.resolve("app/tplus1.jar"));
        Files.writeString(thirdParty, thirdParty(sbom, target.resolve("app/lib"), libraries));

        SortedMap<String, Path> files = new TreeMap<>();
        for (String name : List.of("tplus1.jar", "tplus1.aot", "help.aot")) {
            files.put("app/" + name, target.resolve("app").resolve(name));
        }
        for (String jar : libraries) {
            files.put("app/lib/" + jar, target.resolve("app/lib").resolve(jar));
        }
        for (String name : JOBS) {
            files.put("jobs/" + name, project.resolve("jobs").resolve(name));
        }
        for (String name : List.of("README.md", "CHANGELOG.md", "LICENSE")) {
            files.put(name, project.resolve(name));
        }
        files.put("THIRD-PARTY.txt", thirdParty);
        files.put("sbom.cdx.json", sbom);
        pack(files, target.resolve("tplus1-" + version + ".tar.gz"));
    }

    /** The names of the files in app/lib that the program's class path has. */
    private static List<String> libraries(Path program) throws IOException {
        try (JarFile jar = new JarFile(program.toFile())) {
            String path = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return Arrays.stream(path.split(" ")).map(each -> each.replaceFirst("^lib/", "")).toList();
        }
    }

    private String thirdParty(Path sbom, Path lib, List<String> libraries) throws IOException {
        JsonNode components = JsonMapper.shared().readTree(Files.readString(sbom)).path("components");
        SortedMap<String, JsonNode> known = new TreeMap<>();
        for (JsonNode each : components) {
            known.put(each.path("name").asString() + "-" + each.path("version").asString() + ".jar", each);
        }
        SortedMap<String, String> lines = new TreeMap<>();
        for (String jar : libraries) {
            JsonNode component = known.get(jar);
            if (component != null) {
                if (!hashes(component).contains(sha256(lib.resolve(jar)))) {
                    throw new IllegalStateException("app/lib/" + jar + ": not the file that the SBOM has; " + AGAIN);
                }
                String id = component.path("group").asString() + ":" + component.path("name").asString();
                lines.put(id, id + " " + component.path("version").asString() + "\n" + licences(component));
            } else if (jar.startsWith("spring-boot-jarmode-tools-")) {
                // Boot's plugin puts it in beside the dependencies
                String id = "org.springframework.boot:spring-boot-jarmode-tools";
                lines.put(id, id + jar.replaceFirst(".*-(.*)\\.jar", " $1") + "\n    Apache-2.0\n");
            } else {
                throw new IllegalStateException("app/lib/" + jar + ": the SBOM does not have it; " + AGAIN);
            }
        }
        return "tplus1 " + version + " is under the Apache License 2.0 (LICENSE). It runs with these libraries, each as its\n"
                + "makers published it, in a file of its own in app/lib. Of several licences any one may be chosen.\n"
                + "Texts, notices and sources are in each library's files on Maven Central.\n\n"
                + String.join("", lines.values());
    }

    private static List<String> hashes(JsonNode component) {
        return component.path("hashes").valueStream().map(each -> each.path("content").asString()).toList();
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String licences(JsonNode component) {
        StringBuilder licences = new StringBuilder();
        for (JsonNode each : component.path("licenses")) {
            JsonNode licence = each.path("license");
            String name = licence.path("id").asString(licence.path("name").asString(each.path("expression").asString("")));
            String url = licence.path("url").asString("");
            licences.append("    ").append(name).append(url.isEmpty() ? "" : "  " + url).append('\n');
        }
        return licences.toString();
    }

    private void pack(SortedMap<String, Path> files, Path archive) throws IOException {
        try (OutputStream out = new Quick(Files.newOutputStream(archive))) {
            String top = "tplus1-" + version + "/";
            String folder = "";
            header(out, top, 0, true, true);
            for (var each : files.entrySet()) {
                String name = each.getKey();
                for (int end = name.indexOf('/'); end > 0; end = name.indexOf('/', end + 1)) {
                    if (!folder.startsWith(name.substring(0, end + 1))) {
                        folder = name.substring(0, end + 1);
                        header(out, top + folder, 0, true, true);
                    }
                }
                Path file = each.getValue();
                long size = Files.size(file);
                header(out, top + name, size, name.equals(LAUNCHER), false);
                Files.copy(file, out);
                out.write(new byte[(int) (-size & (BLOCK - 1))]);
            }
            out.write(new byte[2 * BLOCK]);
        }
    }

    /** The header of POSIX.1-1988, which every tar reads. */
    private void header(OutputStream out, String name, long size, boolean executable, boolean folder) throws IOException {
        byte[] header = new byte[BLOCK];
        if (name.getBytes(StandardCharsets.UTF_8).length > NAME) {
            throw new IllegalStateException(name + ": longer than a tar header's name");
        }
        put(header, 0, name);
        put(header, 100, executable ? "0000755" : "0000644");
        put(header, 108, "0000000");
        put(header, 116, "0000000");
        put(header, 124, String.format(Locale.ROOT, "%011o", size));
        put(header, 136, String.format(Locale.ROOT, "%011o", time.getEpochSecond()));
        put(header, 148, "        ");
        put(header, 156, folder ? "5" : "0");
        put(header, 257, "ustar\00000");
        put(header, 265, "root");
        put(header, 297, "root");
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        put(header, 148, String.format(Locale.ROOT, "%06o\0 ", sum));
        out.write(header);
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    /** Half of it are jars, which are packed already. */
    private static final class Quick extends GZIPOutputStream {
        Quick(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
