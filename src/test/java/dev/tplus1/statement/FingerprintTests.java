package dev.tplus1.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

class FingerprintTests {
    private static final String ABC =
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void hashesTheBytesThatPassByHoweverTheyAreRead() throws Exception {
        Path file = file("a", "abc");
        Fingerprint.Taking taking = new Fingerprint.Taking();

        try (InputStream in = taking.of(Files.newInputStream(file))) {
            assertThat(in.read()).isEqualTo('a');
            assertThat(in.readAllBytes()).isEqualTo(new byte[] {'b', 'c'});
            assertThat(in.markSupported()).isFalse();
        }

        assertThat(taking.taken(List.of(file))).isEqualTo(new Fingerprint(ABC, 3));
        assertThat(Fingerprint.of(List.of(file))).isEqualTo(new Fingerprint(ABC, 3));
    }

    @Test
    void hashesSeveralFilesOneAfterAnother() throws Exception {
        Path first = file("1", "a");
        Path second = file("2", "bc");
        Fingerprint.Taking taking = new Fingerprint.Taking();

        taking.add(first);
        taking.of(Files.newInputStream(second)).readAllBytes();

        assertThat(taking.taken(List.of(first, second)).sha256()).isEqualTo(ABC);
        assertThat(Fingerprint.of(List.of(second, first)).sha256()).isEqualTo(ABC);
    }

    @Test
    void refusesAFileThatGrewOrShrankWhileItWasRead() throws Exception {
        Path file = file("a", "abc");
        for (String now : List.of("abcd", "ab")) {
            Fingerprint.Taking taking = new Fingerprint.Taking();
            Files.writeString(file, "abc");
            taking.add(file);

            Files.writeString(file, now, StandardOpenOption.TRUNCATE_EXISTING);

            assertThatThrownBy(() -> taking.taken(List.of(file)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("it changed while it was read: try again later");
        }
    }

    @Test
    void isOfWholeFilesOnly() throws Exception {
        Path file = file("a", "abc");
        Fingerprint.Taking taking = new Fingerprint.Taking();

        assertThat(taking.of(Files.newInputStream(file)).read()).isEqualTo('a');

        assertThatThrownBy(() -> taking.add(file)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> taking.taken(List.of(file))).isInstanceOf(RefusedException.class);
    }
}
