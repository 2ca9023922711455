package dev.tplus1.alert.message;

import dev.tplus1.alert.Digest;

import freemarker.core.HTMLOutputFormat;
import freemarker.core.TemplateClassResolver;
import freemarker.template.Configuration;
import freemarker.template.SimpleObjectWrapper;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A digest as the parts of a mail.
 *
 * @param subject one line of bounded length, without any control character
 * @param plain its text
 * @param html the same as a page that fetches nothing; all that is not the template's is escaped
 */
public record MailText(String subject, String plain, String html) {
    private static final int SUBJECT_CHARS = 150;

    /** More than any digest makes. */
    private static final int PLAIN_CHARS = 200_000;

    private static final Configuration TEMPLATES = templates();
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /**
     * @param attached how many workbooks go along
     * @param missing whether one does not, that was to
     */
    public static MailText of(Digest digest, int attached, boolean missing) {
        Story story = Teller.story(digest);
        Wording words = Wording.of(digest.language());
        String notice = notice(words, attached, missing);
        Message message = Message.of(digest, Markup.PLAIN);
        List<String> lines = message.within(PLAIN_CHARS, line -> line.length() + 1);
        String plain = String.join("\n", lines) + (notice.isEmpty() ? "" : "\n" + notice) + "\n";
        return new MailText(subject(story.title()), plain, html(story, words, notice));
    }

    private static String notice(Wording words, int attached, boolean missing) {
        String said = attached > 0 ? words.count("attached", attached) : "";
        if (missing) {
            said += (said.isEmpty() ? "" : " ") + words.get("attached.not");
        }
        return said;
    }

    private static String subject(String title) {
        int end =
                title.offsetByCodePoints(
                        0, Math.min(SUBJECT_CHARS, title.codePointCount(0, title.length())));
        return end == title.length() ? title : title.substring(0, end) + "…";
    }

    private static String html(Story story, Wording words, String notice) {
        Map<String, Object> model = new HashMap<>();
        model.put("story", MAPPER.convertValue(story, new TypeReference<Map<String, Object>>() {}));
        model.put("w", words.all());
        model.put("lang", words.tag());
        model.put("notice", notice);
        StringWriter html = new StringWriter();
        try {
            TEMPLATES.getTemplate("mail.ftlh").process(model, html);
            return html.toString();
        } catch (TemplateException e) {
            throw new IllegalStateException("mail.ftlh: " + e.getMessageWithoutStackTop(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The template sees maps, lists and texts, and no object of the program. */
    private static Configuration templates() {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_35);
        configuration.setClassForTemplateLoading(MailText.class, "/dev/tplus1/alert/");
        configuration.setDefaultEncoding("UTF-8");
        configuration.setOutputFormat(HTMLOutputFormat.INSTANCE);
        configuration.setLocale(Locale.ROOT);
        configuration.setLocalizedLookup(false);
        configuration.setNumberFormat("computer");
        configuration.setObjectWrapper(new SimpleObjectWrapper(Configuration.VERSION_2_3_35));
        configuration.setNewBuiltinClassResolver(TemplateClassResolver.ALLOWS_NOTHING_RESOLVER);
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        configuration.setWrapUncheckedExceptions(true);
        return configuration;
    }
}
