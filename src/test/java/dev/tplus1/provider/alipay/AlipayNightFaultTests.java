package dev.tplus1.provider.alipay;

import dev.tplus1.http.Bomb;
import dev.tplus1.http.BrokenAnswers;
import dev.tplus1.provider.NightFaultContract;

import mockwebserver3.MockResponse;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Whole nights on an Alipay that fails. */
class AlipayNightFaultTests extends NightFaultContract {
    private static final List<String> FAULTS =
            List.of(
                    "file | unseen 0        | 6 | the host of bills sends an empty file",
                    "file | unseen 1        | 6 | sends 1 bytes that are no ZIP: P",
                    "file | unseen 10       | 6 | the ZIP is damaged or cut off",
                    "file | unseen half     | 6 | the ZIP is damaged or cut off",
                    "file | unseen last 8   | 6 | the ZIP is damaged or cut off",
                    "file | unseen last     | 6 | the ZIP is damaged or cut off",
                    "file | twice           | 6 | bytes that are none of its own are in the ZIP",
                    "file | trailing        | 6 | bytes follow the end of the ZIP: it is damaged",
                    "file | another byte    | 6 | the ZIP is damaged",
                    "file | one file        | 6 | a detail file and a summary are expected",
                    "file | another summary | 6 | summary",
                    "file | page            | 6 | bytes that are no ZIP: <!DOCTYPE html>",
                    "file | bomb            | 6 | it unpacks to more than 4294967296 bytes, the"
                            + " limit",
                    "file | bomb that lies  | 6 | it unpacks to more bytes than it says",
                    "file | endless         | 1 | sends more than 1048576 bytes, the limit",
                    "file | expired         | 1 | the link to the bill had expired",
                    "file | 401             | 1 | answered 401",
                    "file | 403             | 1 | answered 403",
                    "link | unseen 0        | 1 | does not answer as the gateway does",
                    "link | unseen 1        | 1 | does not answer as the gateway does",
                    "link | unseen 10       | 1 | does not answer as the gateway does",
                    "link | unseen half     | 1 | does not answer as the gateway does",
                    "link | unseen last 8   | 1 | does not answer as the gateway does",
                    "link | unseen last     | 1 | does not answer as the gateway does",
                    "link | twice           | 1 | does not answer as the gateway does",
                    "link | trailing        | 1 | does not answer as the gateway does",
                    "link | page            | 1 | does not answer as the gateway does",
                    "link | bomb            | 1 | answers with more than 8388608 bytes, the limit",
                    "link | endless         | 1 | answers with more than 8388608 bytes, the limit",
                    "link | 401             | 1 | answered 401",
                    "link | 403             | 1 | answered 403",
                    "link | wrong signature | 2 | private-key",
                    "link | no right        | 2 | app-id",
                    "link | changed         | 2 | public-key",
                    "link | elsewhere       | 1 | is not called: it is none of the hosts allowed",
                    "link | unsigned nobill | 1 | without a signature",
                    "link | creating        | 4 | Run again later");

    private static final String MERCHANT = "2088101122136241";

    private final byte[] bill;

    AlipayNightFaultTests() throws IOException {
        super(
                "alipay-shop",
                "provider: alipay, merchant-id: \"" + MERCHANT + "\"",
                AlipayFake.TOKEN);
        bill =
                BusinessZip.zipped(
                        Files.readAllBytes(SAMPLES.resolve("alipay/alipay-2026-11-28.csv")));
    }

    @Override
    protected List<String> stages() {
        return List.of("link", "file");
    }

    @Override
    protected List<String> faults() {
        return FAULTS;
    }

