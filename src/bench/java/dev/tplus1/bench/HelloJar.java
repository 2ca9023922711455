package dev.tplus1.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * Packs {@link Hello} as the program is packed: a jar beside the same libraries, and its archive.
 */
final class HelloJar {
    private final Setting setting;
    private final Path folder;
    private final Path jar;

    HelloJar(Setting setting) throws IOException {
        this.setting = setting;
        Path app = setting.home().resolve("target/app");
        this.folder = setting.folder("hello");
        this.jar = folder.resolve("hello.jar");
        FileWorks.emptied(folder);
        Files.createDirectories(folder);
        Files.createSymbolicLink(folder.resolve("lib"), app.resolve("lib"));
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, Hello.class.getName());
        try (JarFile program = new JarFile(app.resolve("tplus1.jar").toFile())) {
            main.put(
                    Attributes.Name.CLASS_PATH,
                    program.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH));
        }
        String name = Hello.class.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out, manifest);
                InputStream in = Hello.class.getResourceAsStream("/" + name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            packed.putNextEntry(new ZipEntry(name));
            in.transferTo(packed);
        }
    }

    /**
     * How it is started, once its class archive is made by a first start.
     *
     * @param url of a database that has the batch's tables
     */
    List<String> command(String url) throws IOException, InterruptedException {
        Path archive = folder.resolve("hello.jsa");
        if (!Files.exists(archive)) {
            Measured.run(
                    Measured.Command.of(
                            line("-XX:ArchiveClassesAtExit=" + archive, url),
                            folder.resolve("archive.log")));
        }
        return line("-XX:SharedArchiveFile=" + archive, url);
    }

    private List<String> line(String archive, String url) {
        List<String> line = new ArrayList<>();
        line.add(setting.java().toString());
        line.addAll(Setting.FLAGS);
        line.addAll(
                List.of(
                        "-Xshare:auto",
                        "-Xlog:disable",
                        archive,
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dstdout.encoding=UTF-8",
                        "-Dstderr.encoding=UTF-8",
                        "-jar",
                        jar.toString(),
                        url));
        return line;
    }
}
