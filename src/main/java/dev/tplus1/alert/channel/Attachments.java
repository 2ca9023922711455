package dev.tplus1.alert.channel;

import dev.tplus1.alert.Digest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The workbooks that go along with a mail: those that are still there and small enough, in the
 * digest's order, until they are too large together.
 *
 * @param missing whether one was left out
 */
record Attachments(List<Workbook> workbooks, boolean missing) {
    /** What is attached has this name: a row of the database names no other file. */
    private static final String NAME = "report.xlsx";

    /** One file; its bytes are nobody else's. */
    static final class Workbook {
        private final String name;
        private final byte[] bytes;

        private Workbook(String name, byte[] bytes) {
            this.name = name;
            this.bytes = bytes;
        }

        /** As the mail shows it: letters, digits, dots and hyphens. */
        String name() {
            return name;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    static Attachments of(Digest digest, MailLimits limits) {
        List<Workbook> workbooks = new ArrayList<>();
        boolean missing = false;
        int room = limits.allBytes();
        for (Digest.Line line : digest.accounts()) {
            if (line.workbook().isEmpty()) {
                continue;
            }
            byte[] bytes = read(line.workbook(), Math.min(room, limits.fileBytes()));
            if (bytes.length == 0) {
                missing = true;
            } else {
                room -= bytes.length;
                workbooks.add(new Workbook(name(line), bytes));
            }
        }
        return new Attachments(workbooks, missing);
    }

    private static String name(Digest.Line line) {
        String account = line.account().replaceAll("[^A-Za-z0-9._-]", "-");
        return account + "-" + line.businessDate() + "-r" + line.revision() + ".xlsx";
    }

    /** Nothing where it is no such file, or has more than that. */
    private static byte[] read(String path, int most) {
        try {
            Path file = Path.of(path);
            Path name = file.getFileName();
            if (name == null
                    || !name.toString().equals(NAME)
                    || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return new byte[0];
            }
            try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                byte[] bytes = in.readNBytes(most + 1);
                return bytes.length > most ? new byte[0] : bytes;
            }
        } catch (IOException | InvalidPathException _) {
            return new byte[0];
        }
    }
}
