package dev.tplus1.nightly;

import dev.tplus1.database.DatabaseSettings;

import java.nio.file.Path;

/** A job whose accounts cannot be run, and need not be. */
final class OutboxJob {
    private OutboxJob() {}

    static Path write(Path folder, DatabaseSettings settings, String outbox) {
        Path file = folder.resolve("outbox.yaml");
        Shop.write(
                file,
                "tplus1:\n  job: night\n  database: {url: \""
                        + settings.url()
                        + "\""
                        + (settings.username() == null
                                ? ""
                                : ", username: " + settings.username() + ", password: \"\"")
                        + "}\n  accounts:\n    - {id: shop, provider: csv, statements: {directory:"
                        + " none, file: \"*\"}}\n  outbox: "
                        + outbox
                        + "\n");
        return file;
    }
}
