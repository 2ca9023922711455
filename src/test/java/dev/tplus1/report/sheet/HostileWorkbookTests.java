package dev.tplus1.report.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Small files that would make a reader take much, or read what nobody saw. */
class HostileWorkbookTests {
    private static final String TYPES = "[Content_Types].xml";
    private static final String WORKBOOK = "xl/workbook.xml";
    private static final String RELATIONS = "xl/_rels/workbook.xml.rels";
    private static final String SHEET = "xl/worksheets/sheet1.xml";
    private static final String OFFICE = "application/vnd.openxmlformats-officedocument.";
    private static final String RELATED =
            "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

    @TempDir private Path folder;
    private final Map<String, String> parts = new LinkedHashMap<>();

    @BeforeEach
    void harmless() {
        parts.put(
                TYPES,
                "<Types><Override PartName='/xl/workbook.xml' ContentType='"
                        + OFFICE
                        + "spreadsheetml.sheet.main+xml'/></Types>");
        parts.put(
                WORKBOOK,
                "<workbook xmlns:r='"
                        + RELATED
                        + "'><sheets><sheet name='A' sheetId='1'"
                        + " r:id='rId1'/></sheets></workbook>");
        parts.put(
                RELATIONS,
                "<Relationships><Relationship Id='rId1' Type='http://t/worksheet'"
                        + " Target='worksheets/sheet1.xml'/></Relationships>");
        sheet("<row r='1'><c r='XFD1'><v>1</v></c></row><row r='1048576'/>");
    }

    @Test
    void readsWhatIsHarmless() {
        refused("no sheet with the columns of a report");
    }

    @Test
    void readsALargeSheetOfWhatXmlEscapes() {
        sheet(
                ("<row><c t='str'><v>" + "&amp;&lt;&#x4e2d;".repeat(100) + "</v></c></row>")
                        .repeat(2000));

        refused("no sheet with the columns of a report");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9000})
    void refusesADocumentTypeWhereverItStands(int before) {
        String comment = "<!--" + " ".repeat(before) + "-->";
        parts.put(SHEET, comment + "<!DOCTYPE a [<!ENTITY b \"c\">]><worksheet>&b;</worksheet>");

        refused("a part of it has a document type");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<row r='1'><c r='XFE1'><v>1</v></c></row>",
                "<row r='1'><c r='ZZZZZZZ1'><v>1</v></c></row>",
                "<row r='1'><c r='A1048577'><v>1</v></c></row>",
                "<row r='1048577'/>",
                "<row r='99999999999'/>"
            })
    void refusesACellOutsideASheet(String rows) {
        sheet(rows);

        refused("a cell of it is outside a sheet");
    }

    @Test
    void refusesAnArrayFormula() {
        sheet("<row r='1'><c r='A1'><f t='array' ref='A1:XFD1048576'>1</f></c></row>");

        refused("it holds an array formula");
    }

    @Test
    void refusesATextThatNoCellCanHold() {
        sheet(
                "<row r='1'><c r='A1' t='inlineStr'><is><t>"
                        + "a".repeat(32_768)
                        + "</t></is></c></row>");

        refused("a cell of it is longer than a cell can be");
    }

    @Test
    void refusesASheetThatIsListedTwice() {
        parts.computeIfPresent(
                WORKBOOK,
                (_, text) ->
                        text.replace(
                                "</sheets>", "<sheet name='B' sheetId='2' r:id='rId1'/></sheets>"));

        refused("it lists a sheet twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "worksheets/sheet1.xml",
                "/xl/worksheets/sheet1.xml",
                "worksheets/Sheet1.xml"
            })
    void refusesASheetThatHasTwoNames(String target) {
        parts.computeIfPresent(
                RELATIONS,
                (_, text) ->
                        text.replace(
                                "</Relationships>",
                                "<Relationship Id='rId2' Target='"
                                        + target
                                        + "'/></Relationships>"));

        refused("it lists a sheet twice");
    }

    @Test
    void refusesAPartThatIsThereTwice() {
        parts.put("XL/Workbook.xml", "<workbook/>");

        refused("a part of it is there twice");
    }

    @Test
    void weighsWhatIsKeptInMemoryWhateverItsName() {
        parts.computeIfPresent(
                TYPES,
                (_, text) ->
                        text.replace(
                                "</Types>",
                                "<Override PartName='/xl/Texts.xml' ContentType='"
                                        + OFFICE
                                        + "spreadsheetml.sharedStrings+xml'/></Types>"));
        parts.put(
                "xl/texts.xml",
                "<sst>" + " ".repeat(Math.toIntExact(DecisionFile.MOST_SHARED)) + "</sst>");

        refused("larger than a report can be");
    }

    @Test
    void countsAnEscapeAsTheOneCharacterThatItIs() {
        String text = "_x0000_".repeat(4681);

        assertThat(CellText.of(text).length()).isGreaterThan(CellText.MOST_CHARACTERS);
        assertThat(CellText.length(CellText.of(text))).isEqualTo(CellText.MOST_CHARACTERS);
    }

    private void sheet(String rows) {
        parts.put(SHEET, "<worksheet><sheetData>" + rows + "</sheetData></worksheet>");
    }

    private void refused(String why) {
        assertThatThrownBy(() -> DecisionFile.read(zipped()))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining(why)
                .hasMessageContaining("Nothing was changed");
    }

    private Path zipped() throws IOException {
        Path file = folder.resolve("hostile.xlsx");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, String> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }
}
