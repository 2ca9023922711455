package dev.tplus1.provider.alipay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tplus1.http.BrokenAnswers;
import dev.tplus1.http.FaultsFirst;
import dev.tplus1.provider.api.RsaSha256;

import mockwebserver3.MockResponse;
import mockwebserver3.MockResponseBody;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

import okio.Buffer;
import okio.BufferedSink;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.charset.Charset;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.LocalDate;
import java.util.Base64;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import javax.net.ssl.SSLSocketFactory;

/**
 * Alipay's gateway and its host of bills, over TLS: verifies what it is asked by the merchant's
 * public key, signs what it answers, and hands out links that are good for one download. Days have
 * the bills that it is given, all others have none. Thread-safe.
 */
public final class AlipayFake implements AutoCloseable {
    public static final String APP_ID = "2014072300007148";

    /** Begins the token of every link, so that a message that shows one is found. */
    public static final String TOKEN = "t0kenThatNobodyMaySee";

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String BILL = "alipay.data.dataservice.bill.downloadurl.query";
    private static final KeyPair MERCHANT = keys();
    private static final KeyPair ALIPAY = keys();
    private static final HeldCertificate CERTIFICATE =
            new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();
    private static final SSLSocketFactory SOCKETS =
            new HandshakeCertificates.Builder()
                    .heldCertificate(CERTIFICATE)
                    .build()
                    .sslSocketFactory();

    private final Clock clock;
    private final MockWebServer gateway = new MockWebServer();
    private final MockWebServer host = new MockWebServer();
    private final Map<String, MockResponseBody> bills = new ConcurrentHashMap<>();
    private final Map<String, String> links = new ConcurrentHashMap<>();
    private final Map<String, ObjectNode> states = new ConcurrentHashMap<>();
    private final FaultsFirst atGateway = new FaultsFirst(this::answered);
    private final FaultsFirst atHost = new FaultsFirst(this::downloaded);
    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private final AtomicInteger expiring = new AtomicInteger();
    private volatile UnaryOperator<String> onRequest = UnaryOperator.identity();
    private volatile UnaryOperator<String> onAnswer = UnaryOperator.identity();
    private volatile UnaryOperator<String> onLink = UnaryOperator.identity();
    private volatile boolean signs = true;

    public AlipayFake(Clock clock) throws IOException {
        this.clock = clock;
        start(gateway, atGateway);
        start(host, atHost);
    }

    private static void start(MockWebServer server, FaultsFirst dispatcher) throws IOException {
        server.useHttps(SOCKETS);
        dispatcher.start(server);
    }

    // --- what a job file says of it

    /** The api block, but for {@code ca-file}, which names a file of {@link #certificate}. */
    public Map<String, String> settings() {
        return Map.of(
                "url",
                "https://localhost:" + gateway.getPort() + "/gateway.do",
                "app-id",
                APP_ID,
                "private-key",
                base64(MERCHANT.getPrivate()),
                "public-key",
                base64(ALIPAY.getPublic()),
                "bill-hosts",
                "localhost:" + host.getPort());
    }

    /** What it shows of itself on every connection, as PEM. */
    public static String certificate() {
        return CERTIFICATE.certificatePem();
    }

    /** The merchant's own public key, which some take for Alipay's. */
    public static String merchantPublicKey() {
        return base64(MERCHANT.getPublic());
    }

    // --- what it knows

    /** A day's ZIP. */
    public void bill(LocalDate day, byte[] zip) {
        bill(
                day,
                new MockResponseBody() {
                    @Override
                    public long getContentLength() {
                        return zip.length;
                    }

                    @Override
                    public void writeTo(BufferedSink sink) throws IOException {
                        sink.write(zip);
                    }
                });
    }

    /** The same of any size. */
    public void bill(LocalDate day, MockResponseBody zip) {
        bills.put(day.toString(), zip);
    }

    /** What the gateway answers for a day without a bill. */
    public byte[] noBill() {
        return body(BILL, failed("40004", "isp.bill_not_exist", "账单不存在"), true).getBytes(UTF_8);
    }

    /** What is known of a trade, by both of its numbers. */
    public void trade(String orderNo, String tradeNo, Map<String, String> fields) {
        ObjectNode node = done().put("out_trade_no", orderNo).put("trade_no", tradeNo);
        fields.forEach(node::put);
        states.put("out_trade_no " + orderNo, node);
        states.put("trade_no " + tradeNo, node);
    }

    /** What is known of a refund of that trade. */
    public void refund(String orderNo, String tradeNo, String no, Map<String, String> fields) {
        ObjectNode node =
                done().put("out_trade_no", orderNo)
                        .put("trade_no", tradeNo)
                        .put("out_request_no", no);
        fields.forEach(node::put);
        states.put("out_trade_no " + orderNo + " " + no, node);
        states.put("trade_no " + tradeNo + " " + no, node);
    }

    // --- what it does wrong

    /** The next answers of the gateway, whatever it is asked. */
    public void gatewayAnswers(MockResponse... answers) {
        atGateway.next(answers);
    }

    /** The next answers of the gateway are as usual. */
    public void gatewayAnswersAsUsual(int times) {
        atGateway.usual(times);
    }

    /** The next answer of the gateway is broken in a way that {@link BrokenAnswers} knows. */
    public void gatewayBreaks(String fault) {
        if (BrokenAnswers.early(fault)) {
            atGateway.next(BrokenAnswers.of(fault, new byte[0]).build());
        } else {
            atGateway.then(answer -> BrokenAnswers.of(fault, answer));
        }
    }

