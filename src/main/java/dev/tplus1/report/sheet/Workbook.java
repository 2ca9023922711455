package dev.tplus1.report.sheet;

import org.jspecify.annotations.Nullable;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import java.util.zip.Deflater;
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
     * @param content none where it has been written already
     */
    record Part(String name, String filtered, @Nullable Content content) {}

    /** Writes a part's bytes. */
    interface Content {
        void writeTo(OutputStream out) throws IOException, XMLStreamException;
    }

    private Workbook(OutputStream out) {
        this.zip =
                new ZipOutputStream(new BufferedOutputStream(out, BUFFER), StandardCharsets.UTF_8);
    }

    /** Begins a workbook, with all that does not depend on its sheets. */
    static Workbook begin(OutputStream out) throws IOException, XMLStreamException {
        Workbook workbook = new Workbook(out);
        workbook.part("[Content_Types].xml", resource("content-types.xml"));
        workbook.part("_rels/.rels", resource("package.rels.xml"));
        workbook.part("xl/_rels/workbook.xml.rels", resource("workbook.rels.xml"));
        workbook.part("xl/styles.xml", resource("styles.xml"));
        return workbook;
    }

    /**
     * Begins a sheet whose rows are still to come. Nothing else is written before it is {@link
     * #end}ed.
     *
     * @param place among the sheets, from 0
     */
    OutputStream sheet(int place) throws IOException {
        return entry(file(place));
    }

    /**
     * What is written to the sheet that has been begun is packed less well from now on, and faster.
     */
    void hurry() {
        zip.setLevel(Deflater.BEST_SPEED);
    }

    /** Ends the sheet that has been begun, all of which is in its stream. */
    void end(OutputStream sheet) throws IOException {
        sheet.flush();
        zip.closeEntry();
        zip.setLevel(Deflater.DEFAULT_COMPRESSION);
    }

    /** Writes the sheets that have not been written, and the end; closes nothing. */
    void finish(List<Part> parts) throws IOException, XMLStreamException {
        part("xl/workbook.xml", to -> index(parts, to));
        for (int i = 0; i < parts.size(); i++) {
            Content content = parts.get(i).content;
            if (content != null) {
                part(file(i), content);
            }
        }
        zip.finish();
        zip.flush();
    }

    private static String file(int place) {
        return "xl/worksheets/sheet" + (place + 1) + ".xml";
    }

    private void part(String name, Content content) throws IOException, XMLStreamException {
        OutputStream entry = entry(name);
        content.writeTo(entry);
        end(entry);
    }

    private OutputStream entry(String name) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
        return new BufferedOutputStream(zip, BUFFER);
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
