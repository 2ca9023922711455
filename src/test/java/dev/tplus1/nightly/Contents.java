package dev.tplus1.nightly;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a folder holds. */
final class Contents {
    private Contents() {}

    /** Every file below it, by its path, with a character for each of its bytes. */
    static Map<String, String> below(Path root) {
        if (!Files.exists(root)) {
            return Map.of();
        }
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .collect(
                            Collectors.toMap(
                                    file -> root.relativize(file).toString(), Contents::of));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The root and all below it, while others are still working there; nothing where it is not. */
    static List<Path> names(Path root) {
        if (!Files.exists(root)) {
            return List.of();
        }
        List<Path> names = new ArrayList<>(List.of(root));
        File[] below = root.toFile().listFiles(); // nothing of what is gone meanwhile
        if (below != null) {
            for (File each : below) {
                names.addAll(names(each.toPath()));
            }
        }
        return names;
    }

    private static String of(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
