package dev.tplus1.breaks;

/** On H2. */
final class LifeTests extends LifeContract {
    LifeTests() {
        super(BreakFixtures.inMemory());
    }
}
