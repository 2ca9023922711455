package dev.tplus1.watch.trace;

import dev.tplus1.http.Exchange;
import dev.tplus1.http.Secret;

import io.opentelemetry.exporter.internal.FailedExportException.HttpExportException;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;

import org.jspecify.annotations.Nullable;

import java.net.http.HttpTimeoutException;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what a collector takes, and remembers why it did not. Thread-safe. */
final class Export implements SpanExporter {
    private final SpanExporter to;
    private final Set<Secret> secrets;
    private final AtomicLong taken = new AtomicLong();
    private volatile String why = "";

    Export(SpanExporter to, Set<Secret> secrets) {
        this.to = to;
        this.secrets = Set.copyOf(secrets);
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        int count = spans.size();
        CompletableResultCode result = to.export(spans);
        return result.whenComplete(() -> {
            if (result.isSuccess()) {
                taken.addAndGet(count);
            } else if (why.isEmpty()) {
                why = why(result.getFailureThrowable());
            }
        });
    }

    private String why(@Nullable Throwable thrown) {
        if (thrown instanceof HttpExportException failed) {
            HttpResponse response = failed.getResponse();
            if (response != null) {
                return "answered " + response.getStatusCode();
            }
            Throwable cause = failed.getCause();
            if (cause instanceof HttpTimeoutException) {
                return "did not answer in time";
            }
            if (cause != null) {
                String message = cause.getMessage();
                return "was not reached: "
                        + Exchange.shown(
                                message == null ? cause.getClass().getSimpleName() : message,
                                secrets);
            }
        }
        return "did not take them";
    }

    /** How many spans were taken. */
    long taken() {
        return taken.get();
    }

    /** Why the first that were not taken were not, or empty. */
    String why() {
        return why;
    }

    @Override
    public CompletableResultCode flush() {
        return to.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return to.shutdown();
    }
}
