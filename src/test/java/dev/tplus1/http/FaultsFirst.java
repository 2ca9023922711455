package dev.tplus1.http;

import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * How a fake service answers: with the faults that it was given, one each, even where they come
 * before there is a request; then as usual. Thread-safe.
 */
public final class FaultsFirst extends Dispatcher {
    private final Function<RecordedRequest, MockResponse> usual;
    private final LastAccepted connections = new LastAccepted();
    private final Queue<Next> next = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();

    /** One answer: this one, whatever is asked, or what becomes of the usual one. */
    private record Next(@Nullable MockResponse given, UnaryOperator<MockResponse.Builder> change) {}

    public FaultsFirst(Function<RecordedRequest, MockResponse> usual) {
        this.usual = usual;
    }

    /** Answers for a server from its start on, to which this belongs. */
    public void start(MockWebServer server) throws IOException {
        server.setServerSocketFactory(connections);
        server.setDispatcher(this);
        server.start();
    }

    /** The next answers, whatever is asked. */
    public void next(MockResponse... answers) {
        for (MockResponse answer : answers) {
            next.add(new Next(answer, UnaryOperator.identity()));
        }
    }

    /** What becomes of the next answer, which is as usual otherwise. */
    public void then(UnaryOperator<MockResponse.Builder> change) {
        next.add(new Next(null, change));
    }

    /** The next answers are as usual. */
    public void usual(int times) {
        for (int i = 0; i < times; i++) {
            then(UnaryOperator.identity());
        }
    }

    /** How often it was called. */
    public int calls() {
        return calls.get();
    }

    @Override
    public MockResponse dispatch(RecordedRequest request) {
        calls.incrementAndGet();
        Next now = next.poll();
        MockResponse answer = answer(now, request);
        if (BrokenAnswers.RESET.equals(answer.getOnRequestStart())) {
            connections.reset(); // the request is under way, and nobody reads it
        }
        // or the next would come on a connection that stands
        return early() == null
                ? answer
                : answer.newBuilder().setHeader("Connection", "close").build();
    }

    private MockResponse answer(@Nullable Next now, RecordedRequest request) {
        if (now == null) {
            return usual.apply(request);
        }
        MockResponse given = now.given();
        return given != null
                ? given
                : now.change().apply(usual.apply(request).newBuilder()).build();
    }

    /** What comes before there is a request; others would slow the reading of it down, too. */
    @Override
    public MockResponse peek() {
        MockResponse early = early();
        return early == null ? super.peek() : early;
    }

    private @Nullable MockResponse early() {
        Next first = next.peek();
        MockResponse given = first == null ? null : first.given();
        return given != null && (given.getFailHandshake() || given.getOnRequestStart() != null)
                ? given
                : null;
    }
}
