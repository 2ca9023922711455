package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** A workbook that is packed for speed from the middle of a sheet on, row by row. */
class ManyRowsXlsxTests {
    /** One more than is packed well. */
    private static final int MANY = 20_001;

    @TempDir private Path folder;

    @Test
    void isWholeWhereItsPackingChangesInTheMiddleOfASheet() throws IOException, XMLStreamException {
        List<Break> open = Reports.many(BreakType.UNKNOWN_ORDER, Status.OPEN, MANY);
        List<Break> watched = Reports.many(BreakType.CUT_OFF, Status.SUSPENSE, MANY);

        ReportFolder.writeInto(
                folder,
                new Reports.Change()
                        .report(Stream.concat(open.stream(), watched.stream()).toList()));

        Map<String, byte[]> parts = parts();
        isWhole(parts, "sheet3.xml", open);
        isWhole(parts, "sheet4.xml", watched);
    }

    private static void isWhole(Map<String, byte[]> parts, String sheet, List<Break> breaks)
            throws XMLStreamException {
        List<String> rows = ends(parts, sheet);
        List<String> expected = expected(breaks);

        assertThat(rows.size()).isEqualTo(1 + MANY);
        assertThat(rows.getFirst()).isEqualTo(expected.getFirst());
        assertThat(rows.get(1)).isEqualTo(expected.get(1));
        assertThat(rows.getLast()).isEqualTo(expected.getLast());
        assertThat(rows.equals(expected)).isTrue();
    }

    /** Under the header, the first and the last cell of each row. */
    private static List<String> expected(List<Break> breaks) {
        List<String> ends = new ArrayList<>(List.of("Break Identity"));
        breaks.forEach(each -> ends.add(each.id() + " " + each.identity().hash()));
        return ends;
    }

    private static List<String> ends(Map<String, byte[]> parts, String sheet)
            throws XMLStreamException {
        byte[] part = parts.get("xl/worksheets/" + sheet);
        assertThat(part).isNotNull();
        XMLStreamReader xml =
                XMLInputFactory.newDefaultFactory()
                        .createXMLStreamReader(new ByteArrayInputStream(part), "UTF-8");
        List<String> ends = new ArrayList<>();
        List<String> row = new ArrayList<>();
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamReader.START_ELEMENT && xml.getLocalName().equals("t")) {
                row.add(xml.getElementText());
            } else if (event == XMLStreamReader.END_ELEMENT && xml.getLocalName().equals("row")) {
                ends.add(row.getFirst() + " " + row.getLast());
                row.clear();
            }
        }
        return ends;
    }

    /** Each part of the package, whose checksum is compared as it is read to its end. */
    private Map<String, byte[]> parts() throws IOException {
        Map<String, byte[]> parts = new HashMap<>();
        try (InputStream in = Files.newInputStream(folder.resolve("report.xlsx"));
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry each = zip.getNextEntry(); each != null; each = zip.getNextEntry()) {
                parts.put(each.getName(), zip.readAllBytes());
            }
        }
        return parts;
    }
}
