package dev.tplus1.report.sheet;

import dev.tplus1.entry.SettingException;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The parts of a workbook, each unpacked and read once before a reader of cells believes them: none
 * is larger than a report can be, and none has what makes a small file take much memory.
 */
final class Parts {
    private static final int MOST_PARTS = 1000;

    /** So many bytes show whether a part is XML, in whatever encoding. */
    private static final int START = 4;

    private static final String TYPES = "[content_types].xml";

    private final Path file;

    /** Parts that are kept in memory as a whole, by name as {@link #plain} has it. */
    private final Set<String> shared = new HashSet<>(Set.of("xl/sharedstrings.xml"));

    /** What the workbook says that its parts are. */
    private final Set<String> workbooks = new HashSet<>(Set.of("xl/workbook.xml"));

    /** Parts whose type is named one by one. */
    private final Set<String> typed = new HashSet<>();

    private Parts(Path file) {
        this.file = file;
    }

    /**
     * Reads all of it once.
     *
     * @throws SettingException when it is larger than a report can be
     * @throws IOException when it is damaged, or no report
     */
    static void check(Path file) throws IOException {
        new Parts(file).check();
    }

    private void check() throws IOException {
        if (Files.size(file) > DecisionFile.MOST_BYTES) {
            throw tooLarge();
        }
        try (ZipFile zip = new ZipFile(file.toFile(), StandardCharsets.UTF_8)) {
            if (zip.size() > MOST_PARTS) {
                throw tooLarge();
            }
            Set<String> names = new HashSet<>();
            for (ZipEntry each : zip.stream().toList()) {
                String name = plain(each.getName());
                if (!names.add(name)) {
                    throw new IOException("a part of it is there twice");
                }
                if (name.equals(TYPES)) {
                    part(zip, each, DecisionFile.MOST_UNPACKED, this::type);
                }
            }
            Set<String> relations = new HashSet<>();
            workbooks.forEach(name -> relations.add(relationsOf(name)));
            long left = DecisionFile.MOST_UNPACKED;
            for (ZipEntry each : zip.stream().toList()) {
                String name = plain(each.getName());
                long most = shared.contains(name) ? Math.min(DecisionFile.MOST_SHARED, left) : left;
                left -= part(zip, each, most, new Cells(relations.contains(name)));
            }
        }
    }

    /** Readers find a part in any case, and with or without the slash. */
    private static String plain(String name) {
        String plain = name.replace('\\', '/').toLowerCase(Locale.ROOT);
        return plain.startsWith("/") ? plain.substring(1) : plain;
    }

    private static String relationsOf(String part) {
        int folder = part.lastIndexOf('/') + 1;
        return part.substring(0, folder) + "_rels/" + part.substring(folder) + ".rels";
    }

    private void type(XMLStreamReader xml) {
        String type = attribute(xml, "ContentType").toLowerCase(Locale.ROOT);
        String name = plain(attribute(xml, "PartName"));
        if (name.isEmpty()) {
            return;
        }
        typed.add(name);
        if (type.contains("sharedstrings")) {
            shared.add(name);
        }
        if (type.contains(".main+xml")) {
            workbooks.add(name);
        }
    }

    /** Takes each event of a part. */
    @FunctionalInterface
    private interface Events {
        void at(XMLStreamReader xml) throws IOException;
    }

