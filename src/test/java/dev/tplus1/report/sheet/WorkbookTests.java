package dev.tplus1.report.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import javax.xml.stream.XMLStreamException;

class WorkbookTests {
    private static final byte[] ROWS = rows().getBytes(StandardCharsets.UTF_8);

    @Test
    void aSheetThatHurriesIsTheSameAndLarger() throws IOException, XMLStreamException {
        byte[] packed = packed(false);
        byte[] hurried = packed(true);

        assertThat(sheet(packed)).isEqualTo(ROWS);
        assertThat(sheet(hurried)).isEqualTo(ROWS);
        assertThat(hurried.length).isGreaterThan(packed.length);
    }

    private static String rows() {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            rows.append("<row>").append(Integer.toHexString(i * 0x9e3779b1)).append("</row>");
        }
        return rows.toString();
    }

    /** Of a workbook of one sheet. */
    private static byte[] packed(boolean hurrying) throws IOException, XMLStreamException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Workbook workbook = Workbook.begin(out);
        OutputStream sheet = workbook.sheet(0);
        sheet.write(ROWS, 0, ROWS.length / 2);
        if (hurrying) {
            workbook.hurry();
        }
        sheet.write(ROWS, ROWS.length / 2, ROWS.length - ROWS.length / 2);
        workbook.end(sheet);
        workbook.finish(List.of(new Workbook.Part("A", "", null)));
        return out.toByteArray();
    }

    private static byte[] sheet(byte[] workbook) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(workbook))) {
            for (ZipEntry each = zip.getNextEntry(); each != null; each = zip.getNextEntry()) {
                if (each.getName().equals("xl/worksheets/sheet1.xml")) {
                    byte[] bytes = zip.readAllBytes();
                    // the checksum is compared there
                    zip.closeEntry();
                    return bytes;
                }
            }
        }
        throw new IllegalStateException("there is no sheet");
    }
}
