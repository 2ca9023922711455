package dev.tplus1.breaks;

import dev.tplus1.database.TestServer;

/** On a real server. */
final class LifeIntegrationTests extends LifeContract {
    LifeIntegrationTests() {
        super(new BreakFixtures(TestServer.newDatabase()));
    }
}