    /** How many bytes it has, unpacked. */
    private long part(ZipFile zip, ZipEntry entry, long most, Events events) throws IOException {
        String name = plain(entry.getName());
        try (Weighed weighed = new Weighed(zip.getInputStream(entry), most);
                BufferedInputStream in = new BufferedInputStream(weighed, 1 << 16)) {
            in.mark(START);
            byte[] start = in.readNBytes(START);
            in.reset();
            // spreadsheet programs write drawings of notes that are not well-formed; none reads it
            boolean drawing = name.endsWith(".vml") && !typed.contains(name);
            if (xml(start) && !drawing) {
                read(in, events); // to its end, else it is damaged
            } else {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return weighed.read;
        }
    }

    /** Whether it can be XML; pictures and the like are not. */
    private static boolean xml(byte[] start) {
        if (start.length < 2) {
            return false;
        }
        int two = ((start[0] & 0xff) << 8) | (start[1] & 0xff);
        return switch (start[0]) {
            case '<', ' ', '\t', '\r', '\n' -> true;
            // byte order marks, and UTF-16 or UTF-32 without one
            default ->
                    two == 0xefbb
                            || two == 0xfeff
                            || two == 0xfffe
                            || two == '<'
                            || (two == 0
                                    && start.length == START
                                    && (start[3] == '<' || start[2] == (byte) 0xfe));
        };
    }

    private static void read(InputStream in, Events events) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        // without document types only &amp; and the like are left, of which a large sheet has many
        factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", "0");
        factory.setProperty("jdk.xml.totalEntitySizeLimit", "0");
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(in);
            try {
                while (xml.hasNext()) {
                    int event = xml.next();
                    if (event == XMLStreamConstants.DTD
                            || event == XMLStreamConstants.ENTITY_REFERENCE) {
                        throw new IOException("a part of it has a document type");
                    }
                    events.at(xml);
                }
            } finally {
                xml.close();
            }
        } catch (XMLStreamException e) {
            throw new IOException("a part of it is damaged", e);
        }
    }

    private static String attribute(XMLStreamReader xml, String name) {
        if (!xml.isStartElement()) {
            return "";
        }
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            if (xml.getAttributeLocalName(i).equals(name)) {
                String value = xml.getAttributeValue(i);
                return value == null ? "" : value;
            }
        }
        return "";
    }

    private SettingException tooLarge() {
        return new SettingException(
                file + ": larger than a report can be. Nothing was changed; name a report.xlsx");
    }

    /** Looks at the cells of a part, at the list of sheets and at what they are. */
    private static final class Cells implements Events {
        private static final int MOST_ROWS = 1_048_576;

        /** The last column, {@code XFD}. */
        private static final int MOST_COLUMNS = 16_384;

        private final boolean relations;
        private final Set<String> sheets = new HashSet<>();
        private final Set<String> targets = new HashSet<>();
        private final StringBuilder text = new StringBuilder();
        private boolean within;

        /**
         * @param relations whether it says where the workbook's sheets are
         */
        Cells(boolean relations) {
            this.relations = relations;
        }

        @Override
        public void at(XMLStreamReader xml) throws IOException {
            if (xml.isStartElement()) {
                start(xml, xml.getLocalName());
            } else if (xml.isEndElement()) {
                end(xml.getLocalName());
            } else if (xml.hasText() && within) {
                text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
                if (text.length() > CellText.ESCAPE * CellText.MOST_CHARACTERS) {
                    throw tooLong();
                }
            }
        }

        private void start(XMLStreamReader xml, String element) throws IOException {
            switch (element) {
                case "v", "is", "si" -> begin();
                case "f" -> {
                    begin();
                    if (attribute(xml, "t").equals("array")) {
                        throw new IOException("it holds an array formula, which no report has");
                    }
                }
                case "c" -> cell(attribute(xml, "r"));
                case "row" -> row(attribute(xml, "r"));
                case "sheet" -> once(sheets, attribute(xml, "id"));
                case "Relationship" -> {
                    String target = plain(attribute(xml, "Target"));
                    if (relations) {
                        once(targets, target.startsWith("xl/") ? target.substring(3) : target);
                    }
                    if (relations && target.endsWith(".vml")) {
                        throw new IOException("a part of it is not what it says");
                    }
                }
                default -> {}
            }
        }

        private static void once(Set<String> seen, String name) throws IOException {
            if (!name.isEmpty() && !seen.add(name)) {
                throw new IOException("it lists a sheet twice");
            }
        }

        private void begin() {
            text.setLength(0);
            within = true;
        }

        private void end(String element) throws IOException {
            switch (element) {
                case "v", "is", "si", "f" -> {
                    within = false;
                    if (text.length() > CellText.MOST_CHARACTERS
                            && CellText.length(text) > CellText.MOST_CHARACTERS) {
                        throw tooLong();
                    }
                }
                default -> {}
            }
        }

        private static IOException tooLong() {
            return new IOException("a cell of it is longer than a cell can be");
        }

        private static void row(String number) throws IOException {
            if (!number.isEmpty()
                    && (number.length() > 7
                            || !number.chars().allMatch(c -> c >= '0' && c <= '9')
                            || Integer.parseInt(number) > MOST_ROWS)) {
                throw outside();
            }
        }

        private static void cell(String reference) throws IOException {
            int column = 0;
            int at = 0;
            while (at < reference.length()
                    && reference.charAt(at) >= 'A'
                    && reference.charAt(at) <= 'Z'
                    && column <= MOST_COLUMNS) {
                column = column * 26 + reference.charAt(at) - 'A' + 1;
                at++;
            }
            if (!reference.isEmpty()
                    && (at == 0 || at == reference.length() || column > MOST_COLUMNS)) {
                throw outside();
            }
            row(reference.substring(at));
        }

        private static IOException outside() {
            return new IOException("a cell of it is outside a sheet");
        }
    }

    /** Counts what is read, and ends where it is more than there may be. */
    private final class Weighed extends FilterInputStream {
        private final long most;
        private long read;

        Weighed(InputStream in, long most) {
            super(in);
            this.most = most;
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            weigh(one < 0 ? 0 : 1);
            return one;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int count = super.read(into, from, length);
            weigh(Math.max(0, count));
            return count;
        }

        private void weigh(int more) {
            read += more;
            if (read > most) {
                throw tooLarge();
            }
        }
    }
}
