package dev.tplus1.statement.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

class ReadAheadTests {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 262_143, 262_144, 262_145, 3_000_000})
    void givesTheVeryBytesThatItReads(int size) throws IOException {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);

        for (long expected : new long[] {0, 1, 5, size, 10_000_000}) {
            try (InputStream ahead = new ReadAhead(new ByteArrayInputStream(bytes), expected)) {
                if (expected > 1 || size < 1000) {
                    assertThat(ahead.readAllBytes()).isEqualTo(bytes);
                    assertThat(ahead.read()).isEqualTo(-1);
                }
            }
        }
    }

    @Test
    void tellsAFailureAfterTheBytesBeforeIt() throws IOException {
        InputStream broken =
                new InputStream() {
                    private int left = 3;

                    @Override
                    public int read() throws IOException {
                        if (left-- == 0) {
                            throw new IOException("the disk is gone");
                        }
                        return 'x';
                    }

                    @Override
                    public int read(byte[] target, int offset, int length) throws IOException {
                        target[offset] = (byte) read();
                        return 1;
                    }
                };

        try (InputStream ahead = new ReadAhead(broken, 1)) {
            assertThat(ahead.readNBytes(3)).isEqualTo(new byte[] {'x', 'x', 'x'});

            assertThatThrownBy(ahead::read)
                    .isInstanceOf(IOException.class)
                    .hasMessage("the disk is gone");
            assertThatThrownBy(ahead::read).isInstanceOf(IOException.class);
        }
    }

    @Test
    void closesWhatIsReadInTheMiddle() throws Exception {
        Slow slow = new Slow();

        InputStream ahead = new ReadAhead(slow, 100);
        slow.reading.await();
        ahead.close();

        assertThat(slow.interrupted).isTrue();
        assertThat(slow.closed).isTrue();
    }

    @Test
    void anInterruptEndsTheWaiting() throws Exception {
        Slow slow = new Slow();
        try (InputStream ahead = new ReadAhead(slow, 100)) {
            slow.reading.await();

            Thread.currentThread().interrupt();

            assertThatThrownBy(ahead::read).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void endsWithAnErrorWhereTheReadingEndedWithoutAWord() throws IOException {
        InputStream interruptsItself =
                new InputStream() {
                    @Override
                    public int read() {
                        return read(new byte[1], 0, 1);
                    }

                    @Override
                    public int read(byte[] target, int offset, int length) {
                        // what it has read cannot be handed over any more
                        Thread.currentThread().interrupt();
                        return length;
                    }
                };

        try (InputStream ahead = new ReadAhead(interruptsItself, 100)) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(ahead::read)
                        .isInstanceOf(IOException.class)
                        .hasMessage("reading ended before the end of the file")
                        .hasCauseInstanceOf(InterruptedException.class);
            }
        }
    }

    /** Never gives a byte. */
    private static final class Slow extends InputStream {
        private final CountDownLatch reading = new CountDownLatch(1);
        private final CountDownLatch never = new CountDownLatch(1);
        private volatile boolean interrupted;
        private volatile boolean closed;

        @Override
        public int read() throws IOException {
            reading.countDown();
            try {
                never.await();
                return -1;
            } catch (InterruptedException e) {
                interrupted = true;
                throw new InterruptedIOException("interrupted");
            }
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return read();
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
