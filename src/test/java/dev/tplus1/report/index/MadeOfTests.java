package dev.tplus1.report.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.report.html.HtmlPages;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

class MadeOfTests {
    @TempDir private Path folder;

    @Test
    void isTheSameForTheSamePartsAlone() {
        String made = new MadeOf().add("ab").add("c").comment();

        assertThat(made).matches("<!-- made of [0-9a-f]{64} -->\n");
        assertThat(new MadeOf().add("ab").add("c").comment()).isEqualTo(made);
        assertThat(
                        List.of(
                                new MadeOf().add("a").add("bc").comment(),
                                new MadeOf().add("abc").comment(),
                                new MadeOf().add("c").add("ab").comment(),
                                new MadeOf().add("ab").add("c").add("").comment()))
                .doesNotContain(made)
                .doesNotHaveDuplicates();
    }

    @Test
    void isTheSameInWhateverOrderWordsCome() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("z", "last");
        words.put("a", "first");

        String made = new MadeOf().add(words).comment();

        assertThat(new MadeOf().add(new TreeMap<>(words)).comment()).isEqualTo(made);
        assertThat(new MadeOf().add(Map.of("z", "last", "a", "second")).comment())
                .isNotEqualTo(made);
        assertThat(new MadeOf().add(Map.of("z", "last", "b", "first")).comment())
                .isNotEqualTo(made);
    }

    @Test
    void isFoundAtThePagesEndAlone() throws IOException {
        String made = new MadeOf().add("a").comment();
        Path page = folder.resolve("index.html");

        assertThat(MadeOf.ends(Files.writeString(page, "</html>\n" + made), made)).isTrue();
        assertThat(MadeOf.ends(Files.writeString(page, made + "</html>\n"), made)).isFalse();
        assertThat(MadeOf.ends(Files.writeString(page, made.substring(1)), made)).isFalse();
    }

    @Test
    void theTemplateIncludesNothingThatIsNotCounted() {
        Pattern include = Pattern.compile("<#(?:include|import) \"([^\"]+)\"");

        assertThat(include.matcher(HtmlPages.resource("index/index.ftlh")).results())
                .extracting(found -> found.group(1))
                .containsExactly("../marks.ftlh");
        assertThat(include.matcher(HtmlPages.resource("marks.ftlh")).results()).isEmpty();
    }
}
