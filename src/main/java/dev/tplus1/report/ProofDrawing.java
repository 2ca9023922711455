package dev.tplus1.report;

import dev.tplus1.report.words.Shown;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;

/**
 * The waterfall beside a proof: a bar for each line, on a scale from a round amount below the
 * lowest running total to one above the highest. All positions are percent of the column's width.
 *
 * @param bars one for each line
 * @param cut whether the scale does not start at 0
 */
record ProofDrawing(List<Tick> ticks, List<Bar> bars, boolean cut) {
    /** A labelled place of the scale; {@code anchor} is SVG's text-anchor. */
    record Tick(String at, String label, String anchor) {}

    /**
     * What is drawn in a line.
     *
     * @param fill empty where no bar is drawn
     * @param before where the running total comes in from above, empty in the first line
     * @param after where it goes on below, empty in the last line
     */
    record Bar(String fill, String at, String width, String before, String after) {}

    private static final BigDecimal LEFT = BigDecimal.TEN;
    private static final BigDecimal RIGHT = BigDecimal.valueOf(97);

    /** So that 0.01 can be seen. */
    private static final BigDecimal THINNEST = new BigDecimal("0.45");

    private static final int STEPS = 4;

    static ProofDrawing of(List<ProofTable.Line> lines, Currency currency) {
        BigInteger running = BigInteger.ZERO;
        List<BigInteger> from = new ArrayList<>();
        List<BigInteger> to = new ArrayList<>();
        for (ProofTable.Line line : lines) {
            boolean total = line.fill().equals("total");
            BigInteger minor = BigInteger.valueOf(line.minor());
            boolean moves = !line.fill().isEmpty() && !line.fill().equals("stop");
            BigInteger next = total ? minor : moves ? running.add(minor) : running;
            from.add(running);
            to.add(next);
            running = next;
        }
        Scale scale = Scale.over(to);
        List<Bar> bars = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String before = i == 0 ? "" : scale.at(from.get(i)).toPlainString();
            String after = i == lines.size() - 1 ? "" : scale.at(to.get(i)).toPlainString();
            bars.add(bar(lines.get(i).fill(), scale, from.get(i), to.get(i), before, after));
        }
        return new ProofDrawing(scale.ticks(currency), bars, scale.floor().signum() != 0);
    }

    private static Bar bar(
            String fill, Scale scale, BigInteger from, BigInteger to, String before, String after) {
        BigDecimal end = scale.at(to);
        if (fill.isEmpty() || fill.equals("stop")) {
            return new Bar("", "0", "0", before, after);
        }
        if (fill.equals("total")) {
            return new Bar(fill, "0", end.toPlainString(), before, after);
        }
        BigDecimal start = scale.at(from);
        BigDecimal width = end.subtract(start).abs().max(THINNEST);
        return new Bar(fill, start.min(end).toPlainString(), width.toPlainString(), before, after);
    }

    /** From floor to ceiling, both multiples of the step. */
    private record Scale(BigInteger floor, BigInteger ceiling, BigInteger step) {
        static Scale over(List<BigInteger> totals) {
            BigInteger low = totals.stream().reduce(BigInteger::min).orElse(BigInteger.ZERO);
            BigInteger high = totals.stream().reduce(BigInteger::max).orElse(BigInteger.ZERO);
            BigInteger span = high.subtract(low);
            if (span.signum() == 0) {
                span = high.abs().max(BigInteger.TEN);
            }
            BigInteger step = round(span);
            BigInteger floor = multiple(low, step, RoundingMode.FLOOR);
            if (floor.equals(low) && low.signum() != 0) {
                floor = floor.subtract(step);
            }
            if (low.signum() >= 0 && floor.compareTo(step) <= 0) {
                floor = BigInteger.ZERO;
            }
            BigInteger ceiling = multiple(high, step, RoundingMode.CEILING);
            if (ceiling.equals(floor)) {
                ceiling = ceiling.add(step);
            }
            return new Scale(floor, ceiling, step);
        }

        /** 1, 2 or 5 and zeros: at least a fourth of the span. */
        private static BigInteger round(BigInteger span) {
            BigInteger wanted = span.divide(BigInteger.valueOf(STEPS)).max(BigInteger.ONE);
            BigInteger power = BigInteger.TEN.pow(wanted.toString().length() - 1);
            for (int factor : new int[] {1, 2, 5}) {
                BigInteger step = power.multiply(BigInteger.valueOf(factor));
                if (step.compareTo(wanted) >= 0) {
                    return step;
                }
            }
            return power.multiply(BigInteger.TEN);
        }

        private static BigInteger multiple(BigInteger value, BigInteger step, RoundingMode mode) {
            return new BigDecimal(value)
                    .divide(new BigDecimal(step), 0, mode)
                    .toBigIntegerExact()
                    .multiply(step);
        }

        BigDecimal at(BigInteger value) {
            BigDecimal left = floor.signum() == 0 ? BigDecimal.ZERO : LEFT;
            return new BigDecimal(value.subtract(floor))
                    .multiply(RIGHT.subtract(left))
                    .divide(new BigDecimal(ceiling.subtract(floor)), 2, RoundingMode.HALF_UP)
                    .add(left);
        }

        List<Tick> ticks(Currency currency) {
            BigInteger steps = ceiling.subtract(floor).divide(step);
            BigInteger middle = floor.add(steps.divide(BigInteger.TWO).multiply(step));
            List<Tick> ticks = new ArrayList<>();
            ticks.add(tick(floor, currency, "start"));
            if (!middle.equals(floor)) {
                ticks.add(tick(middle, currency, "middle"));
            }
            ticks.add(tick(ceiling, currency, "end"));
            return ticks;
        }

        private Tick tick(BigInteger value, Currency currency, String anchor) {
            BigDecimal amount = new BigDecimal(value, currency.getDefaultFractionDigits());
            BigDecimal whole = amount.stripTrailingZeros();
            return new Tick(
                    at(value).toPlainString(),
                    Shown.grouped(whole.scale() <= 0 ? whole : amount),
                    anchor);
        }
    }
}
