package dev.tplus1.report.sheet;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The package around the sheets. It names no author, no program and no time, so the same sheets are
 * the same bytes. One thread.
 */
final class Workbook {
    static final String MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

    private static final String RELATIONS =
            "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

    /** The earliest that a ZIP can say. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private static final int BUFFER = 1 << 16;

    private final ZipOutputStream zip;

    /**
     * A sheet that is complete.
     *
     * @param filtered the range with a header and a filter; empty for none
     */
    record Part(String name, String filtered, Content content) {}

    /** Writes a part's bytes. */
    interface Content {
        void writeTo(OutputStream out) throws IOException, XMLStreamException;
    }

    private Workbook(OutputStream out) {
        this.zip =
                new ZipOutputStream(new BufferedOutputStream(out, BUFFER), StandardCharsets.UTF_8);
    }

    /** Writes the whole; closes nothing. */
    static void write(List<Part> parts, OutputStream out) throws IOException, XMLStreamException {
        Workbook workbook = new Workbook(out);
        workbook.part("[Content_Types].xml", resource("content-types.xml"));
        workbook.part("_rels/.rels", resource("package.rels.xml"));
        workbook.part("xl/workbook.xml", to -> index(parts, to));
        workbook.part("xl/_rels/workbook.xml.rels", resource("workbook.rels.xml"));
        workbook.part("xl/styles.xml", resource("styles.xml"));
        for (int i = 0; i < parts.size(); i++) {
            workbook.part("xl/worksheets/sheet" + (i + 1) + ".xml", parts.get(i).content);
        }
        workbook.zip.finish();
        workbook.zip.flush();
    }

    private void part(String name, Content content) throws IOException, XMLStreamException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
        OutputStream buffered = new BufferedOutputStream(zip, BUFFER);
        content.writeTo(buffered);
        buffered.flush();
        zip.closeEntry();
    }

    private static void index(List<Part> parts, OutputStream out) throws XMLStreamException {
        XMLStreamWriter xml =
                XMLOutputFactory.newDefaultFactory()
                        .createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeStartElement("workbook");
        xml.writeDefaultNamespace(MAIN);
        xml.writeNamespace("r", RELATIONS);
        xml.writeStartElement("bookViews");
        xml.writeEmptyElement("workbookView");
        xml.writeAttribute("activeTab", "0");
        xml.writeEndElement();
        xml.writeStartElement("sheets");
        for (int i = 0; i < parts.size(); i++) {
            xml.writeEmptyElement("sheet");
            xml.writeAttribute("name", parts.get(i).name);
            xml.writeAttribute("sheetId", Integer.toString(i + 1));
            xml.writeAttribute("r:id", "rId" + (i + 1));
        }
        xml.writeEndElement();
        xml.writeStartElement("definedNames");
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            if (!part.filtered.isEmpty()) {
                String range = part.filtered.replaceAll("([A-Z]+)([0-9]+)", "\\$$1\\$$2");
                defined(xml, "_xlnm._FilterDatabase", i, quoted(part.name) + range, true);
                defined(xml, "_xlnm.Print_Titles", i, quoted(part.name) + "$1:$1", false);
            }
        }
        xml.writeEndElement();
        xml.writeEndElement();
        xml.writeEndDocument();
        xml.flush();
    }

    private static void defined(
            XMLStreamWriter xml, String name, int sheet, String range, boolean hidden)
            throws XMLStreamException {
        xml.writeStartElement("definedName");
        xml.writeAttribute("name", name);
        xml.writeAttribute("localSheetId", Integer.toString(sheet));
        if (hidden) {
            xml.writeAttribute("hidden", "1");
        }
        xml.writeCharacters(range);
        xml.writeEndElement();
    }

    private static String quoted(String sheet) {
        return "'" + sheet.replace("'", "''") + "'!";
    }

    private static Content resource(String name) {
        return out -> {
            try (InputStream in = Workbook.class.getResourceAsStream(name)) {
                if (in == null) {
                    throw new IllegalStateException(name + " is not in the program");
                }
                in.transferTo(out);
            }
        };
    }
}
