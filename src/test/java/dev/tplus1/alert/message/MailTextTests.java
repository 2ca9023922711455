package dev.tplus1.alert.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Digests;

import org.junit.jupiter.api.Test;

import java.util.List;

final class MailTextTests {
    @Test
    void a_subject_is_cut_between_characters() {
        Digest long150 =
                new Digest(
                        Digest.SCHEMA,
                        "dg_1",
                        "😀".repeat(64),
                        Digests.AT,
                        Digests.ZONE,
                        "en",
                        "",
                        false,
                        0,
                        Digests.busy().totals(),
                        Digests.busy().accounts(),
                        0,
                        List.of(),
                        null,
                        List.of(),
                        "",
                        "");

        String subject = MailText.of(long150, 0, false).subject();

        assertThat(subject).startsWith("tplus1 😀").endsWith("…");
        assertThat(subject.codePointCount(0, subject.length())).isEqualTo(151);
    }

    @Test
    void the_page_is_in_the_digests_language_and_fetches_nothing() {
        String html = MailText.of(Digests.busy("zh"), 2, true).html();

        assertThat(html)
                .contains("<html lang=\"zh-CN\">")
                .contains("◆ 已对平，有待处理差异")
                .contains("■ 账单被拒")
                .contains("已附上 2 个工作簿。 工作簿过大或已不存在，未附上；文件与报告在同一目录。")
                .contains(
                        "<code style=\"font-size:12px\">tplus1 breaks list --job"
                                + " jobs/shop.yaml</code>")
                .doesNotContain("<img", "<link", "src=", "url(", "@import", "<script");
    }
}
