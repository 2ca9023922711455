package dev.tplus1.report.sheet;

import dev.tplus1.breaks.sorted.BreakRow;
import dev.tplus1.report.BreakGroups;
import dev.tplus1.report.BreakGroups.Group;
import dev.tplus1.report.RunReport;
import dev.tplus1.report.Summary;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

import javax.xml.stream.XMLStreamException;

/**
 * report.xlsx: Summary, Proof, Breaks, Suspense, Replays, Ignored. Goes through the breaks in a
 * thread of its own, beside whatever else is written, and writes their rows: of Breaks into the
 * file itself, of the others into temporary files until all is written. Each break stands in one
 * sheet: what is watched in Suspense, what was repaired (or would be) in Replays, all others in
 * Breaks. Where a concluded run asks people, Breaks and Suspense have columns for what they decide.
 * Used by one thread.
 */
public final class ReportWorkbook implements AutoCloseable {
    /**
     * The most breaks of a sheet: with more a spreadsheet cannot be worked in. Its last row, and a
     * sentence in Summary, then say how many there are; breaks.csv has all.
     */
    public static final int MOST_BREAKS = 200_000;

    /** The place of Breaks among the sheets. */
    private static final int BREAKS = 2;

    /**
     * With more rows than this the time that packing takes is felt more than the bytes it saves.
     */
    private static final int LARGE = 20_000;

    private final RunReport report;
    private final Words words;
    private final Spill watched;
    private final Spill replayed;
    private final Workbook workbook;
    private final OutputStream rows;
    private final BreakSheet breaks;
    private final BreakSheet suspense;
    private final BreakSheet replays;
    private final Thread writing;
    private final BreakGroups groups;
    private final Map<BreakSheet, Long> counts = new HashMap<>();

    /** So many rows are still to be written. */
    private long left;

    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    /**
     * Begins a workbook, whose rows are then written beside whatever its user does next.
     *
     * @param groups the report's breaks, all of them counted
     * @param most how many breaks a sheet has at most
     * @param temporary names files that are not there yet; they are gone once this is closed
     * @param out takes it; is not closed
     */
    public static ReportWorkbook begin(
            RunReport report,
            BreakGroups groups,
            Words words,
            int most,
            Supplier<Path> temporary,
            OutputStream out)
            throws IOException {
        try {
            ReportWorkbook workbook =
                    new ReportWorkbook(report, groups, words, most, temporary, out);
            workbook.writing.start();
            return workbook;
        } catch (XMLStreamException e) {
            throw failed(e);
        }
    }

    private ReportWorkbook(
            RunReport report,
            BreakGroups groups,
            Words words,
            int most,
            Supplier<Path> temporary,
            OutputStream out)
            throws IOException, XMLStreamException {
        Summary summary = report.summary();
        boolean decided = summary.mode() == Summary.Mode.RUN && summary.outcome().concludes();
        this.report = report;
        this.groups = groups;
        this.words = words;
        this.workbook = Workbook.begin(out);
        this.rows = workbook.sheet(BREAKS);
        this.breaks = new BreakSheet(report, words, "sheet.breaks", decided, most, rows);
        this.watched = new Spill(temporary.get());
        try {
            this.suspense =
                    new BreakSheet(report, words, "sheet.suspense", decided, most, watched.out());
            this.replayed = new Spill(temporary.get());
        } catch (IOException | XMLStreamException | RuntimeException e) {
            watched.close();
            throw e;
        }
        try {
            this.replays =
                    new BreakSheet(report, words, "sheet.replays", false, most, replayed.out());
        } catch (IOException | XMLStreamException | RuntimeException e) {
            watched.close();
            replayed.close();
            throw e;
        }
        for (Group group : Group.values()) {
            counts.merge(sheet(group), groups.count(group), Long::sum);
        }
        this.left = counts.values().stream().mapToLong(all -> Math.min(all, most)).sum();
        this.writing = Thread.ofPlatform().name("workbook").daemon().unstarted(this::write);
    }

    /** Goes through the breaks, until the sheets have what they are to have. */
    private void write() {
        try {
            if (left > 0) {
                report.breaks().rows(this::goesOn);
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    private boolean goesOn(BreakRow each) {
        BreakSheet sheet = sheet(Group.of(each, report.summary().mode()));
        if (sheet.full()) {
            return !closed;
        }
        try {
            sheet.add(each.unpacked());
            if (breaks.breaks() == LARGE) {
                workbook.hurry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
        return --left > 0 && !closed;
    }

    private BreakSheet sheet(Group group) {
        return switch (group) {
            case WATCH -> suspense;
            case REPAIRED -> replays;
            case DECIDE, SETTLED -> breaks;
        };
    }

    /**
     * Ends the file; closes nothing.
     *
     * @throws UncheckedIOException when a row could not be kept
     */
    public void finish() throws IOException {
        join();
        switch (failure) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
        List<String> cuts =
                Stream.of(breaks, suspense, replays)
                        .flatMap(each -> each.cut(all(each)).stream())
                        .toList();
        Overview overview = new Overview(report, groups, cuts, words);
        try {
            Workbook.Part rowsOfBreaks = breaks.end(all(breaks), null);
            workbook.end(rows);
            workbook.finish(
                    List.of(
                            overview.summary(),
                            overview.proof(),
                            rowsOfBreaks,
                            kept(suspense, watched),
                            kept(replays, replayed),
                            overview.ignored()));
        } catch (XMLStreamException e) {
            throw failed(e);
        }
    }

    private long all(BreakSheet sheet) {
        return counts.getOrDefault(sheet, 0L);
    }

    private void join() {
        boolean interrupted = false;
        while (writing.isAlive()) {
            try {
                writing.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Workbook.Part kept(BreakSheet sheet, Spill in) throws IOException, XMLStreamException {
        return sheet.end(
                all(sheet),
                to -> {
                    if (sheet.breaks() > LARGE) {
                        workbook.hurry();
                    }
                    in.moveTo(to);
                });
    }

    private static IOException failed(XMLStreamException e) {
        return e.getNestedException() instanceof IOException cause
                ? cause
                : new IOException(e.getMessage(), e);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        join();
        try (watched;
                replayed) {
            // each removes its temporary file, whatever becomes of the other
        }
    }
}
