package dev.tplus1.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;
import dev.tplus1.report.ReportSettings;
import dev.tplus1.report.words.Language;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.Map;

class ReportsBlockTests {
    private static ReportSettings parse(String block) {
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
                .reports();
    }

    @Test
    void areEnglishInReportsWhereNothingIsSaid() {
        assertThat(parse(""))
                .isEqualTo(new ReportSettings(Path.of("reports"), Language.ENGLISH, false));
        assertThat(parse("  reports: {directory: out}\n"))
                .isEqualTo(new ReportSettings(Path.of("out"), Language.ENGLISH, false));
    }

    @Test
    void areInTheLanguageThatIsNamed() {
        assertThat(parse("  reports: {language: zh}\n").language()).isEqualTo(Language.CHINESE);
        assertThat(parse("  reports: {language: en}\n").language()).isEqualTo(Language.ENGLISH);
    }

    @Test
    void showPayersWhereItIsSaid() {
        assertThat(parse("  reports: {show-payer: true}\n").showPayer()).isTrue();
        assertThatThrownBy(() -> parse("  reports: {show-payer: maybe}\n"))
                .isInstanceOf(SettingException.class)
                .hasMessage(
                        "shop.yaml: reports.show-payer: \"maybe\" is not true or false; correct"
                                + " it");
    }

    @Test
    void nameTheLanguagesThatThereAre() {
        assertThatThrownBy(() -> parse("  reports: {language: fr}\n"))
                .isInstanceOf(SettingException.class)
                .hasMessage(
                        "shop.yaml: reports.language: \"fr\" is not a language of reports: en, zh;"
                                + " correct it");
    }
}
