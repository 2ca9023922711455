package dev.tplus1.nightly.purge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the purge of a job holds meanwhile. */
class PurgeWorkTests {
    /** Of a lease's account, beside the colon by which it is of no account. */
    private static final int ROOM = 63;

    @Test
    void fitsTheLeasesTableAndIsOneJobsOnly() {
        String one = "a".repeat(63) + "1";
        String two = "a".repeat(63) + "2";

        assertThat(Purge.work("shop")).isEqualTo("purge shop");
        assertThat(Purge.work("a".repeat(57))).hasSize(ROOM);
        assertThat(Purge.work(one)).hasSizeLessThanOrEqualTo(ROOM).isNotEqualTo(Purge.work(two));
    }

    @Test
    void isNotSharedByLongIdsThatAHashTableWouldConfuse() {
        String one = "a".repeat(61) + "Aa";
        String two = "a".repeat(61) + "BB";

        String work = Purge.work(one);

        assertThat(one).hasSameHashCodeAs(two);
        assertThat(work).hasSizeLessThanOrEqualTo(ROOM).isNotEqualTo(Purge.work(two));
    }
}
