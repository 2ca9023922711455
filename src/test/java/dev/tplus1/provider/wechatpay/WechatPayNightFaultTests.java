package dev.tplus1.provider.wechatpay;

import static dev.tplus1.provider.wechatpay.WechatPayFake.FILE;
import static dev.tplus1.provider.wechatpay.WechatPayFake.LINK;

import dev.tplus1.http.Bomb;
import dev.tplus1.http.BrokenAnswers;
import dev.tplus1.provider.NightFaultContract;
import dev.tplus1.provider.wechatpay.WechatPayFake.Fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** Whole nights on a WeChat Pay that fails. */
class WechatPayNightFaultTests extends NightFaultContract {
    private static final List<String> FAULTS =
            List.of(
                    "file  | cut 0           | 1 | broke off",
                    "file  | cut 1           | 1 | broke off",
                    "file  | cut 10          | 1 | broke off",
                    "file  | cut half        | 1 | broke off",
                    "file  | cut last 8      | 1 | broke off",
                    "file  | cut last        | 1 | broke off",
                    "file  | unseen 0        | 6 | the file is empty (0 bytes)",
                    "file  | unseen 1        | 6 | it holds nothing but blanks",
                    "file  | unseen 10       | 6 | its gzip data ends early",
                    "file  | unseen half     | 6 | its gzip data ends early",
                    "file  | unseen last 8   | 6 | its gzip data ends early",
                    "file  | unseen last     | 6 | its gzip data ends early",
                    "plain | cut 0           | 1 | broke off",
                    "plain | cut 1           | 1 | broke off",
                    "plain | cut 10          | 1 | broke off",
                    "plain | cut half        | 1 | broke off",
                    "plain | cut last 8      | 1 | broke off",
                    "plain | cut last        | 1 | broke off",
                    "plain | unseen 0        | 6 | the file is empty (0 bytes)",
                    "plain | unseen 1        | 6 | have the SHA-1",
                    "plain | unseen 10       | 6 | have the SHA-1",
                    "plain | unseen half     | 6 | have the SHA-1",
                    "plain | unseen last 8   | 6 | have the SHA-1",
                    "plain | unseen last     | 6 | have the SHA-1",
                    "plain | twice           | 6 | have the SHA-1",
                    "plain | trailing        | 6 | have the SHA-1",
                    "file  | twice           | 6 | one gzip member is expected",
                    "file  | trailing        | 6 | one gzip member is expected",
                    "file  | another hash    | 6 | have the SHA-1",
                    "file  | page            | 6 | it is an HTML page",
                    "file  | bomb            | 6 | it unpacks to more than 200 times its size",
                    "file  | endless         | 1 | sends more than 1048576 bytes, the limit",
                    "file  | redirect        | 1 | answered 301: redirects are not followed",
                    "file  | private address | 1 | answered 301: redirects are not followed",
                    "file  | reset answer    | 1 | broke off",
                    "file  | reset body      | 1 | broke off",
                    "file  | trickle         | 1 | did not answer in time",
                    "file  | 401             | 2 | private-key",
                    "file  | 403             | 1 | answered 403",
                    "file  | 404             | 1 | answered 404",
                    "file  | 429             | 1 | answered 429",
                    "file  | 500             | 1 | answered 500",
                    "link  | cut half        | 1 | broke off",
                    "link  | unseen half     | 1 | signed",
                    "link  | trailing        | 1 | signed",
                    "link  | page            | 1 | signed",
                    "link  | endless         | 1 | answers with more than 8388608 bytes, the limit",
                    "link  | redirect        | 1 | answered 301: redirects are not followed",
                    "link  | private address | 1 | answered 301: redirects are not followed",
                    "link  | no handshake    | 1 | has no secure connection",
                    "link  | reset request   | 1 | has no secure connection",
                    "link  | reset answer    | 1 | broke off",
                    "link  | reset body      | 1 | broke off",
                    "link  | trickle         | 1 | did not answer in time",
                    "link  | 401             | 2 | private-key",
                    "link  | 403             | 2 | serial-no",
                    "link  | 404             | 1 | answered 404",
                    "link  | 429             | 1 | answered 429",
                    "link  | 500             | 1 | answered 500",
                    "link  | elsewhere       | 1 | is not called: it is none of the hosts allowed",
                    "link  | changed         | 1 | signature",
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
    protected List<String> faults() {
        return FAULTS;
    }

    @Override
    protected Map<String, Object> failing(String stage, String fault) throws IOException {
        WechatPayFake fake = opened();
        if (BrokenAnswers.early(fault)) {
            fake.next(BrokenAnswers.of(fault, new byte[0]).build());
        } else {
            fake.then(stage.equals("link") ? LINK : FILE, fault(fault));
        }
        Map<String, Object> api = block(fake);
        if (stage.equals("plain")) {
            api.put("tar-type", "none");
        }
        return api;
    }

    @Override
    protected Map<String, Object> busy(String retryAfter) throws IOException {
        Fault later = (_, _) -> BrokenAnswers.later(retryAfter).build();
        return block(opened().then(LINK, later, later));
    }

    @Override
    protected Map<String, Object> recovering() throws IOException {
        return block(
                opened().then(LINK, fault("500"), fault("reset answer"))
                        .then(FILE, fault("403"), fault("unseen half")));
    }

    private WechatPayFake opened() throws IOException {
        byte[] bill = Files.readAllBytes(SAMPLES.resolve("wechatpay/wechatpay-2026-11-28.csv"));
        return closing(new WechatPayFake(CLOCK)).bill(DATE, bill);
    }

    private Map<String, Object> block(WechatPayFake fake) throws IOException {
        return fake.block(Files.createDirectories(folder.resolve("keys")));
    }

    private static Fault fault(String name) {
        byte[] other = "no bill at all\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        return switch (name) {
            case "another hash" -> Faults.body(WechatPayKeys.gzip(other));
            case "bomb" -> Faults.body(Bomb.gzip());
            case "401" -> (of, _) -> of.error(401, "SIGN_ERROR", "签名错误");
            case "403" -> (of, _) -> of.error(403, "NO_AUTH", "商户无权限");
            case "elsewhere" ->
                    (of, good) -> {
                        String json = new String(good, StandardCharsets.UTF_8);
                        String to = json.replace(of.url(), "https://169.254.169.254");
                        return of.signed(200, to.getBytes(StandardCharsets.UTF_8), true).build();
                    };
            case "changed" ->
                    (of, good) ->
                            of.signed(200, good, true)
                                    .body(new String(good, StandardCharsets.UTF_8) + " ")
                                    .build();
            case "unsigned nobill" ->
                    (_, _) -> {
                        byte[] body = WechatPayFake.errorBody("NO_STATEMENT_EXIST", "没有");
                        return BrokenAnswers.sends(body).code(400).build();
                    };
            case "creating" -> (of, _) -> of.error(400, "STATEMENT_CREATING", "账单生成中");
            default -> Faults.broken(name);
        };
    }
}
