package dev.tplus1.http;

import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * How a fake service answers: with the faults that it was given, one each, even where they come
 * before there is a request; then as usual. Thread-safe.
 */
public final class FaultsFirst extends Dispatcher {
    private final Function<RecordedRequest, MockResponse> usual;
    private final Queue<MockResponse> faults = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();

    public FaultsFirst(Function<RecordedRequest, MockResponse> usual) {
        this.usual = usual;
    }

    /** The next answers, whatever is asked. */
    public void next(MockResponse... answers) {
        faults.addAll(List.of(answers));
    }

    /** How often it was called. */
    public int calls() {
        return calls.get();
    }

    @Override
    public MockResponse dispatch(RecordedRequest request) {
        calls.incrementAndGet();
        MockResponse fault = faults.poll();
        return fault == null ? usual.apply(request) : fault;
    }

    /** What comes before there is a request; others would slow the reading of it down, too. */
    @Override
    public MockResponse peek() {
        MockResponse fault = faults.peek();
        boolean early =
                fault != null && (fault.getFailHandshake() || fault.getOnRequestStart() != null);
        return early ? fault : super.peek();
    }
}
