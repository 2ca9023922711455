package dev.tplus1.breaks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.entry.EntryKey;

import org.junit.jupiter.api.Test;

import java.time.LocalDate;
import java.util.List;

final class BreakIdentityTests {
    private static final LocalDate DAY = LocalDate.of(2026, 11, 28);

    @Test
    void givesTheSameIdInEveryRunAndDatabase() {
        BreakIdentity identity =
                new BreakIdentity(
                        "wechat-shop",
                        DAY,
                        EntryKey.payment("4200001"),
                        BreakType.UNKNOWN_ORDER,
                        1);

        assertThat(identity.id()).isEqualTo("54GGR8B2");
        assertThat(BreakIdentity.id(identity.hash())).isEqualTo("54GGR8B2");
        assertThat(identity.hash())
                .isEqualTo("29210c21628fa15d60390b7119118aab74b9f8c2b1b1faf641263e3cca8a612f");
    }

    @Test
    void tellsApartWhateverTheIdentityIsMadeOf() {
        EntryKey key = EntryKey.payment("T1");
        BreakType type = BreakType.UNKNOWN_ORDER;

        List<String> ids =
                List.of(
                        new BreakIdentity("a", DAY, key, type, 1).id(),
                        new BreakIdentity("b", DAY, key, type, 1).id(),
                        new BreakIdentity("a", DAY.plusDays(1), key, type, 1).id(),
                        new BreakIdentity("a", DAY, EntryKey.payment("t1"), type, 1).id(),
                        new BreakIdentity("a", DAY, EntryKey.payment("T1 "), type, 1).id(),
                        new BreakIdentity("a", DAY, EntryKey.paymentOfOrder("T1"), type, 1).id(),
                        new BreakIdentity("a", DAY, EntryKey.refund("T1"), type, 1).id(),
                        new BreakIdentity("a", DAY, key, BreakType.CUT_OFF, 1).id(),
                        new BreakIdentity("a", DAY, key, type, 2).id());

        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.matches("[0-9A-Z]{8}"));
    }
}
