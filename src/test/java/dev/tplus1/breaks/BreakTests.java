package dev.tplus1.breaks;

import static dev.tplus1.breaks.BreakFixtures.ACCOUNT;
import static dev.tplus1.breaks.BreakFixtures.DAY;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.entry.EntryKey;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

final class BreakTests {
    @Test
    void comesInByteOrderOfTypeKindAndIdsThenOccurrence() {
        List<Break> expected =
                List.of(
                        of(BreakType.AMOUNT_MISMATCH, EntryKey.payment("Z"), "Z", "O", "", 1),
                        of(BreakType.AMOUNT_MISMATCH, EntryKey.refund("A"), "A", "O", "A", 1),
                        of(BreakType.CUT_OFF, EntryKey.payment("A"), "A", "O", "", 1),
                        of(BreakType.CUT_OFF, EntryKey.payment("B"), "B", "O", "", 1),
                        of(BreakType.CUT_OFF, EntryKey.payment("a"), "a", "O", "", 1),
                        of(BreakType.CUT_OFF, EntryKey.payment("a "), "a ", "O", "", 1),
                        of(BreakType.CUT_OFF, EntryKey.payment("\uffee"), "\uffee", "O", "", 1),
                        of(BreakType.CUT_OFF, EntryKey.payment("😀"), "😀", "O", "", 1),
                        of(BreakType.DUPLICATE_LINE, EntryKey.refund("1"), "T", "O", "1", 1),
                        of(BreakType.DUPLICATE_LINE, EntryKey.refund("10"), "T", "O", "10", 1),
                        of(BreakType.DUPLICATE_LINE, EntryKey.refund("10"), "T", "O", "10", 2),
                        of(BreakType.DUPLICATE_LINE, EntryKey.refund("10"), "T", "O", "10", 10),
                        of(BreakType.DUPLICATE_LINE, EntryKey.refund("9"), "T", "O", "9", 1));

        List<Break> shuffled = new ArrayList<>(expected);
        Collections.shuffle(shuffled, new Random(7));
        shuffled.sort(Break.REPORT_ORDER);

        assertThat(shuffled).isEqualTo(expected);
    }

    private static Break of(
            BreakType type,
            EntryKey key,
            String transactionId,
            String orderNo,
            String refundNo,
            int occurrence) {

        return new Break(
                new BreakIdentity(ACCOUNT, DAY, key, type, occurrence),
                type,
                type.action(),
                Status.OPEN,
                transactionId,
                orderNo,
                refundNo,
                null,
                null,
                null,
                null,
                0,
                "");
    }
}
