package dev.tplus1.watch.trace;

import dev.tplus1.http.Exchange;
import dev.tplus1.watch.Observer;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;

import okhttp3.tls.HandshakeCertificates;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One command as a trace: a span for it, in it one for each account's date, in these one for each
 * step. No id of a payment, payer or secret is in any. What is sent is sent beside the work, from a
 * bounded queue; a collector that does not take it is a line at the end. Thread-safe.
 */
public final class Traces implements Observer {
    /** What a command waits at its end for the rest to be taken. */
    static final Duration FLUSH = Duration.ofSeconds(5);

    /** Of spans that wait to be sent; more are dropped. */
    private static final int QUEUE = 2048;

    private static final int BATCH = 512;

    /** Of what may be tried again; with their pauses they fit into what the end waits. */
    private static final int TRIES = 3;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final int MOST_ATTRIBUTES = 32;

    /** Of dates that have ended and still wait for their figures; the oldest goes without. */
    private static final int MOST_DATES = 1024;

    /** The SDK says by itself what fails, in many lines; kept, or its level would be forgotten. */
    private static final Logger SDK = Logger.getLogger("io.opentelemetry");

    private static final AttributeKey<String> JOB = AttributeKey.stringKey("tplus1.job");
    private static final AttributeKey<Long> EXIT = AttributeKey.longKey("tplus1.exit");
    private static final AttributeKey<String> ACCOUNT = AttributeKey.stringKey("tplus1.account");
    private static final AttributeKey<String> DATE = AttributeKey.stringKey("tplus1.date");

    private final TraceSettings settings;
    private final Clock clock;
    private final Duration flush;
    private final Export export;
    private final SdkTracerProvider provider;
    private final Tracer tracer;
    private final Span root;
    private final Instant began;
    private final long beganNanos = System.nanoTime();
    private final AtomicLong ended = new AtomicLong();
    private final Map<Subject, DateSpan> dates = new LinkedHashMap<>();

    /**
     * Begins a command's trace.
     *
     * @param command {@code reconcile} say
     * @param environment may hold {@code TRACEPARENT} and {@code TRACESTATE}, as W3C Trace Context
     *     has them: the trace that this one is a part of
     */
    public Traces(
            TraceSettings settings,
            String job,
            String command,
            Map<String, String> environment,
            Clock clock) {
        this(settings, job, command, environment, clock, FLUSH);
    }

    Traces(
            TraceSettings settings,
            String job,
            String command,
            Map<String, String> environment,
            Clock clock,
            Duration flush) {
        SDK.setLevel(Level.OFF);
        this.settings = settings;
        this.flush = flush;
        this.clock = clock;
        this.export = new Export(exporter(settings), Set.copyOf(settings.headers().values()));
        this.provider = provider();
        this.tracer = provider.get("dev.tplus1");
        this.began = clock.instant();
        this.root =
                tracer.spanBuilder("tplus1 " + command)
                        .setParent(parent(environment))
                        .setStartTimestamp(began)
                        .setAttribute(JOB, job)
                        .startSpan();
    }

    private static OtlpHttpSpanExporter exporter(TraceSettings settings) {
        OtlpHttpSpanExporterBuilder builder =
                OtlpHttpSpanExporter.builder()
                        .setEndpoint(settings.endpoint().toString())
                        .setTimeout(settings.timeout())
                        .setConnectTimeout(settings.timeout())
                        .setRetryPolicy(
                                RetryPolicy.builder()
                                        .setMaxAttempts(TRIES)
                                        .setInitialBackoff(FIRST_PAUSE)
                                        .setMaxBackoff(LONGEST_PAUSE)
                                        .build())
                        .setMeterProvider(MeterProvider.noop());
        settings.headers().forEach((name, value) -> builder.addHeader(name, value.reveal()));
        if (!settings.trusted().isEmpty()) {
            HandshakeCertificates both = Exchange.trusting(settings.trusted());
            builder.setSslContext(both.sslContext(), both.trustManager());
        }
        return builder.build();
    }

    private SdkTracerProvider provider() {
        String version = Traces.class.getPackage().getImplementationVersion();
        return SdkTracerProvider.builder()
                .setResource(
                        Resource.getDefault()
                                .merge(
                                        Resource.create(
                                                Attributes.builder()
                                                        .put("service.name", "tplus1")
                                                        .put(
                                                                "service.version",
                                                                version == null
                                                                        ? "development"
                                                                        : version)
                                                        .build())))
                .setSpanLimits(
                        SpanLimits.builder()
                                .setMaxNumberOfAttributes(MOST_ATTRIBUTES)
                                .setMaxAttributeValueLength(Shown.LONGEST)
                                .build())
                // a trace of which the caller keeps nothing is not kept here
                .setSampler(Sampler.parentBased(Sampler.alwaysOn()))
                .addSpanProcessor(new Counting())
                .addSpanProcessor(
                        BatchSpanProcessor.builder(export)
                                .setMaxQueueSize(QUEUE)
                                .setMaxExportBatchSize(BATCH)
                                .setExporterTimeout(settings.timeout())
                                .setMeterProvider(MeterProvider.noop())
                                .build())
                .build();
    }

