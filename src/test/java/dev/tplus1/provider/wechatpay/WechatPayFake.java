package dev.tplus1.provider.wechatpay;

import dev.tplus1.http.FaultsFirst;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import okhttp3.HttpUrl;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

import okio.Buffer;
import okio.ByteString;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.net.ssl.SSLSocketFactory;

/**
 * WeChat Pay's API v3 over TLS, of one merchant: it takes only requests that this merchant signed,
 * now and once, signs what it answers, and serves whatever bills and orders it is given.
 * Thread-safe.
 */
public final class WechatPayFake implements AutoCloseable {
    public static final String MERCHANT = "1230000109";
    public static final String SERIAL_NO = "5157F09EFDC096DE15EBE81A47057A7232F1B8E1";
    public static final String PUBLIC_KEY_ID = "PUB_KEY_ID_0112300001092026112800";
    static final String LINK = "/v3/bill/tradebill";
    static final String FILE = "/v3/billdownload/file";

    private static final HeldCertificate TLS =
            new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();

    /** Made once, since it takes long. */
    private static final SSLSocketFactory SOCKETS =
            new HandshakeCertificates.Builder().heldCertificate(TLS).build().sslSocketFactory();

    private static final Pattern AUTHORIZATION =
            Pattern.compile(
                    "WECHATPAY2-SHA256-RSA2048 mchid=\"([^\"]+)\",nonce_str=\"([^\"]+)\","
                        + "timestamp=\"([0-9]+)\",serial_no=\"([^\"]+)\",signature=\"([^\"]+)\"");
    private static final long FIVE_MINUTES = 300;

    private final Clock clock;
    private final MockWebServer server = new MockWebServer();
    private final FaultsFirst dispatcher = new FaultsFirst(this::answered);
    private final Map<LocalDate, Bill> bills = new ConcurrentHashMap<>();
    private final Set<LocalDate> creating = ConcurrentHashMap.newKeySet();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final Map<String, ByteString> links = new ConcurrentHashMap<>();
    private final Set<String> nonces = ConcurrentHashMap.newKeySet();
    private final Map<String, Deque<Fault>> faults = new ConcurrentHashMap<>();
    private final List<String> targets = new CopyOnWriteArrayList<>();
    private final AtomicInteger tokens = new AtomicInteger();

    /** What is done instead of giving a good answer. */
    interface Fault {
        /** Answers, given the body of the good answer. */
        MockResponse answer(WechatPayFake fake, byte[] good);
    }

    /** A bill both ways, and the hash of it unpacked. */
    private record Bill(ByteString plain, ByteString packed, String sha1) {}

    public WechatPayFake(Clock clock) throws IOException {
        this.clock = clock;
        server.useHttps(SOCKETS);
        dispatcher.start(server);
    }

    /** The bill of a day, as it is before it is packed. */
    public WechatPayFake bill(LocalDate date, byte[] csv) {
        bills.put(
                date,
                new Bill(
                        ByteString.of(csv),
                        ByteString.of(WechatPayKeys.gzip(csv)),
                        WechatPayKeys.sha1(csv)));
        return this;
    }

    /** The bill of a day as it hands it out packed. */
    public byte[] packed(LocalDate date) {
        return Objects.requireNonNull(bills.get(date)).packed().toByteArray();
    }

    /** What it answers for a day without a bill. */
    public static byte[] noBill() {
        return errorBody("NO_STATEMENT_EXIST", "请求的账单文件不存在");
    }

    /** The bill of a day, packed only. */
    WechatPayFake packedBill(LocalDate date, byte[] packed, String sha1) {
        bills.put(date, new Bill(ByteString.EMPTY, ByteString.of(packed), sha1));
        return this;
    }

    /** The bill of this day is still being made. Other days without a bill have none. */
    public WechatPayFake creating(LocalDate date) {
        creating.add(date);
        return this;
    }

    /**
     * An order or a refund.
     *
     * @param target path and query by which it is asked for
     */
    public WechatPayFake answers(String target, String json) {
        answers.put(target, json);
        return this;
    }

