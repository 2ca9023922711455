package dev.tplus1.provider.wechatpay;

import static dev.tplus1.provider.wechatpay.WechatPayFake.FILE;
import static dev.tplus1.provider.wechatpay.WechatPayFake.LINK;

import dev.tplus1.http.BrokenAnswers;
import dev.tplus1.provider.NightFaultContract;
import dev.tplus1.provider.wechatpay.WechatPayFake.Fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Whole nights on a WeChat Pay that fails. */
class WechatPayNightFaultTests extends NightFaultContract {
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};
    private static final String PLAIN = "plain";
    private static final List<String> FAULTS =
            List.of(
                    "file  | unseen 0        | 6 | the file is empty (0 bytes)",
                    "file  | unseen 1        | 6 | it holds nothing but blanks",
                    "file  | unseen 10       | 6 | its gzip data ends early",
                    "file  | unseen half     | 6 | its gzip data ends early",
                    "file  | unseen last 8   | 6 | its gzip data ends early",
                    "file  | unseen last     | 6 | its gzip data ends early",
                    "file  | twice           | 6 | one gzip member is expected",
                    "file  | trailing        | 6 | one gzip member is expected",
                    "file  | another hash    | 6 | have the SHA-1",
                    "file  | page            | 6 | it is an HTML page",
                    "file  | bomb            | 6 | it unpacks to more than 200 times its size",
                    "file  | endless         | 1 | sends more than 1048576 bytes, the limit",
                    "file  | 401             | 2 | private-key",
                    "file  | 403             | 1 | answered 403",
                    "plain | unseen 0        | 6 | the file is empty (0 bytes)",
                    "plain | unseen 1        | 6 | have the SHA-1",
                    "plain | unseen 10       | 6 | have the SHA-1",
                    "plain | unseen half     | 6 | have the SHA-1",
                    "plain | unseen last 8   | 6 | have the SHA-1",
                    "plain | unseen last     | 6 | have the SHA-1",
                    "plain | twice           | 6 | have the SHA-1",
                    "plain | trailing        | 6 | have the SHA-1",
                    "plain | another hash    | 6 | have the SHA-1",
                    "plain | page            | 6 | it is an HTML page",
                    "plain | endless         | 1 | sends more than 1048576 bytes, the limit",
                    "plain | redirect        | 1 | answered 301: redirects are not followed",
                    "link  | unseen 0        | 1 | signature is wrong",
                    "link  | unseen 1        | 1 | signature is wrong",
                    "link  | unseen 10       | 1 | signature is wrong",
                    "link  | unseen half     | 1 | signature is wrong",
                    "link  | unseen last 8   | 1 | signature is wrong",
                    "link  | unseen last     | 1 | signature is wrong",
                    "link  | twice           | 1 | signature is wrong",
                    "link  | trailing        | 1 | signature is wrong",
                    "link  | page            | 1 | is not signed",
                    "link  | bomb            | 1 | answers with more than 8388608 bytes, the limit",
                    "link  | endless         | 1 | answers with more than 8388608 bytes, the limit",
                    "link  | 401             | 2 | private-key",
                    "link  | 403             | 2 | serial-no",
                    "link  | elsewhere       | 1 | is not called: it is none of the hosts allowed",
                    "link  | unsigned nobill | 1 | is not signed",
                    "link  | creating        | 4 | Run again later");

    WechatPayNightFaultTests() {
        super(
                "wechat-shop",
                "provider: wechatpay, merchant-id: \"" + WechatPayFake.MERCHANT + "\"",
                "token-0",
                "PRIVATE KEY");
    }

    @Override
    protected List<String> stages() {
        return List.of("link", "file");
    }

    @Override
    protected List<String> faults() {
        return Stream.concat(cuts(PLAIN), FAULTS.stream()).toList();
    }

    @Override
    protected Map<String, Object> failing(String stage, String fault) throws IOException {
        WechatPayFake fake = opened();
        boolean link = stage.equals("link");
        if (BrokenAnswers.early(fault)) {
            fake.usual(link ? 0 : 1);
            fake.next(BrokenAnswers.of(fault, new byte[0]).build());
        } else {
            fake.then(link ? LINK : FILE, link ? ofLink(fault) : ofFile(fault));
        }
        Map<String, Object> api = block(fake);
        if (stage.equals(PLAIN)) {
            api.put("tar-type", "none");
        }
        return api;
    }

    @Override
    protected Map<String, Object> busy(String stage, String retryAfter) throws IOException {
        Fault later = Faults.broken("429 " + retryAfter);
        return block(opened().then(stage.equals("link") ? LINK : FILE, later, later));
    }

    @Override
    protected Map<String, Object> recovering() throws IOException {
        return block(
                opened().then(LINK, ofLink("500"), ofLink("reset answer"))
                        .then(FILE, ofFile("403"), ofFile("unseen half")));
    }

    @Override
    protected Map<String, Map<String, Object>> nothing() throws IOException {
        byte[] empty = new TradeBillFixture(TradeBillFixture.ALL, TradeBillFixture.FOOTER).bytes();
        return Map.of(
                "no-bill",
                block(closing(new WechatPayFake(CLOCK))),
                "no-rows",
                block(closing(new WechatPayFake(CLOCK)).bill(DATE, empty)));
    }

    private WechatPayFake opened() throws IOException {
        byte[] bill = Files.readAllBytes(SAMPLES.resolve("wechatpay/wechatpay-2026-11-28.csv"));
        return closing(new WechatPayFake(CLOCK)).bill(DATE, bill);
    }

    private Map<String, Object> block(WechatPayFake fake) throws IOException {
        return fake.block(Files.createDirectories(folder.resolve("keys")));
    }

    private static Fault ofFile(String name) {
        byte[] other = "no bill at all\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        return switch (name) {
            case "another hash" ->
                    (_, good) ->
                            BrokenAnswers.sends(
                                            Arrays.equals(good, 0, 2, GZIP, 0, 2)
                                                    ? WechatPayKeys.gzip(other)
                                                    : other)
                                    .build();
            case "401", "403" -> Faults.ofSigned(name);
            default -> Faults.broken(name);
        };
    }

    private static Fault ofLink(String name) {
        return switch (name) {
            case "elsewhere" ->
                    (of, good) -> {
                        String json = new String(good, StandardCharsets.UTF_8);
                        String to = json.replace(of.url(), "https://169.254.169.254");
                        return of.signed(200, to.getBytes(StandardCharsets.UTF_8), true).build();
                    };
            case "unsigned nobill" ->
                    (_, _) -> {
                        byte[] body = WechatPayFake.errorBody("NO_STATEMENT_EXIST", "没有");
                        return BrokenAnswers.sends(body).code(400).build();
                    };
            case "creating" -> (of, _) -> of.error(400, "STATEMENT_CREATING", "账单生成中");
            default -> Faults.ofSigned(name);
        };
    }
}