    @Override
    protected Map<String, Object> failing(String stage, String fault) throws IOException {
        AlipayFake fake = opened();
        Map<String, Object> api = block(fake);
        switch (fault) {
            case "expired" -> fake.expires(1);
            case "wrong signature" -> fake.says(no("40002", "isv.invalid-signature"));
            case "no right" -> fake.says(no("40006", "isv.insufficient-isv-permissions"));
            case "changed" -> fake.onAnswer(text -> text.replace("Success", "success"));
            case "elsewhere" -> fake.onLink(_ -> "https://169.254.169.254/bill.zip");
            case "unsigned nobill" -> {
                fake.unsigned();
                fake.says(no("40004", "isp.bill_not_exist"));
            }
            case "creating" -> {
                api.put("no-bill-after", "12h");
                fake.says(no("40004", "isp.bill_not_exist"));
            }
            default -> {
                if (stage.equals("file")) {
                    fake.hostAnswers(broken(fault));
                } else {
                    fake.gatewayBreaks(fault);
                }
            }
        }
        return api;
    }

    private static String no(String code, String detail) {
        return AlipayFake.failed(code, detail, "不");
    }

    @Override
    protected Map<String, Object> busy(String stage, String retryAfter) throws IOException {
        MockResponse later = BrokenAnswers.later(retryAfter).build();
        AlipayFake fake = opened();
        if (stage.equals("file")) {
            fake.hostAnswers(later, later);
        } else {
            fake.gatewayAnswers(later, later);
        }
        return block(fake);
    }

    @Override
    protected Map<String, Object> recovering() throws IOException {
        AlipayFake fake = opened();
        fake.gatewayAnswers(broken("500"), broken("reset answer"));
        fake.hostAnswers(broken("unseen half"));
        fake.expires(2);
        return block(fake);
    }

    @Override
    protected Map<String, Map<String, Object>> nothing() throws IOException {
        AlipayFake none = closing(new AlipayFake(CLOCK));
        AlipayFake empty = closing(new AlipayFake(CLOCK));
        empty.bill(DATE, BusinessZip.zipped(MERCHANT, List.of()));
        return Map.of("no-bill", block(none), "no-rows", block(empty));
    }

    private AlipayFake opened() throws IOException {
        AlipayFake fake = closing(new AlipayFake(CLOCK));
        fake.bill(DATE, bill);
        return fake;
    }

    private Map<String, Object> block(AlipayFake fake) throws IOException {
        Map<String, Object> block = new HashMap<>(fake.settings());
        block.put(
                "ca-file",
                Files.writeString(folder.resolve("ca.pem"), AlipayFake.certificate()).toString());
        return block;
    }

    private MockResponse broken(String fault) throws IOException {
        return switch (fault) {
            case "another byte" -> BrokenAnswers.sends(damaged()).build();
            case "one file" ->
                    BrokenAnswers.sends(
                                    BusinessStatementFixture.zip(
                                            Map.of("detail.csv", new byte[] {'#'})))
                            .build();
            case "another summary" -> BrokenAnswers.sends(otherSummary()).build();
            case "bomb" -> BrokenAnswers.sends(Bomb.zip()).build();
            case "bomb that lies" -> BrokenAnswers.sends(Bomb.zip(1000)).build();
            default -> BrokenAnswers.of(fault, bill).build();
        };
    }

    private byte[] damaged() {
        byte[] damaged = bill.clone();
        int data = 30 + damaged[26] + damaged[28]; // behind a local header, its name and its extra
        damaged[data + 20] ^= 0x10;
        return damaged;
    }

    /** The summary counts one payment more than the detail file has. */
    private byte[] otherSummary() throws IOException {
        Map<String, byte[]> entries = new HashMap<>();
        try (ZipInputStream zip =
                new ZipInputStream(new ByteArrayInputStream(bill), BusinessStatementFixture.GBK)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String text = new String(zip.readAllBytes(), BusinessStatementFixture.GBK);
                entries.put(
                        entry.getName(),
                        BusinessStatementFixture.gbk(text.replaceFirst("合计\t,\t,", "合计\t,\t,1")));
            }
        }
        return BusinessStatementFixture.zip(entries);
    }
}
