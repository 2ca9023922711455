package dev.tplus1.nightly;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.BooleanSupplier;

/** A clock that a test sets; asked at a deadly moment it throws, and whoever asked dies of it. */
final class NightClock extends Clock {
    private volatile Instant now;
    private volatile BooleanSupplier deadly = () -> false;
    private volatile Runnable asked = () -> {};

    NightClock(String now) {
        this.now = Instant.parse(now);
    }

    void set(String instant) {
        now = Instant.parse(instant);
    }

    /** From then on nobody gets the time any more, as if the process were gone. */
    void dieWhen(BooleanSupplier moment) {
        deadly = moment;
    }

    void live() {
        deadly = () -> false;
        asked = () -> {};
    }

    /** Is run whenever somebody asks for the time. */
    void whenAsked(Runnable doing) {
        asked = doing;
    }

    @Override
    public Instant instant() {
        asked.run();
        if (deadly.getAsBoolean()) {
            deadly = () -> true;
            throw new IllegalStateException("killed here");
        }
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return Clock.fixed(now, zone);
    }
}
