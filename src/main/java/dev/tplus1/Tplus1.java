package dev.tplus1;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.cli.work.CommandWork;

import java.time.Clock;

/** Where the program starts: reads the command line, and starts only what that command needs. */
public final class Tplus1 {
    private Tplus1() {}

    public static void main(String[] args) {
        var environment = System.getenv();
        System.exit(
                Cli.run(
                        args,
                        Terminal.ofProcess(environment),
                        environment,
                        () -> CommandWork.ofProcess(Clock.systemUTC(), environment)));
    }
}
