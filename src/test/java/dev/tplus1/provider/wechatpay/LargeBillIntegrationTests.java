package dev.tplus1.provider.wechatpay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.StatementSource.Ready;
import dev.tplus1.statement.Statements;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

/** A bill of two million rows in a heap that could not hold it. */
class LargeBillIntegrationTests {
    private static final int ROWS = 2_000_000;
    private static final long PATIENCE_SECONDS = 300;

    @TempDir Path folder;

    @Test
    void fetchesChecksAndReadsTwoMillionRows() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        MessageDigest digest = MessageDigest.getInstance("SHA-1");
        try (OutputStream bill =
                new DigestOutputStream(new GZIPOutputStream(packed, 1 << 16), digest)) {
            writeBill(bill);
        }
        Process process;
        Path said = folder.resolve("said");
        try (WechatPayFake fake =
                new WechatPayFake(Clock.fixed(WechatPayAccount.NOW, ZoneOffset.UTC))) {
            fake.packedBill(
                    WechatPayAccount.DAY,
                    packed.toByteArray(),
                    HexFormat.of().formatHex(digest.digest()));
            fake.block(folder);
            process =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-Xmx256m",
                                    "-XX:+UseSerialGC",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Reader.class.getName(),
                                    fake.url(),
                                    folder.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(said.toFile())
                            .start();
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(Files.readString(said))
                .isEqualTo("wechatpay/all: " + ROWS + " rows, 300000000 fen\n");
        assertThat(process.exitValue()).isZero();
    }

    private static void writeBill(OutputStream bill) throws Exception {
        List<String> one =
                new TradeBillFixture(TradeBillFixture.ALL, TradeBillFixture.FOOTER)
                        .payment("ID", "ORDER", "1.50", "1.50", "0.00900")
                        .lines();
        bill.write(("\ufeff" + one.get(0) + "\r\n").getBytes(StandardCharsets.UTF_8));
        String[] parts = one.get(1).split("ID|ORDER", -1);
        for (int i = 0; i < ROWS; i++) {
            String row =
                    parts[0]
                            + (4_200_000_000_000_000L + i * 7919L)
                            + parts[1]
                            + "S"
                            + i
                            + parts[2]
                            + "\r\n";
            bill.write(row.getBytes(StandardCharsets.UTF_8));
        }
        String totals =
                one.get(2)
                        + "\r\n`"
                        + ROWS
                        + ",`3000000.00,`0.00,`0.00,`18000.00000,`3000000.00,`0.00\r\n";
        bill.write(totals.getBytes(StandardCharsets.UTF_8));
    }

    /** The process of little memory: where the service is, and the folder with the keys. */
    static final class Reader {
        private Reader() {}

        public static void main(String[] args) throws Exception {
            Path folder = Path.of(args[1]);
            WechatPayValues values =
                    new WechatPayValues(
                            Map.of(
                                    "url",
                                    args[0],
                                    "serial-no",
                                    WechatPayFake.SERIAL_NO,
                                    "ca-file",
                                    folder.resolve("ca.pem"),
                                    "private-key-file",
                                    folder.resolve("apiclient_key.pem"),
                                    "platform-keys",
                                    Map.of(
                                            WechatPayFake.PUBLIC_KEY_ID,
                                            folder.resolve("pub_key.pem").toString())));
            ApiMeans means =
                    new ApiMeans(
                            Clock.fixed(WechatPayAccount.NOW, ZoneOffset.UTC),
                            (_, _) -> {},
                            () -> false);
            Path download = Files.createDirectory(folder.resolve("download"));
            try (ProviderApi api = WechatPayApiSettings.read(values).open(means)) {
                Ready ready = (Ready) api.download(WechatPayAccount.DAY, download);
                try (Statement read = Statements.read(TradeBillFixture.format(), ready.files())) {
                    var total = read.counted().totals().getFirst();
                    System.out.println(
                            read.layout()
                                    + ": "
                                    + total.count()
                                    + " rows, "
                                    + total.minor()
                                    + " fen");
                }
            }
        }
    }
}