    /** Changes the next answer of the gateway, after it was signed. */
    void gatewaySpoils(UnaryOperator<String> change) {
        atGateway.then(
                answer -> answer.body(change.apply(new String(BrokenAnswers.body(answer), UTF_8))));
    }

    /** The next answer of the gateway is to this method, whatever was asked: a signed object. */
    void gatewaySays(String method, String object) {
        atGateway.then(_ -> json(body(method, object, true)).newBuilder());
    }

    /** The next answers of the host of bills. */
    public void hostAnswers(MockResponse... answers) {
        atHost.next(answers);
    }

    /** The next answer of the gateway to a good request: an object, which it signs. */
    public void says(String object) {
        said.add(object);
    }

    /** The next links are too old when they are used. */
    public void expires(int next) {
        expiring.set(next);
    }

    /** Changes the form that it is sent, before it verifies it. */
    public void onRequest(UnaryOperator<String> change) {
        onRequest = change;
    }

    /** Changes whole answers, after they were signed. */
    public void onAnswer(UnaryOperator<String> change) {
        onAnswer = change;
    }

    /** Changes links, before they are signed. */
    public void onLink(UnaryOperator<String> change) {
        onLink = change;
    }

    public void unsigned() {
        signs = false;
    }

    // --- what it was asked

    public int gatewayCalls() {
        return atGateway.calls();
    }

    public int hostCalls() {
        return atHost.calls();
    }

    @Override
    public void close() {
        gateway.close();
        host.close();
    }

    // --- how it answers

    private MockResponse answered(RecordedRequest request) {
        AlipayRequest asked = new AlipayRequest(request, onRequest);
        String method = asked.method();
        String refusal = asked.refusal(MERCHANT.getPublic(), clock);
        if (refusal.equals("isv.invalid-app-id")) {
            return json(body(method, failed("40002", refusal, "无效的AppID参数"), false));
        }
        if (!refusal.isEmpty()) {
            return json(body(method, failed("40002", refusal, "无效的参数"), signs));
        }
        String object = said.poll();
        return json(
                body(
                        method,
                        object == null ? business(method, JSON.readTree(asked.content())) : object,
                        signs));
    }

    private String business(String method, JsonNode content) {
        if (method.equals(BILL)) {
            String day = content.path("bill_date").stringValue("");
            return bills.containsKey(day)
                    ? done().put("bill_download_url", link(content, day)).toString()
                    : failed("40004", "isp.bill_not_exist", "账单不存在");
        }
        String by = content.has("trade_no") ? "trade_no" : "out_trade_no";
        String trade = by + " " + content.path(by).stringValue("");
        ObjectNode known = states.get(trade);
        if (known == null) {
            return failed("40004", "ACQ.TRADE_NOT_EXIST", "交易不存在");
        }
        if (method.equals("alipay.trade.fastpay.refund.query")) {
            ObjectNode refund =
                    states.get(trade + " " + content.path("out_request_no").stringValue(""));
            return (refund == null ? done() : refund).toString();
        }
        return known.toString();
    }

    private String link(JsonNode content, String day) {
        String token = TOKEN + UUID.randomUUID();
        links.put(token, expiring.getAndDecrement() > 0 ? "" : day);
        return onLink.apply(
                "http://localhost:"
                        + host.getPort()
                        + "/downloadBillFile.resource?bizType="
                        + content.path("bill_type").stringValue("")
                        + "&userId=20880000000000000156&fileType=csv.zip&bizDates="
                        + day.replace("-", "")
                        + "&downloadFileName=20880000000000000156_"
                        + day.replace("-", "")
                        + ".csv.zip&token="
                        + token);
    }

    private MockResponse downloaded(RecordedRequest request) {
        String token = request.getUrl().queryParameter("token");
        String day = token == null ? null : links.remove(token);
        MockResponseBody bill = day == null || day.isEmpty() ? null : bills.get(day);
        if (bill == null) {
            return new MockResponse.Builder()
                    .body(new Buffer().writeString("下载超时，请重新下载", Charset.forName("GBK")))
                    .build();
        }
        return new MockResponse.Builder()
                .addHeader("content-length", bill.getContentLength())
                .body(bill)
                .build();
    }

    private String body(String method, String object, boolean signed) {
        String name = method.isEmpty() ? "error_response" : method.replace('.', '_') + "_response";
        String sign =
                signed
                        ? ",\"sign\":\""
                                + RsaSha256.sign(ALIPAY.getPrivate(), object.getBytes(UTF_8))
                                + "\""
                        : "";
        return onAnswer.apply("{\"" + name + "\":" + object + sign + "}");
    }

    /** An object that says yes. */
    static ObjectNode done() {
        return JSON.createObjectNode().put("code", "10000").put("msg", "Success");
    }

    /** An object that says no. */
    public static String failed(String code, String detail, String words) {
        return JSON.createObjectNode()
                .put("code", code)
                .put("msg", "Business Failed")
                .put("sub_code", detail)
                .put("sub_msg", words)
                .toString();
    }

    private static MockResponse json(String body) {
        return new MockResponse.Builder()
                .addHeader("content-type", "text/html;charset=utf-8") // as the gateway has it
                .body(body)
                .build();
    }

    private static String base64(Key key) {
        return Base64.getEncoder().encodeToString(key.getEncoded());
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(1024); // Alipay's have 2048, which take ten times as long
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