    private static Context parent(Map<String, String> environment) {
        Map<String, String> carrier = new HashMap<>();
        environment.forEach((name, value) -> {
            if (name.equals("TRACEPARENT") || name.equals("TRACESTATE")) {
                carrier.put(name.equals("TRACEPARENT") ? "traceparent" : "tracestate", value);
            }
        });
        return W3CTraceContextPropagator.getInstance()
                .extract(Context.root(), carrier, new Carried());
    }

    @Override
    public synchronized void dateBegan(Subject subject) {
        closed(subject, Ended.without(""));
        if (dates.size() >= MOST_DATES) {
            closed(dates.keySet().iterator().next(), Ended.without(""));
        }
        Instant now = clock.instant();
        Span span =
                tracer.spanBuilder("date")
                        .setParent(Context.root().with(root))
                        .setStartTimestamp(now)
                        .setAttribute(ACCOUNT, subject.account())
                        .setAttribute(DATE, subject.date().toString())
                        .startSpan();
        dates.put(subject, new DateSpan(tracer, span, now));
    }

    @Override
    public synchronized void runNamed(Subject subject, String runId) {
        DateSpan date = dates.get(subject);
        if (date != null) {
            date.named(runId);
        }
    }

    @Override
    public synchronized void stepBegan(Subject subject, String step) {
        DateSpan date = dates.get(subject);
        if (date != null) {
            date.stepBegan(step, clock.instant());
        }
    }

    @Override
    public synchronized void stepEnded(
            Subject subject, String step, Duration took, @Nullable Throwable failure) {
        DateSpan date = dates.get(subject);
        if (date != null) {
            date.stepEnded(step, took, failure != null);
        }
    }

    @Override
    public synchronized void dateEnded(Subject subject, String outcome, Duration took) {
        DateSpan date = dates.get(subject);
        if (date != null) {
            date.ended(outcome, took);
        }
    }

    /** What a date came to, which is known some time after it has ended. */
    public synchronized void came(Subject subject, Ended came) {
        closed(subject, came);
    }

    private void closed(Subject subject, Ended came) {
        DateSpan date = dates.remove(subject);
        if (date != null) {
            date.close(came, clock.instant());
        }
    }

    /**
     * Ends the trace, and waits for what is still to be sent, but not for long. What follows is not
     * seen any more.
     *
     * @param fault one line where the command as a whole failed; else empty
     * @return what the collector did not take: a line for people, without a secret; empty where it
     *     took all
     */
    public String end(int exit, String fault) {
        synchronized (this) {
            for (Subject subject : Set.copyOf(dates.keySet())) {
                closed(subject, Ended.without(""));
            }
            root.setAttribute(EXIT, exit);
            if (!fault.isEmpty()) {
                root.setStatus(StatusCode.ERROR, Shown.of(fault));
            }
            root.end(began.plusNanos(System.nanoTime() - beganNanos));
        }
        provider.shutdown().join(flush.toMillis(), TimeUnit.MILLISECONDS);
        long lost = ended.get() - export.taken();
        if (lost <= 0) {
            return "";
        }
        String why = export.why();
        return "traces: "
                + shown(settings.endpoint())
                + (why.isEmpty() ? " did not answer within " + flush.toSeconds() + " s" : " " + why)
                + "; "
                + lost
                + " of "
                + ended.get()
                + " spans were not sent";
    }

    /** Without the path, which may hold a token. */
    private static String shown(URI endpoint) {
        String port = endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort();
        return endpoint.getScheme() + "://" + endpoint.getHost() + port;
    }

    /** Counts the spans that are to be sent. */
    private final class Counting implements SpanProcessor {
        @Override
        public void onStart(Context parent, ReadWriteSpan span) {}

        @Override
        public boolean isStartRequired() {
            return false;
        }

        @Override
        public void onEnd(ReadableSpan span) {
            if (span.getSpanContext().isSampled()) {
                ended.incrementAndGet();
            }
        }

        @Override
        public boolean isEndRequired() {
            return true;
        }
    }

    /** Reads what the environment carried. */
    private static final class Carried implements TextMapGetter<Map<String, String>> {
        @Override
        public Iterable<String> keys(Map<String, String> carrier) {
            return carrier.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> carrier, String key) {
            return carrier == null ? null : carrier.get(key);
        }
    }
}
