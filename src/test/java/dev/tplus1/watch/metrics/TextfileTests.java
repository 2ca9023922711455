package dev.tplus1.watch.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

class TextfileTests {
    @TempDir private Path folder;

    @Test
    void showsAReaderNeverAHalf() throws Exception {
        Path file = folder.resolve("tplus1_shop.prom");
        Gauges many = new Gauges();
        for (int i = 0; i < 2000; i++) {
            many.put(i, Metric.HELD_DATES, "account-" + i);
        }
        String text = Exposition.text("shop", many);
        Textfile textfile = new Textfile(file);
        textfile.write(text);
        AtomicBoolean through = new AtomicBoolean();
        Thread writer =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                for (int i = 0; i < 50; i++) {
                                    textfile.write(text);
                                }
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            } finally {
                                through.set(true);
                            }
                        });

        int read = 0;
        do {
            assertThat(Files.readString(file).equals(text)).isTrue();
            read++;
        } while (!through.get());
        writer.join();

        assertThat(read).isPositive();
    }
}