    /** A payment as a direct merchant's query by its order number shows it, amounts in fen. */
    public WechatPayFake order(String orderNo, String transactionId, String state, long fen) {
        return answers(
                "/v3/pay/transactions/out-trade-no/" + orderNo + "?mchid=" + MERCHANT,
                transaction(orderNo, transactionId, state, fen));
    }

    static String transaction(String orderNo, String transactionId, String state, long fen) {
        return """
        {"mchid":"%s","out_trade_no":"%s","transaction_id":"%s","trade_state":"%s",\
        "amount":{"total":%d,"payer_total":%d,"currency":"CNY"}}\
        """
                .formatted(MERCHANT, orderNo, transactionId, state, fen, fen);
    }

    /** A refund as a direct merchant's query shows it, in fen. */
    public WechatPayFake refund(String refundNo, String transactionId, String state, long fen) {
        return answers(
                "/v3/refund/domestic/refunds/" + refundNo,
                """
                {"refund_id":"50300","out_refund_no":"%s","transaction_id":"%s","status":"%s",\
                "amount":{"total":%d,"refund":%d,"currency":"CNY"}}\
                """
                        .formatted(refundNo, transactionId, state, fen * 2, fen));
    }

    /** What the next requests to a path get, one each, after they were found to be signed. */
    WechatPayFake then(String path, Fault... next) {
        faults.computeIfAbsent(path, _ -> new ArrayDeque<>()).addAll(List.of(next));
        return this;
    }

    /** What the next requests get, whatever they are. */
    public void next(MockResponse... answers) {
        dispatcher.next(answers);
    }

    /** The next requests are answered as usual. */
    void usual(int times) {
        dispatcher.usual(times);
    }

    /** Path and query of all requests so far. */
    public List<String> targets() {
        return List.copyOf(targets);
    }

    public String url() {
        return "https://localhost:" + server.getPort();
    }

    /** The {@code api} block of a job file for it, whose files are written into a folder. */
    public Map<String, Object> block(Path folder) {
        Map<String, Object> block = new TreeMap<>();
        block.put("url", url());
        block.put("ca-file", WechatPayKeys.written(folder.resolve("ca.pem"), TLS.certificatePem()));
        block.put("serial-no", SERIAL_NO);
        Path key = folder.resolve("apiclient_key.pem");
        block.put(
                "private-key-file",
                WechatPayKeys.written(key, WechatPayKeys.pem(WechatPayKeys.MERCHANT.getPrivate())));
        Path platform = folder.resolve("pub_key.pem");
        block.put(
                "platform-keys",
                Map.of(
                        PUBLIC_KEY_ID,
                        WechatPayKeys.written(
                                platform, WechatPayKeys.publicPem(WechatPayKeys.PLATFORM))));
        return block;
    }

    private MockResponse answered(RecordedRequest request) {
        String target = request.getTarget();
        targets.add(target);
        String problem = problem(request);
        if (!problem.isEmpty()) {
            return error(401, "SIGN_ERROR", problem);
        }
        HttpUrl url = request.getUrl();
        String path = url.encodedPath();
        boolean publicKey = PUBLIC_KEY_ID.equals(request.getHeaders().get("wechatpay-serial"));
        return switch (path) {
            case LINK -> link(url, publicKey);
            case FILE -> file(url);
            default -> {
                String json = answers.get(target);
                yield good(
                        path,
                        json == null ? null : json.getBytes(StandardCharsets.UTF_8),
                        publicKey,
                        error(404, "RESOURCE_NOT_EXISTS", "查询的资源不存在"));
            }
        };
    }

    private MockResponse link(HttpUrl url, boolean publicKey) {
        LocalDate date = LocalDate.parse(query(url, "bill_date"));
        Bill bill = bills.get(date);
        MockResponse without =
                creating.contains(date)
                        ? error(400, "STATEMENT_CREATING", "账单生成中")
                        : error(400, "NO_STATEMENT_EXIST", "请求的账单文件不存在");
        if (bill == null) {
            return good(LINK, null, publicKey, without);
        }
        boolean packed = "GZIP".equals(url.queryParameter("tar_type"));
        String token = "token-%06d".formatted(tokens.incrementAndGet());
        links.put(token, packed ? bill.packed() : bill.plain());
        String json =
                """
                {"hash_type":"SHA1","hash_value":"%s","download_url":"%s%s?token=%s&tartype=%s"}\
                """
                        .formatted(bill.sha1(), url(), FILE, token, packed ? "gzip" : "");
        return good(LINK, json.getBytes(StandardCharsets.UTF_8), publicKey, without);
    }

