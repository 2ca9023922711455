package dev.tplus1.job;

import dev.tplus1.alert.AlertSettings;
import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.MailAddress;
import dev.tplus1.alert.MailServer;
import dev.tplus1.alert.RobotUrl;
import dev.tplus1.alert.Rule;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Risk;
import dev.tplus1.entry.Money;
import dev.tplus1.http.Secret;
import dev.tplus1.http.WebhookSecret;
import dev.tplus1.http.WebhookTarget;
import dev.tplus1.provider.api.Pem;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Binds the block {@code alerts}: who is told of what, and how hard it is tried. */
final class AlertsReader {
    private static final int MAX_TRIES = 100;
    private static final int MAX_ACCOUNTS = 1000;
    private static final int MAX_DAYS = 365;
    private static final int MAX_PORT = 65_535;

    private static final String[] KEYS = {"max-share", "channels", "tries", "ca-file"};

    /** What every channel may have. */
    private static final List<String> SHARED =
            List.of(
                    "name",
                    "type",
                    "language",
                    "when",
                    "min-risk",
                    "min-amount",
                    "accounts",
                    "types",
                    "older-than");

    private static final List<String> MAIL =
            List.of("host", "port", "tls", "username", "password", "from", "to", "attach");

    /** The types, and what each may have besides. */
    private enum Type {
        SLACK,
        DINGTALK,
        WECOM,
        FEISHU,
        WEBHOOK,
        EMAIL;

        List<String> keys() {
            return switch (this) {
                case SLACK, WECOM -> List.of("url");
                case DINGTALK, FEISHU, WEBHOOK -> List.of("url", "secret");
                case EMAIL -> MAIL;
            };
        }
    }

    private final Set<String> accounts;
    private final String language;

    private AlertsReader(Set<String> accounts, String language) {
        this.accounts = accounts;
        this.language = language;
    }

    static BigDecimal maxShare(Block job) {
        return job.block("alerts", KEYS)
                .read("max-share", new BigDecimal("0.2"), Values::share, "a share from 0 to 1");
    }

    /**
     * @param language of a channel that has none of its own
     */
    static Alerting read(Block job, List<AccountFile> accounts, String language) {
        Block block = job.block("alerts", KEYS);
        AlertsReader reader =
                new AlertsReader(
                        accounts.stream().map(AccountFile::id).collect(Collectors.toSet()),
                        language);
        return new Alerting(
                block.has("channels") ? reader.channels(block) : AlertSettings.NONE,
                block.read(
                        "tries",
                        Alerting.DEFAULT_TRIES,
                        text -> Values.whole(text, 1, MAX_TRIES),
                        "a number from 1 to " + MAX_TRIES),
                block.has("ca-file") ? trusted(block) : List.of());
    }

    private static List<X509Certificate> trusted(Block block) {
        return block.checked(
                "ca-file",
                () -> Pem.certificates(TextFile.open(TextFile.path(block.text("ca-file")))));
    }

