package dev.tplus1.job;

import dev.tplus1.breaks.decide.ApprovalSettings;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.entry.SettingException;
import dev.tplus1.ledger.LedgerSettings;
import dev.tplus1.outbox.OutboxSettings;
import dev.tplus1.replay.ReplaySettings;
import dev.tplus1.report.ReportSettings;
import dev.tplus1.watch.log.LogSettings;
import dev.tplus1.watch.metrics.MetricsSettings;
import dev.tplus1.watch.ping.PingSettings;
import dev.tplus1.watch.trace.TraceSettings;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A job file, read and checked: what to reconcile, and within which limits. Immutable. Its {@code
 * toString} shows no password.
 *
 * @param database tplus1's own tables
 * @param alertsMaxShare breaks that speak against the books themselves, of the statement's entries
 * @param alerts who is told of its nights
 * @param reports where reports are left, and how they are written
 * @param archive where every statement used is kept as received
 * @param scratch where rows are kept that are too many for memory, while a run lasts
 * @param outbox where the messages that callbacks leave are published
 * @param approval how many persons it takes to approve a replay
 * @param traces where its commands are seen as traces; none: nowhere
 * @param ping who is told that its commands begin and end; none: nobody
 * @param metrics where figures of its runs are left; none where nobody takes them
 * @param retention how long what is over is kept
 * @param logs how its commands log; none: they do not
 */
public record JobFile(
        String job,
        DatabaseSettings database,
        LedgerSettings ledger,
        List<AccountFile> accounts,
        ReplaySettings replay,
        BigDecimal alertsMaxShare,
        Alerting alerts,
        ReportSettings reports,
        Path archive,
        Path scratch,
        OutboxSettings outbox,
        ApprovalSettings approval,
        @Nullable TraceSettings traces,
        @Nullable PingSettings ping,
        @Nullable MetricsSettings metrics,
        Retention retention,
        @Nullable LogSettings logs) {
    private static final int MAX_BYTES = 1 << 20;

    /**
     * Reads and checks a job file.
     *
     * @param environment what {@code ${NAME}} stands for
     * @throws SettingException naming file, path, what is wrong and what to do
     */
    public static JobFile read(Path file, Map<String, String> environment) {
        return parse(Block.bounded(file.toString()), text(file), environment);
    }

    /**
     * The tables that tplus1 makes in its own database.
     *
     * @param booksToo whether the books are there as well
     */
    public Schema[] schemas(boolean booksToo) {
        return booksToo
                ? Stream.concat(Stream.of(Schema.OWN), Stream.of(booksSchemas()))
                        .toArray(Schema[]::new)
                : new Schema[] {Schema.OWN};
    }

    /** The tables that tplus1 makes where the books are: none where it does not write them. */
    public Schema[] booksSchemas() {
        if (!ledger.ownQueries()) {
            return new Schema[] {Schema.BOOKS, Schema.CALLBACK};
        }
        return replay.writesBooks() ? new Schema[] {Schema.CALLBACK} : new Schema[0];
    }

    static JobFile parse(String name, String text, Map<String, String> environment) {
        Yaml document = new YamlReader(name).read(text);
        JobReader reader = new JobReader(name);
        ConfigTree secrets =
                reader.secrets(document, new Environment(name, environment, ConfigTree.NONE));
        return reader.read(new Environment(name, environment, secrets).fill(document, ""));
    }

    private static String text(Path file) {
        String name = Block.bounded(file.toString());
        byte[] bytes;
        try (InputStream stream = Files.newInputStream(file)) {
            bytes = stream.readNBytes(MAX_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw new SettingException(name + ": no such file; give the job file's path", e);
        } catch (IOException e) {
            throw new SettingException(
                    name + ": cannot be read; check that it is a file and its permissions", e);
        }
        if (bytes.length > MAX_BYTES) {
            throw new SettingException(name + ": is larger than 1 MiB; this is no job file");
        }
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new SettingException(name + ": is not UTF-8; save it as UTF-8", e);
        }
    }
}
