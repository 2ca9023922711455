package dev.tplus1.nightly;

import dev.tplus1.alert.Digest;
import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;

import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Whom a job tells: receivers of webhooks, which answer what the test wants. */
final class Told implements AutoCloseable {
    static final String SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

    /** What each channel got and took, in that order. */
    final List<Digest> taken = new CopyOnWriteArrayList<>();

    /** The channels' names for all that was posted, taken or not. */
    final List<String> posted = new CopyOnWriteArrayList<>();

    final Map<String, Integer> answers = new ConcurrentHashMap<>();
    private final MockWebServer server = new MockWebServer();

    Told() {
        server.setDispatcher(
                new Dispatcher() {
                    @Override
                    public MockResponse dispatch(RecordedRequest request) {
                        return answered(request);
                    }
                });
        try {
            server.start();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private MockResponse answered(RecordedRequest request) {
        String channel = request.getUrl().encodedPath().substring(1);
        posted.add(channel);
        int code = answers.getOrDefault(channel, 204);
        if (code == 204) {
            String body = Objects.requireNonNull(request.getBody()).utf8();
            taken.add(Digest.parse(JsonMapper.shared().readTree(body).path("data").toString()));
        }
        return new MockResponse.Builder().code(code).build();
    }

    /** A channel of the job file; {@code more} are keys of its rule, each with a comma before. */
    String channel(String name, String more) {
        return "{name: "
                + name
                + ", type: webhook, url: \""
                + server.url("/" + name)
                + "\", secret: "
                + SECRET
                + more
                + "}";
    }

    String alerts(String... channels) {
        return "{channels: [" + String.join(", ", channels) + "]}";
    }

    Digest only() {
        if (taken.size() != 1) {
            throw new AssertionError("told " + taken.size() + " times: " + taken);
        }
        return taken.getFirst();
    }

    /** Runs a command in this process; its exit code. */
    static int run(Shop shop, Spoken spoken, String... command) {
        shop.restart();
        return run(shop, spoken, shop.jobFile(), command);
    }

    static int run(Shop shop, Spoken spoken, Path job, String... command) {
        List<String> args = new ArrayList<>(List.of(command));
        args.addAll(List.of("--job", job.toString()));
        return Cli.run(
                args.toArray(String[]::new),
                spoken.terminal(),
                Map.of(),
                () -> new CommandWork(shop.clock, shop.pauses));
    }

    @Override
    public void close() {
        server.close();
    }
}
