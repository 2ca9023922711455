package dev.tplus1.report.sheet;

import dev.tplus1.breaks.Break;
import dev.tplus1.report.BreakGroups;
import dev.tplus1.report.BreakGroups.Group;
import dev.tplus1.report.RunReport;
import dev.tplus1.report.Summary;
import dev.tplus1.report.words.Words;

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
 * report.xlsx: Summary, Proof, Breaks, Suspense, Replays, Ignored. Is shown each break as it passes
 * by, in the order of breaks.csv, and writes its row, in a thread of its own where there are many:
 * of Breaks into the file itself, of the others into temporary files until all is written. Each
 * break stands in one sheet: what is watched in Suspense, what was repaired (or would be) in
 * Replays, all others in Breaks. Where a concluded run asks people, Breaks and Suspense have
 * columns for what they decide. Used by one thread.
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
    private final Handover<Break> handover = new Handover<>("workbook", this::write);
    private final Map<BreakSheet, long[]> passed = new HashMap<>();
    private final int most;

    /**
     * Begins a workbook.
     *
     * @param most how many breaks a sheet has at most
     * @param temporary names files that are not there yet; they are gone once this is closed
     * @param out takes it; is not closed
     */
    public static ReportWorkbook begin(
            RunReport report, Words words, int most, Supplier<Path> temporary, OutputStream out)
            throws IOException {
        try {
            return new ReportWorkbook(report, words, most, temporary, out);
        } catch (XMLStreamException e) {
            throw failed(e);
        }
    }

    private ReportWorkbook(
            RunReport report, Words words, int most, Supplier<Path> temporary, OutputStream out)
            throws IOException, XMLStreamException {
        Summary summary = report.summary();
        boolean decided = summary.mode() == Summary.Mode.RUN && summary.outcome().concludes();
        this.report = report;
        this.words = words;
        this.most = most;
        this.workbook = Workbook.begin(out);
        this.rows = workbook.sheet(BREAKS);
        this.breaks = new BreakSheet(report, words, "sheet.breaks", decided, most, rows);
        this.watched = new Spill(temporary.get());
        try {
            this.suspense =
                    new BreakSheet(
                            report, words, "sheet.suspense", decided, most, watched.out());
            this.replayed = new Spill(temporary.get());
        } catch (IOException | XMLStreamException | RuntimeException e) {
            watched.close();
            throw e;
        }
        try {
            this.replays =
                    new BreakSheet(
                            report, words, "sheet.replays", false, most, replayed.out());
        } catch (IOException | XMLStreamException | RuntimeException e) {
            watched.close();
            replayed.close();
            throw e;
        }
    }

    /**
     * Takes the next break.
     *
     * @throws UncheckedIOException when its row, or one before it, cannot be kept
     */
    public void add(Break each) {
        long[] before = passed.computeIfAbsent(sheet(each), _ -> new long[1]);
        if (++before[0] <= most) {
            handover.add(each);
        }
    }

    private BreakSheet sheet(Break each) {
        return switch (Group.of(each, report.summary().mode())) {
            case WATCH -> suspense;
            case REPAIRED -> replays;
            case DECIDE, SETTLED -> breaks;
        };
    }

    private void write(Break each) {
        try {
            sheet(each).add(each);
            if (breaks.breaks() == LARGE) {
                workbook.hurry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /**
     * Ends the file, once all breaks have passed by; closes nothing.
     *
     * @param groups all of them, counted
     */
    public void finish(BreakGroups groups) throws IOException {
        handover.end();
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
        return passed.getOrDefault(sheet, new long[1])[0];
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
        try (watched;
                replayed;
                handover) {
            // the thread ends first; each removes its temporary file, whatever becomes of the other
        }
    }
}
