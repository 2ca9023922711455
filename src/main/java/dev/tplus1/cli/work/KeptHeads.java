package dev.tplus1.cli.work;

import dev.tplus1.breaks.audit.Anchors;
import dev.tplus1.breaks.audit.AuditHead;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.entry.SettingException;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The ends of the audit trail that stand in reports. */
final class KeptHeads {
    private static final String SUMMARY = "summary.json";
    private static final int MAX_SUMMARIES = 100_000;
    private static final int MAX_BYTES = 16 << 20;
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final String job;
    private final Anchors anchors = new Anchors();
    private final Set<Path> seen = new HashSet<>();
    private int read;
    private long again;
    private long without;
    private long ofOthers;

    private KeptHeads(String job) {
        this.job = job;
    }

    /**
     * Reads them.
     *
     * @param paths summaries of this job, and folders that have some somewhere
     * @throws SettingException naming what cannot be read, or proves nothing
     */
    static KeptHeads read(String job, List<Path> paths) {
        KeptHeads kept = new KeptHeads(job);
        for (Path path : paths) {
            long before = kept.anchors.size();
            long others = kept.ofOthers;
            long again = kept.again;
            try {
                if (Files.isDirectory(path)) {
                    kept.walk(path);
                } else {
                    kept.add(path);
                }
            } catch (IOException e) {
                throw wrong(path, "cannot be read; check that it is there, and its permissions", e);
            }
            if (kept.anchors.size() == before && kept.again == again) {
                String why =
                        kept.ofOthers > others
                                ? "tells of another job than " + job
                                : "tells no end of the audit trail";
                throw wrong(path, why + ", so it proves nothing");
            }
        }
        return kept;
    }

    Anchors anchors() {
        return anchors;
    }

    /** How many summaries have none: attempts, and those of versions that wrote none. */
    long without() {
        return without;
    }

    long ofOthers() {
        return ofOthers;
    }

    /** Kept reports may be links to another disk, so links are followed; each folder once. */
    private void walk(Path folder) throws IOException {
        Set<Path> folders = new HashSet<>();
        Files.walkFileTree(
                folder,
                EnumSet.of(FileVisitOption.FOLLOW_LINKS),
                Integer.MAX_VALUE,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path each, BasicFileAttributes attributes) throws IOException {
                        // the archive of statements, whose files may have any name
                        boolean archive =
                                !each.equals(folder)
                                        && String.valueOf(each.getFileName()).startsWith(".");
                        return archive || !folders.add(each.toRealPath())
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e)
                            throws IOException {
                        if (e instanceof FileSystemLoopException) {
                            throw wrong(file, "is a link to a folder that it is in; remove it", e);
                        }
                        throw e;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        if (String.valueOf(file.getFileName()).equals(SUMMARY)) {
                            add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    private void add(Path file) throws IOException {
        if (++read > MAX_SUMMARIES) {
            throw wrong(file, "one more than " + MAX_SUMMARIES + " summaries; name fewer folders");
        }
        if (!seen.add(file.toRealPath())) {
            again++; // by a link, or because it is named twice: counted once
            return;
        }
        JsonNode root = parsed(file);
        JsonNode audit = root.path("audit");
        if (!root.path("job").asString("").equals(job)) {
            ofOthers++;
        } else if (audit.isMissingNode() || audit.isNull()) {
            without++;
        } else {
            anchors.add(new Anchors.Anchor(file.toString(), head(file, audit)));
        }
    }

    private static JsonNode parsed(Path file) throws IOException {
        byte[] bytes;
        try (InputStream stream = Files.newInputStream(file)) {
            bytes = stream.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            throw wrong(file, "is larger than 16 MiB; this is no summary");
        }
        JsonNode root;
        try {
            root = JSON.readTree(bytes);
        } catch (JacksonException e) {
            throw wrong(file, "is no JSON, or not all of it; take it from a backup", e);
        }
        if (!root.path("schema").asString("").startsWith("tplus1/summary/")) {
            throw wrong(file, "is no summary.json of tplus1");
        }
        return root;
    }

    private static AuditHead head(Path file, JsonNode audit) {
        JsonNode events = audit.path("events");
        String head = audit.path("head").asString("");
        if (!events.canConvertToExactIntegral()
                || !events.canConvertToLong()
                || events.asLong() < 0
                || !HASH.matcher(head).matches()) {
            throw wrong(file, "its audit has no number of events, or no head");
        }
        return new AuditHead(events.asLong(), head);
    }

    private static SettingException wrong(Path path, String what) {
        return new SettingException(message(path, what));
    }

    private static SettingException wrong(Path path, String what, Exception cause) {
        return new SettingException(message(path, what), cause);
    }

    private static String message(Path path, String what) {
        return "--against " + Speech.line(path.toString()) + ": " + what + ".";
    }
}
