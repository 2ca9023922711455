package dev.tplus1.provider.alipay;

import static dev.tplus1.provider.alipay.AlipayApiRoom.DAY;
import static dev.tplus1.provider.alipay.AlipayApiRoom.names;
import static dev.tplus1.provider.alipay.AlipayApiRoom.sends;
import static dev.tplus1.provider.alipay.AlipayApiRoom.unannounced;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.http.CallException;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource.Ready;

import mockwebserver3.SocketEffect;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** What is wrong with the bytes of a bill; nothing is with the bill itself. */
@Execution(ExecutionMode.CONCURRENT)
class AlipayBillTests {
    @TempDir Path folder;
    private AlipayApiRoom room;
    private byte[] bill;

    @BeforeEach
    void open() throws IOException {
        room = new AlipayApiRoom();
        bill = AlipayApiRoom.bill();
        room.alipay.bill(DAY, bill);
    }

    @AfterEach
    void close() {
        room.close();
    }

    private Throwable failure() {
        return room.failure(folder, UnaryOperator.identity());
    }

    private void brings() throws Exception {
        assertThat(room.api().download(DAY, folder)).isInstanceOf(Ready.class);
        assertThat(folder.resolve("alipay-2026-11-28.zip")).hasBinaryContent(bill);
        assertThat(names(folder)).containsExactly("alipay-2026-11-28.zip");
    }

    /** Where the bill is cut; negative counts from its end. */
    private int cut(String where) {
        int at = where.equals("half") ? bill.length / 2 : Integer.parseInt(where);
        return at < 0 || where.startsWith("-") ? bill.length + at : at;
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "10", "half", "-8", "-1"})
    void failsWhenTheBillIsCutBeforeTheLengthThatWasAnnounced(String where) {
        byte[] part = Arrays.copyOf(bill, cut(where));
        room.hostAnswers(
                3,
                sends(part)
                        .setHeader("content-length", bill.length)
                        .onResponseEnd(new SocketEffect.CloseSocket())
                        .build());

        Throwable thrown = failure();

        assertThat(thrown)
                .isInstanceOf(CallException.class)
                .hasMessageStartingWith("Alipay's statement of 2026-11-28: https://localhost:")
                .hasMessageContaining("broke off")
                .hasMessageEndingWith("(tried 3 times)");
        assertThat(room.alipay.gatewayCalls()).isEqualTo(3); // a link for each
    }

    @ParameterizedTest
    @CsvSource({
        "0,the host of bills sends an empty file",
        "1,the host of bills sends 1 bytes that are no ZIP: P"
    })
    void refusesAlmostNothingWithoutAnnouncedLength(int length, String message) {
        room.hostAnswers(3, unannounced(Arrays.copyOf(bill, length)));

        Throwable thrown = failure();

        assertThat(thrown).isInstanceOf(RefusedException.class).hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "half", "-8", "-1"})
    void refusesABillThatIsCutWithoutAnnouncedLength(String where) {
        room.hostAnswers(3, unannounced(Arrays.copyOf(bill, cut(where))));

        Throwable thrown = failure();

        assertThat(thrown)
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("alipay-2026-11-28.zip: the ZIP is damaged or cut off");
        assertThat(room.alipay.hostCalls()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "10", "half", "-8", "-1"})
    void bringsTheBillThatWasCutTheFirstTime(String where) throws Exception {
        room.hostAnswers(1, unannounced(Arrays.copyOf(bill, cut(where))));

        brings();

        assertThat(room.alipay.gatewayCalls()).isEqualTo(2);
        assertThat(room.pauses).hasSize(1);
    }

    @Test
    void refusesBytesAfterTheEnd() {
        room.hostAnswers(3, sends(Arrays.copyOf(bill, bill.length + 3)).build());

        assertThat(failure())
                .isInstanceOf(RefusedException.class)
                .hasMessage(
                        "alipay-2026-11-28.zip: bytes follow the end of the ZIP: it is damaged");
    }

    @Test
    void refusesAZipWithOneByteChangedInside() {
        byte[] damaged = bill.clone();
        int data = 30 + damaged[26] + damaged[28]; // behind a local header, its name and its extra
        damaged[data + 20] ^= 0x10;
        room.hostAnswers(3, sends(damaged).build());

        assertThat(failure()).isInstanceOf(RefusedException.class).hasMessageContaining("damaged");
    }

    @Test
    void refusesAZipWithoutBothFiles() throws Exception {
        byte[] detail = BusinessStatementFixture.zip(Map.of("a.csv", new byte[] {'#'}));
        room.hostAnswers(3, sends(detail).build());

        assertThat(failure())
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("a detail file and a summary are expected, found 1 files");
    }

    @Test
    void refusesABomb() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String name : List.of("a", "b")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(new byte[name.equals("a") ? 20 << 20 : 1]);
                zip.closeEntry();
            }
        }
        room.hostAnswers(3, sends(bytes.toByteArray()).build());

        assertThat(failure())
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("unpacks to more than 200 times its size");
    }

    @Test
    void takesNoMoreBytesThanAreAllowed() {
        room.hostAnswers(1, unannounced(new byte[(1 << 20) + 1]));

        Throwable thrown = room.failure(folder, values -> values.with("max-size-mib", "1"));

        assertThat(thrown)
                .isInstanceOf(CallException.class)
                .hasMessageContaining("sends more than 1048576 bytes, the limit");
        assertThat(room.alipay.hostCalls()).isOne();
    }
}
