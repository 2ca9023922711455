package dev.tplus1.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;
import dev.tplus1.watch.log.LogSettings;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.Map;

class LogsReaderTests {
    private static @Nullable LogSettings parse(String block) {
        return JobFile.parse(
                        "shop.yaml",
                        """
                        tplus1:
                          job: shop
                          database: {url: "jdbc:h2:mem:shop"}
                          accounts:
                            - {id: one, provider: csv, statements: {directory: in, file: "*"}}
                        """
                                + block,
                        Map.of())
                .logs();
    }

    @Test
    void logsNothingWhereItIsLeftOut() {
        assertThat(parse("")).isNull();
    }

    @Test
    void hasItsDefaultsWhereItIsEmpty() {
        assertThat(parse("  logs:\n"))
                .isEqualTo(new LogSettings(LogSettings.Format.TEXT, LogSettings.Level.INFO, null));
    }

    @Test
    void readsAllThatThereIsToSay() {
        assertThat(parse("  logs: {format: ecs, level: debug, file: /var/log/tplus1.log}\n"))
                .isEqualTo(
                        new LogSettings(
                                LogSettings.Format.ECS,
                                LogSettings.Level.DEBUG,
                                Path.of("/var/log/tplus1.log")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {format: xml}  | logs.format: "xml" is not a format of logs: text, ecs
                    {level: all}   | logs.level: "all" is not a level of logs: error, warn, info
                    {level: INFO}  | logs.level: "INFO" is not a level of logs
                    {file: [a]}    | logs.file: must be
                    {levels: info} | unknown key "levels", did you mean "level"?
                    """)
    void saysWhatIsWrong(String block, String said) {
        assertThatThrownBy(() -> parse("  logs: " + block + "\n"))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining(said);
    }
}