    private AlertSettings channels(Block alerts) {
        List<String> known = new ArrayList<>(SHARED);
        known.addAll(List.of("url", "secret"));
        known.addAll(MAIL);
        List<ChannelSettings> channels = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Block block :
                alerts.blocks(
                        "channels", AlertSettings.MAX_CHANNELS, known.toArray(String[]::new))) {
            ChannelSettings channel = channel(block);
            if (!names.add(channel.name())) {
                throw block.complaint(
                        "name",
                        "\"" + channel.name() + "\" is another channel's too; names are unique");
            }
            channels.add(channel);
        }
        return new AlertSettings(channels);
    }

    private ChannelSettings channel(Block block) {
        String name =
                block.read(
                        "name",
                        Values::id,
                        "a name: letters, digits, \".\", \"_\" and \"-\", at most 64, not starting"
                                + " with \".\"");
        Type type = block.read("type", one(Type.class), words(Type.class));
        only(block, type);
        String its = block.read("language", language, AlertsReader::language, "en or zh");
        Rule rule = rule(block);
        return switch (type) {
            case SLACK -> new ChannelSettings.Slack(name, rule, its, url(block));
            case DINGTALK ->
                    new ChannelSettings.DingTalk(
                            name, rule, its, url(block), optionalSecret(block));
            case WECOM -> new ChannelSettings.WeCom(name, rule, its, url(block));
            case FEISHU ->
                    new ChannelSettings.Feishu(name, rule, its, url(block), optionalSecret(block));
            case WEBHOOK -> new ChannelSettings.Webhook(name, rule, its, target(block));
            case EMAIL -> email(block, name, rule, its);
        };
    }

    /** What belongs to another type is a mistake: it would be left unused. */
    private static void only(Block block, Type type) {
        for (Type other : Type.values()) {
            for (String key : block.present(other.keys().toArray(String[]::new))) {
                if (!type.keys().contains(key)) {
                    throw block.complaint(
                            key, "is not for a channel of type " + word(type) + "; leave it out");
                }
            }
        }
    }

    private static String language(String text) {
        if (!text.equals("en") && !text.equals("zh")) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }

    private Rule rule(Block block) {
        List<Money> amounts =
                List.copyOf(
                        block.map(
                                        "min-amount",
                                        Values::limit,
                                        "a currency and an amount such as CNY: 100.00")
                                .values());
        return new Rule(
                block.read("when", Rule.When.ALWAYS, one(Rule.When.class), words(Rule.When.class)),
                block.read("min-risk", Risk.LOW, one(Risk.class), words(Risk.class)),
                amounts,
                block.has("accounts") ? named(block) : Set.of(),
                block.has("types") ? types(block) : Set.of(),
                block.read(
                        "older-than",
                        0,
                        AlertsReader::days,
                        "a number of days such as 3d, at most " + MAX_DAYS + "d"));
    }

    private static int days(String text) {
        Duration length = Values.duration(text);
        long days = length.toDays();
        if (!length.equals(Duration.ofDays(days)) || days > MAX_DAYS) {
            throw new IllegalArgumentException(text);
        }
        return Math.toIntExact(days);
    }

    private Set<String> named(Block block) {
        List<String> ids = block.texts("accounts", MAX_ACCOUNTS);
        for (String id : ids) {
            if (!accounts.contains(id)) {
                throw block.complaint(
                        "accounts",
                        "\"" + block.shown("accounts", id) + "\" is no account of this job");
            }
        }
        return Set.copyOf(ids);
    }

    private static Set<BreakType> types(Block block) {
        EnumSet<BreakType> types = EnumSet.noneOf(BreakType.class);
        for (String each : block.texts("types", BreakType.values().length)) {
            try {
                types.add(BreakType.valueOf(each));
            } catch (IllegalArgumentException _) {
                throw block.complaint(
                        "types",
                        "\""
                                + block.shown("types", each)
                                + "\" is no type of break, such as UNKNOWN_ORDER; correct it");
            }
        }
        return types;
    }

    private static RobotUrl url(Block block) {
        String url = block.text("url");
        return block.checked("url", () -> RobotUrl.of(url));
    }

    private static @Nullable Secret optionalSecret(Block block) {
        return block.has("secret") ? new Secret(block.text("secret")) : null;
    }

    private static WebhookTarget target(Block block) {
        String secret = block.text("secret");
        String url = block.text("url");
        WebhookSecret key = block.checked("secret", () -> WebhookSecret.parse(secret));
        return block.checked("url", () -> WebhookTarget.of(url, key));
    }

    private static ChannelSettings email(Block block, String name, Rule rule, String language) {
        MailServer.Tls tls =
                block.read(
                        "tls",
                        MailServer.Tls.STARTTLS,
                        one(MailServer.Tls.class),
                        words(MailServer.Tls.class));
        String host = block.text("host");
        int port =
                block.read(
                        "port",
                        tls.port(),
                        text -> Values.whole(text, 1, MAX_PORT),
                        "a port from 1 to " + MAX_PORT);
        String username = Objects.requireNonNullElse(block.optionalText("username"), "");
        String password = block.optionalText("password");
        MailServer server =
                block.checked(
                        "host",
                        () ->
                                new MailServer(
                                        host,
                                        port,
                                        tls,
                                        username,
                                        password == null ? null : new Secret(password)));
        List<MailAddress> to =
                block.texts("to", ChannelSettings.Email.MAX_RECIPIENTS).stream()
                        .map(each -> block.checked("to", () -> new MailAddress(each)))
                        .toList();
        String from = block.text("from");
        return new ChannelSettings.Email(
                name,
                rule,
                language,
                server,
                block.checked("from", () -> new MailAddress(from)),
                to,
                block.read("attach", true, Values::yes, "true or false"));
    }

    private static <E extends Enum<E>> Function<String, E> one(Class<E> type) {
        return text ->
                Arrays.stream(type.getEnumConstants())
                        .filter(each -> word(each).equals(text))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(text));
    }

    private static <E extends Enum<E>> String words(Class<E> type) {
        return "one of "
                + Arrays.stream(type.getEnumConstants())
                        .map(AlertsReader::word)
                        .collect(Collectors.joining(", "));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
