package dev.tplus1.report.html;

import dev.tplus1.report.words.Words;

import freemarker.core.HTMLOutputFormat;
import freemarker.core.TemplateClassResolver;
import freemarker.template.Configuration;
import freemarker.template.DefaultObjectWrapper;
import freemarker.template.Template;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import freemarker.template.TemplateHashModel;
import freemarker.template.TemplateModel;
import freemarker.template.TemplateModelException;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Pages from templates: everything is escaped, one style block and one script are allowed by their
 * hashes, and the template sees the components of records and nothing else. Thread-safe.
 */
public final class HtmlPages {
    private static final String FOLDER = "/dev/tplus1/report/";
    private static final Configuration TEMPLATES = templates();

    private HtmlPages() {}

    /**
     * Writes a page without a script; flushes, does not close.
     *
     * @param style all of the page's CSS
     * @param name what the template calls the record that it shows
     */
    public static void write(
            String template, String style, String name, Record shown, Words words, Writer out)
            throws IOException {
        write(template, style, "", name, shown, words, out);
    }

    /**
     * Writes a page; flushes, does not close.
     *
     * @param style all of the page's CSS
     * @param script all of the page's script, or empty for none
     * @param name what the template calls the record that it shows
     */
    public static void write(
            String template,
            String style,
            String script,
            String name,
            Record shown,
            Words words,
            Writer out)
            throws IOException {
        try {
            Template page = TEMPLATES.getTemplate(template);
            page.process(
                    Map.of(
                            name,
                            shown,
                            "w",
                            words.all(),
                            "lang",
                            words.language(),
                            "style",
                            style,
                            "styleHash",
                            sha256(style),
                            "script",
                            script,
                            "scriptHash",
                            sha256(script)),
                    out);
            out.flush();
        } catch (TemplateException e) {
            throw new IllegalStateException(template + ": " + e.getMessageWithoutStackTop(), e);
        }
    }

    private static String sha256(String style) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(style.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Configuration templates() {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_35);
        configuration.setClassForTemplateLoading(HtmlPages.class, FOLDER);
        configuration.setDefaultEncoding("UTF-8");
        configuration.setOutputFormat(HTMLOutputFormat.INSTANCE);
        configuration.setLocale(Locale.ROOT);
        configuration.setLocalizedLookup(false);
        configuration.setNumberFormat("computer");
        configuration.setObjectWrapper(new RecordWrapper());
        configuration.setNewBuiltinClassResolver(TemplateClassResolver.ALLOWS_NOTHING_RESOLVER);
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        configuration.setWrapUncheckedExceptions(true);
        return configuration;
    }

    /** A text file of the program's, by its name below this room's folder. */
    public static String resource(String name) {
        try (InputStream in = HtmlPages.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Lets the template read the components of the program's own records, by name, and nothing else
     * of them: no methods, no classes.
     */
    private static final class RecordWrapper extends DefaultObjectWrapper {
        private final Map<Class<?>, Map<String, Method>> components = new ConcurrentHashMap<>();

        RecordWrapper() {
            super(Configuration.VERSION_2_3_35);
            setIterableSupport(true);
        }

        @Override
        protected TemplateModel handleUnknownType(Object object) throws TemplateModelException {
            if (object instanceof Record data) {
                return new RecordHash(
                        data, components.computeIfAbsent(data.getClass(), this::read));
            }
            if (object instanceof Iterable<?>) {
                return super.handleUnknownType(object);
            }
            throw new TemplateModelException("not for a template: " + object.getClass());
        }

        private Map<String, Method> read(Class<?> type) {
            Map<String, Method> methods = new ConcurrentHashMap<>();
            for (RecordComponent component : type.getRecordComponents()) {
                // the records of a page are its own room's, and not public
                component.getAccessor().setAccessible(true);
                methods.put(component.getName(), component.getAccessor());
            }
            return methods;
        }

        private final class RecordHash implements TemplateHashModel {
            private final Record data;
            private final Map<String, Method> methods;

            RecordHash(Record data, Map<String, Method> methods) {
                this.data = data;
                this.methods = methods;
            }

            @Override
            public TemplateModel get(String key) throws TemplateModelException {
                Method method = methods.get(key);
                if (method == null) {
                    throw new TemplateModelException(data.getClass() + " has no " + key);
                }
                try {
                    return wrap(method.invoke(data));
                } catch (ReflectiveOperationException e) {
                    throw new TemplateModelException(data.getClass() + "." + key, e);
                }
            }

            @Override
            public boolean isEmpty() {
                return false;
            }
        }
    }
}