    private MockResponse file(HttpUrl url) {
        ByteString bytes = links.get(query(url, "token"));
        if (bytes == null) {
            return error(400, "INVALID_REQUEST", "no such link");
        }
        Fault fault = next(FILE);
        return fault != null
                ? fault.answer(this, bytes.toByteArray())
                : new MockResponse.Builder().body(new Buffer().write(bytes)).build();
    }

    /**
     * @param json the good answer; null where there is none
     */
    private MockResponse good(
            String path, byte @Nullable [] json, boolean publicKey, MockResponse without) {
        Fault fault = next(path);
        if (fault != null) {
            return fault.answer(this, json == null ? new byte[0] : json);
        }
        return json == null ? without : signed(200, json, publicKey).build();
    }

    private @Nullable Fault next(String path) {
        Deque<Fault> next = faults.get(path);
        return next == null ? null : next.poll();
    }

    private static String query(HttpUrl url, String name) {
        return Objects.requireNonNull(url.queryParameter(name), name);
    }

    /** Why a request is not accepted; empty when it is. */
    private String problem(RecordedRequest request) {
        String header = String.valueOf(request.getHeaders().get("authorization"));
        Matcher parts = AUTHORIZATION.matcher(header);
        if (!parts.matches()) {
            return "no authorization";
        }
        long at = Long.parseLong(parts.group(3));
        if (!parts.group(1).equals(MERCHANT) || !parts.group(4).equals(SERIAL_NO)) {
            return "another merchant or certificate";
        }
        if (Math.abs(at - clock.instant().getEpochSecond()) > FIVE_MINUTES) {
            return "another time";
        }
        String text =
                request.getMethod()
                        + "\n"
                        + request.getTarget()
                        + "\n"
                        + at
                        + "\n"
                        + parts.group(2)
                        + "\n\n";
        if (!WechatPayKeys.verified(text, parts.group(5))) {
            return "another signature";
        }
        return nonces.add(parts.group(2)) ? "" : "a nonce that was there before";
    }

    /** An error of WeChat Pay's, signed as all of its business errors are here. */
    MockResponse error(int status, String code, String message) {
        return signed(status, errorBody(code, message), true).build();
    }

    static byte[] errorBody(String code, String message) {
        return "{\"code\":\"%s\",\"message\":\"%s\"}"
                .formatted(code, message)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** An answer with its signature, which then may be spoilt. */
    MockResponse.Builder signed(int status, byte[] body, boolean publicKey) {
        String timestamp = Long.toString(clock.instant().getEpochSecond());
        return signed(status, body, publicKey, timestamp);
    }

    MockResponse.Builder signed(int status, byte[] body, boolean publicKey, String timestamp) {
        String nonce = "c5ac7061fccab6bf3e254dcf98995b8c";
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes((timestamp + "\n" + nonce + "\n").getBytes(StandardCharsets.UTF_8));
        text.writeBytes(body);
        text.write('\n');
        KeyPair pair = publicKey ? WechatPayKeys.PLATFORM : WechatPayKeys.OLD_PLATFORM;
        String serial =
                publicKey
                        ? PUBLIC_KEY_ID
                        : WechatPayKeys.CERTIFICATE_SERIAL.toString(16).toUpperCase(Locale.ROOT);
        return new MockResponse.Builder()
                .code(status)
                .addHeader("Content-Type", "application/json; charset=utf-8")
                .addHeader("Wechatpay-Timestamp", timestamp)
                .addHeader("Wechatpay-Nonce", nonce)
                .addHeader("Wechatpay-Serial", serial)
                .addHeader("Wechatpay-Signature-Type", "WECHATPAY2-SHA256-RSA2048")
                .addHeader("Wechatpay-Signature", WechatPayKeys.signature(pair, text.toByteArray()))
                .body(new Buffer().write(body));
    }

    @Override
    public void close() {
        server.close();
    }
}
