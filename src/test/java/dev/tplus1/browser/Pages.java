package dev.tplus1.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens pages from the disk in a real browser, which is started once for all test classes; a test
 * gets it as an argument. Where no browser can be had, the tests that need one are skipped, and say
 * so with the reason.
 */
public final class Pages implements BeforeAllCallback, ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(Pages.class);

    /** How a page is looked at: its width and height in CSS pixels, and the colours asked for. */
    public record Window(int width, int height, ColorScheme colours, boolean scripts) {
        public Window(int width, int height, ColorScheme colours) {
            this(width, height, colours, true);
        }

        public static Window desk(ColorScheme colours) {
            return new Window(1280, 800, colours);
        }

        /** Of a reader who allows no script. */
        public static Window scriptless() {
            return new Window(1280, 800, ColorScheme.LIGHT, false);
        }

        public static Window phone() {
            return new Window(360, 740, ColorScheme.LIGHT);
        }
    }

    /** The browser, or why there is none. */
    private record Held(Chromium.Found found) implements AutoCloseable {
        @Override
        public void close() {
            if (found instanceof Chromium.Started started) {
                started.chromium().close();
            }
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        browser(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Opener.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return new Opener(browser(context));
    }

    private static Browser browser(ExtensionContext context) {
        Chromium.Found found =
                context.getRoot()
                        .getStore(NAMESPACE)
                        .computeIfAbsent("browser", _ -> held(), Held.class)
                        .found();
        return switch (found) {
            case Chromium.Started started -> started.chromium().browser();
            case Chromium.Missing missing -> {
                String skipped = context.getRequiredTestClass().getName();
                String message = "skipped " + skipped + ": no browser: " + missing.why();
                System.out.println(message);
                Assumptions.abort(message);
                throw new IllegalStateException(message);
            }
        };
    }

    private static Held held() {
        Chromium.Found found = Chromium.start();
        if (found instanceof Chromium.Started started) {
            System.out.println("pages are opened in " + started.how());
        }
        return new Held(found);
    }

    /** Opens pages; each in a profile of its own. */
    public static final class Opener {
        private final Browser browser;

        Opener(Browser browser) {
            this.browser = browser;
        }

        /** Opens a file of the disk; the page may load other files and nothing else. */
        public Opened open(Path file, Window window) {
            BrowserContext context =
                    browser.newContext(
                            new Browser.NewContextOptions()
                                    .setViewportSize(window.width(), window.height())
                                    .setColorScheme(window.colours())
                                    .setJavaScriptEnabled(window.scripts())
                                    .setReducedMotion(ReducedMotion.REDUCE)
                                    .setLocale("en-GB")
                                    .setTimezoneId(ZoneId.of("Europe/Berlin").getId()));
            return new Opened(context, file);
        }
    }

    /** An open page, and all that a page of tplus1 must never do. */
    public static final class Opened implements AutoCloseable {
        private static final String WATCH =
                "document.addEventListener('securitypolicyviolation',"
                        + " e => console.error('policy: ' + e.violatedDirective))";

        private final BrowserContext context;
        private final Page page;
        private final List<String> complaints = new ArrayList<>();

        Opened(BrowserContext context, Path file) {
            this.context = context;
            context.addInitScript(WATCH);
            context.route("**/*", this::only);
            this.page = context.newPage();
            page.onConsoleMessage(message -> {
                if (!message.type().equals("log")) {
                    complaints.add(message.type() + ": " + message.text());
                }
            });
            page.onPageError(error -> complaints.add("error: " + error));
            page.onDialog(dialog -> {
                complaints.add("dialog: " + dialog.message());
                dialog.dismiss();
            });
            page.onPopup(popup -> complaints.add("popup: " + popup.url()));
            page.navigate(file.toUri().toString());
        }

        private void only(Route route) {
            String url = route.request().url();
            if (url.startsWith("file:")) {
                route.resume();
            } else {
                complaints.add("request: " + url);
                route.abort();
            }
        }

        public Page page() {
            return page;
        }

        /** Requests to a network, errors, dialogs, breaches of the page's own policy. */
        public List<String> complaints() {
            return List.copyOf(complaints);
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
