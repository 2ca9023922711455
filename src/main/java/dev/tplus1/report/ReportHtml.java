package dev.tplus1.report;

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
 * report.html: one file that needs nothing else, no script, and that the browser is told to load
 * nothing for. Rows are worded while they are written, so the page is never in memory as a whole.
 */
final class ReportHtml {
    private static final Configuration TEMPLATES = templates();
    private static final String STYLE = resource("report.css");

    private ReportHtml() {}

    /** Writes the page; flushes, does not close. */
    static void write(RunReport report, BreakGroups groups, Writer out) throws IOException {
        Words words = Words.ENGLISH;
        ReportPage page = ReportPage.of(report, groups, words);
        String style = STYLE + pageStyle(page, words);
        try {
            Template template = TEMPLATES.getTemplate("report.ftlh");
            template.process(
                    Map.of(
                            "page",
                            page,
                            "w",
                            words.all(),
                            "lang",
                            words.language(),
                            "style",
                            style,
                            "styleHash",
                            sha256(style)),
                    out);
            out.flush();
        } catch (TemplateException e) {
            throw new IllegalStateException("report.ftlh: " + e.getMessageWithoutStackTop(), e);
        }
    }

    /**
     * What differs from page to page: the columns' words on a phone, the foot of a printed sheet.
     */
    private static String pageStyle(ReportPage page, Words words) {
        return "@media (max-width:720px){"
                + ".b td:nth-child(2)::before{content:\""
                + plain(words.get("page.phone.provider"))
                + "\"}.b td:nth-child(3)::before{content:\""
                + plain(words.get("page.phone.books"))
                + "\"}.b td.df::before{content:\""
                + plain(words.get("page.phone.difference"))
                + "\"}.b.done td.df::before{content:\"\"}}\n"
                + "@media print{@page{@bottom-left{content:\""
                + plain(page.foot())
                + "\";font:7.5pt Inter,Arial,sans-serif;color:#4a4f56}"
                + "@bottom-right{content:counter(page) \" / \" counter(pages);"
                + "font:7.5pt Inter,Arial,sans-serif;color:#4a4f56}}}\n";
    }

    /** Nothing that could end a CSS string or the style element. */
    private static String plain(String text) {
        return text.replaceAll("[^\\p{L}\\p{N} .,:_+-]", "?");
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
        configuration.setClassForTemplateLoading(ReportHtml.class, "");
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

    private static String resource(String name) {
        try (InputStream in = ReportHtml.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Lets the template read the components of this room's own records by name, and nothing else of
     * them: no methods, no classes.
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
