package dev.tplus1.cli.breaks;

import dev.tplus1.cli.Arguments;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.nio.file.Path;

/** What all commands about breaks take. */
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
final class Shared {
    @Option(names = "--job", required = true, paramLabel = "FILE", description = "The job file.")
    private Path job;

    @Option(
            names = "--as",
            paramLabel = "NAME",
            description = "Who decides, for the audit trail; left out: this user.")
    private @Nullable String as;

    @Option(names = "--json", description = "Answer as JSON.")
    private boolean json;

    Path job() {
        return job;
    }

    boolean json() {
        return json;
    }

    String name() {
        return Arguments.decider(as);
    }
}
