package dev.tplus1.watch.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.LoggingEvent;

import dev.tplus1.entry.SettingException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

class LogFileTests {
    @TempDir private Path folder;

    private static LoggingEvent event(String message) {
        LoggingEvent event = new LoggingEvent();
        event.setLevel(Level.INFO);
        event.setLoggerName("dev.tplus1.Some");
        event.setMessage(message);
        event.setMDCPropertyMap(Map.of());
        return event;
    }

    private static LogFile open(Path file, long most) throws IOException {
        LogFile log = new LogFile(file, new TextLines("shop"), most);
        log.open();
        return log;
    }

    @Test
    void goesOnWithWhatIsThere() throws IOException {
        Path file = folder.resolve("logs/tplus1.log");
        for (String message : new String[] {"one", "two"}) {
            LogFile log = open(file, LogFile.MAX_BYTES);
            log.doAppend(event(message));
            log.stop();
        }

        assertThat(Files.readAllLines(file))
                .satisfiesExactly(
                        line -> assertThat(line).endsWith("shop one"),
                        line -> assertThat(line).endsWith("shop two"));
    }

    @Test
    void becomesTheOneBeforeWhenItIsFull() throws IOException {
        Path file = folder.resolve("tplus1.log");
        LogFile log = open(file, 1);
        for (String message : new String[] {"one", "two", "three"}) {
            log.doAppend(event(message));
        }
        log.stop();

        assertThat(Files.readString(file)).endsWith("three\n").doesNotContain("two");
        assertThat(Files.readString(folder.resolve("tplus1.log.1")))
                .endsWith("two\n")
                .doesNotContain("one");
    }

    @Test
    void isWrittenToByTwoAtOnce() throws IOException {
        Path file = folder.resolve("tplus1.log");
        LogFile one = open(file, LogFile.MAX_BYTES);
        LogFile other = open(file, LogFile.MAX_BYTES);
        one.doAppend(event("one"));
        other.doAppend(event("two"));
        one.doAppend(event("three"));
        one.stop();
        other.stop();

        assertThat(Files.readAllLines(file)).hasSize(3);
    }

    @Test
    void isMovedOnceByTwoThatFindItFull() throws IOException {
        Path file = folder.resolve("tplus1.log");
        LogFile one = open(file, 60);
        LogFile other = open(file, 60);
        one.doAppend(event("one"));
        other.doAppend(event("two"));
        one.doAppend(event("three"));
        other.doAppend(event("four"));
        one.stop();
        other.stop();

        assertThat(Files.readAllLines(folder.resolve("tplus1.log.1"))).hasSize(2);
        assertThat(Files.readAllLines(file))
                .satisfiesExactly(
                        line -> assertThat(line).endsWith("shop three"),
                        line -> assertThat(line).endsWith("shop four"));
    }

    @Test
    void isLeftToWhoIsAboutToMoveIt() throws IOException {
        Path file = folder.resolve("tplus1.log");
        LogFile one = open(file, 1);
        LogFile other = open(file, 1);
        one.doAppend(event("one"));
        one.doAppend(event("two"));
        try (FileChannel third = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock _ = third.lock()) {
            // its own is the one before, and the new one is full and locked
            other.doAppend(event("three"));
        }

        assertThat(Files.readString(folder.resolve("tplus1.log.1"))).endsWith("shop one\n");
        assertThat(Files.readAllLines(file))
                .satisfiesExactly(
                        line -> assertThat(line).endsWith("shop two"),
                        line -> assertThat(line).endsWith("shop three"));
        assertThat(other.lost()).isZero();
        one.stop();
        other.stop();
    }

    @Test
    void countsWhatItCannotWrite() throws IOException {
        Path file = folder.resolve("tplus1.log");
        LogFile log = open(file, 1);
        log.doAppend(event("one"));
        // in the way of the one before
        Files.createDirectories(folder.resolve("tplus1.log.1/full"));
        log.doAppend(event("two"));
        log.doAppend(event("three"));
        log.stop();

        assertThat(log.lost()).isEqualTo(2);
    }

    @Test
    void isASettingThatIsWrongWhereItCannotBeOpened() throws IOException {
        Path file = Files.createDirectory(folder.resolve("taken"));
        LogSettings settings =
                new LogSettings(LogSettings.Format.TEXT, LogSettings.Level.INFO, file);

        assertThatThrownBy(() -> Logs.open(settings, "shop"))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("logs.file: " + file + ": cannot be written");
    }
}
