package dev.tplus1.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.diff.scratch.ScratchException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class ReturnedIdsTests {
    private static final int LONGEST = 512;

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1_000, 20_000})
    void showsWhatWasAddedInItsOrder(int count) {
        List<String> all = new ArrayList<>();
        List<String> shown = new ArrayList<>();
        try (Scratch scratch = Scratch.open(folder, "test", Scratch.LIMIT);
                ReturnedIds ids = new ReturnedIds(scratch)) {
            for (int i = 0; i < count; i++) {
                // up to 512 bytes, as the longest id has
                String id = "té" + "\u4e00".repeat(i % 168) + i;
                byte[] bytes = ("<" + id + ">").getBytes(StandardCharsets.UTF_8);
                ids.add(bytes, 1, bytes.length - 1);
                all.add(id);
            }

            ids.each(shown::add);
        }

        assertThat(shown).isEqualTo(all);
    }

    @Test
    void keepsABlockInMemoryAndTheRestInAFileThatItGivesBack() {
        byte[] id = new byte[LONGEST];
        try (Scratch scratch = Scratch.open(folder, "test", Scratch.LIMIT)) {
            ReturnedIds ids = new ReturnedIds(scratch);
            long added = 0;
            while (added + LONGEST + 2 <= ReturnedIds.BLOCK) {
                ids.add(id, 0, LONGEST);
                added += LONGEST + 2;
            }
            assertThat(scratch.bytes()).isZero();

            ids.add(id, 0, LONGEST);

            assertThat(scratch.bytes()).isEqualTo(added);
            ids.close();
            assertThat(scratch.bytes()).isZero();
        }
    }

    @Test
    void endsAtTheLimitOfTheTemporaryFolderAndNamesIt() {
        byte[] id = new byte[LONGEST];
        long limit = ReturnedIds.BLOCK + 1L;
        try (Scratch scratch = Scratch.open(folder, "test", limit);
                ReturnedIds ids = new ReturnedIds(scratch)) {
            assertThatThrownBy(
                            () -> {
                                for (int i = 0; i < 3 * ReturnedIds.BLOCK / LONGEST; i++) {
                                    ids.add(id, 0, LONGEST);
                                }
                            })
                    .isInstanceOf(ScratchException.class)
                    .hasMessageContaining("over " + limit + ", the most that one run may take");
        }
    }
}
