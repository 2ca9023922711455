package dev.tplus1.delimited;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

class PlainTextTests {
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 15, 16, 17, 31, 40})
    void everyByteIsToldInEveryPlace(int length) {
        for (int value = 0; value < 256; value++) {
            for (int place = 0; place < length; place++) {
                byte[] text = new byte[length];
                Arrays.fill(text, (byte) (place % 2 == 0 ? ' ' : '~'));
                text[place] = (byte) value;

                boolean fits = PlainText.fits(text, 0, length, length);

                assertThat(fits)
                        .as("%d at %d", value, place)
                        .isEqualTo(value >= ' ' && value < 0x7f);
            }
        }
    }

    @Test
    void whatStandsAroundTheTextDoesNotCount() {
        byte[] bytes = "\0\0\0\0\0\0\0\0\0plain text\0\0\0\0".getBytes(StandardCharsets.US_ASCII);

        assertThat(PlainText.fits(bytes, 9, 19, 10)).isTrue();
        assertThat(PlainText.fits(bytes, 9, 12, 10)).isTrue();
        assertThat(PlainText.fits(bytes, 8, 19, 20)).isFalse();
        assertThat(PlainText.fits(bytes, 9, 20, 20)).isFalse();
    }

    @Test
    void aTextIsNoLongerThanIsAskedFor() {
        byte[] text = new byte[128];
        Arrays.fill(text, (byte) 'x');

        assertThat(PlainText.fits(text, 0, 128, 128)).isTrue();
        assertThat(PlainText.fits(text, 0, 128, 127)).isFalse();
        assertThat(PlainText.fits(text, 5, 5, 0)).isTrue();
    }
}
