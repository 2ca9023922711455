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
import java.util.List;
import java.util.function.Supplier;

import javax.xml.stream.XMLStreamException;

/**
 * report.xlsx: Summary, Proof, Breaks, Suspense, Replays, Ignored. Is shown each break as it passes
 * by, in the order of breaks.csv, and keeps its row in a temporary file until all is written. Each
 * break stands in one sheet: what is watched in Suspense, what was repaired (or would be) in
 * Replays, all others in Breaks. Where a concluded run asks people, Breaks and Suspense have
 * columns for what they decide. One thread.
 */
public final class ReportWorkbook implements AutoCloseable {
    private final RunReport report;
    private final Words words;
    private final BreakSheet breaks;
    private final BreakSheet suspense;
    private final BreakSheet replays;

    /**
     * Begins a workbook.
     *
     * @param temporary names files that are not there yet; they are gone once this is closed
     */
    public static ReportWorkbook begin(RunReport report, Words words, Supplier<Path> temporary)
            throws IOException {
        return begin(report, words, temporary, BreakSheet.MOST_BREAKS);
    }

    static ReportWorkbook begin(RunReport report, Words words, Supplier<Path> temporary, int most)
            throws IOException {
        try {
            return new ReportWorkbook(report, words, temporary, most);
        } catch (XMLStreamException e) {
            throw failed(e);
        }
    }

    private ReportWorkbook(RunReport report, Words words, Supplier<Path> temporary, int most)
            throws IOException, XMLStreamException {
        Summary summary = report.summary();
        boolean decided = summary.mode() == Summary.Mode.RUN && summary.outcome().concludes();
        this.report = report;
        this.words = words;
        this.breaks = new BreakSheet(report, words, "sheet.breaks", decided, most, temporary.get());
        try {
            this.suspense =
                    new BreakSheet(report, words, "sheet.suspense", decided, most, temporary.get());
        } catch (IOException | XMLStreamException | RuntimeException e) {
            breaks.close();
            throw e;
        }
        try {
            this.replays =
                    new BreakSheet(report, words, "sheet.replays", false, most, temporary.get());
        } catch (IOException | XMLStreamException | RuntimeException e) {
            breaks.close();
            suspense.close();
            throw e;
        }
    }

    /**
     * Takes the next break.
     *
     * @throws UncheckedIOException when its row cannot be kept
     */
    public void add(Break each) {
        try {
            (switch (Group.of(each, report.summary().mode())) {
                        case WATCH -> suspense;
                        case REPAIRED -> replays;
                        case DECIDE, SETTLED -> breaks;
                    })
                    .add(each);
        } catch (XMLStreamException e) {
            throw new UncheckedIOException(failed(e));
        }
    }

    /**
     * Writes the file, once all breaks have passed by; closes nothing.
     *
     * @param groups all of them, counted
     */
    public void writeTo(OutputStream out, BreakGroups groups) throws IOException {
        Overview overview = new Overview(report, groups, words);
        try {
            Workbook.write(
                    List.of(
                            overview.summary(),
                            overview.proof(),
                            breaks.part(),
                            suspense.part(),
                            replays.part(),
                            overview.ignored()),
                    out);
        } catch (XMLStreamException e) {
            throw failed(e);
        }
    }

    private static IOException failed(XMLStreamException e) {
        return e.getNestedException() instanceof IOException cause
                ? cause
                : new IOException(e.getMessage(), e);
    }

    @Override
    public void close() throws IOException {
        try (breaks;
                suspense;
                replays) {
            // each removes its temporary file, whatever becomes of the others
        }
    }
}
