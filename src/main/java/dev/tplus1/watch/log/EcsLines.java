package dev.tplus1.watch.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggingEvent;

import co.elastic.logging.AdditionalField;
import co.elastic.logging.EcsJsonSerializer;
import co.elastic.logging.logback.EcsEncoder;

import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One JSON object on a line, in the fields of the Elastic Common Schema and {@code tplus1.job}; of
 * a run also {@code tplus1.run}, {@code tplus1.account} and {@code tplus1.date}. A trace is the
 * field {@code error.stack_trace}. Thread-safe.
 */
final class EcsLines extends EcsEncoder {
    /** {@code job/account/date/r1}; what is not numbered yet has no last part. */
    private static final int ACCOUNT = 1;

    private static final int DATE = 2;

    private @Nullable IThrowableProxy thrown;

    EcsLines(String job) {
        setServiceName("tplus1");
        setServiceVersion(
                Objects.requireNonNullElse(
                        EcsLines.class.getPackage().getImplementationVersion(), "development"));
        setEventDataset("tplus1.log");
        addAdditionalField(new AdditionalField("tplus1.job", job));
    }

    @Override
    public synchronized byte[] encode(ILoggingEvent event) {
        LoggingEvent bounded = new LoggingEvent();
        bounded.setTimeStamp(event.getTimeStamp());
        bounded.setLevel(event.getLevel());
        bounded.setLoggerName(event.getLoggerName());
        bounded.setThreadName(event.getThreadName());
        bounded.setMessage(LogText.message(String.valueOf(event.getFormattedMessage())));
        bounded.setKeyValuePairs(event.getKeyValuePairs());
        String run = event.getMDCPropertyMap().get(RunLog.RUN);
        bounded.setMDCPropertyMap(run == null ? Map.of() : Map.of(RunLog.RUN, run));
        thrown = event.getThrowableProxy();
        return super.encode(bounded);
    }

    @Override
    protected void addCustomFields(ILoggingEvent event, StringBuilder json) {
        String run = event.getMDCPropertyMap().get(RunLog.RUN);
        if (run != null) {
            String[] parts = run.split("/", -1);
            if (parts.length > DATE) {
                EcsJsonSerializer.serializeMdcEntry(json, "tplus1.account", parts[ACCOUNT]);
                EcsJsonSerializer.serializeMdcEntry(json, "tplus1.date", parts[DATE]);
            }
        }
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.forEach(pair -> add(json, pair));
        }
        IThrowableProxy what = thrown;
        if (what != null) {
            EcsJsonSerializer.serializeException(
                    json, what.getClassName(), LogText.said(what), LogText.trace(what), false);
        }
    }

    private static void add(StringBuilder json, KeyValuePair pair) {
        if (pair.value instanceof Long || pair.value instanceof Integer) {
            json.append('"').append(pair.key).append("\":").append(pair.value).append(',');
        } else {
            EcsJsonSerializer.serializeMdcEntry(
                    json, pair.key, LogText.message(String.valueOf(pair.value)));
        }
    }
}
