package dev.tplus1.report.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class SparklineTests {
    @Test
    void drawsTheMostAsTheTallest() {
        Sparkline line = Sparkline.of(List.of(0L, 5L, 10L), "10");

        assertThat(line.width()).isEqualTo(11);
        assertThat(line.bars())
                .containsExactly(
                        new Sparkline.Bar(0, "27.0", "1.0", "old", false),
                        new Sparkline.Bar(4, "16.0", "12.0", "old", false),
                        new Sparkline.Bar(8, "4.0", "24.0", "now", false));
        assertThat(line.least()).isZero();
        assertThat(line.most()).isEqualTo(10);
    }

    @Test
    void cutsWhatWouldHideTheOthers() {
        Sparkline line = Sparkline.of(List.of(4L, 734L, 2L), "2");

        assertThat(line.bars()).extracting(Sparkline.Bar::cut).containsExactly(false, true, false);
        assertThat(line.bars())
                .extracting(Sparkline.Bar::height)
                .containsExactly("16.0", "24.0", "8.0");
        assertThat(Sparkline.of(List.of(4L, 20L), "20").bars().getLast().cut()).isFalse();
        assertThat(Sparkline.of(List.of(0L, 20L), "20").bars().getLast().cut()).isFalse();
    }

    @Test
    void tellsADateWithoutStatementFromOneWithoutBreaks() {
        Sparkline line = Sparkline.of(List.of(Sparkline.NONE, 0L), "0");

        assertThat(line.bars()).extracting(Sparkline.Bar::kind).containsExactly("none", "now");
        assertThat(line.most()).isZero();
    }

    @Test
    void drawsNothingKnown() {
        Sparkline line = Sparkline.of(List.of(Sparkline.NONE, Sparkline.NONE), "none");

        assertThat(line.bars()).extracting(Sparkline.Bar::kind).containsOnly("none");
        assertThat(line.most()).isZero();
    }
}
