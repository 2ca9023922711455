package dev.tplus1.cli;

import dev.tplus1.breaks.audit.Label;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.entry.SettingException;
import dev.tplus1.job.AccountFile;
import dev.tplus1.job.Values;
import dev.tplus1.statement.Archive;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the values of options. Each complaint is a {@link SettingException} that starts with the
 * option.
 */
public final class Arguments {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.STRICT);
    private static final Pattern BREAK_ID = Pattern.compile("[0-9A-Z]{8}");
    private static final Pattern MESSAGE_ID = Pattern.compile("[0-9]{1,18}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final int MAX_MESSAGES = 1000;
    private static final int MAX_BREAKS = 1000;
    private static final int MAX_FILES = 1000;
    private static final int MAX_NOTE = 500;
    private static final int MAX_NAME = 64;
    private static final Duration MAX_WAIT = Duration.ofHours(24);

    private Arguments() {}

    /** A business date, strict. */
    public static LocalDate date(String option, String text) {
        try {
            return LocalDate.parse(text, DATE);
        } catch (DateTimeException _) {
            throw new SettingException(option + " " + Speech.bounded(text) + ": not a date.");
        }
    }

    /** The same, where it is given. */
    public static @Nullable LocalDate optionalDate(String option, @Nullable String text) {
        return text == null ? null : date(option, text);
    }

    static void requireOrder(LocalDate from, LocalDate to) {
        if (to.isBefore(from)) {
            throw new SettingException("--to " + to + ": is before --from " + from + ".");
        }
        if (ChronoUnit.DAYS.between(from, to) >= Work.MOST_DATES) {
            throw new SettingException(
                    "--to "
                            + to
                            + ": more than "
                            + Work.MOST_DATES
                            + " days after --from; take fewer.");
        }
    }

    static ZoneId zone(String option, String text) {
        try {
            return Values.zone(text);
        } catch (IllegalArgumentException _) {
            throw new SettingException(
                    option + " " + Speech.bounded(text) + ": not a time zone; Asia/Shanghai say.");
        }
    }

    /** How long, as a job file has it. */
    public static Duration duration(String option, String text) {
        try {
            return Values.duration(text);
        } catch (IllegalArgumentException _) {
            throw new SettingException(
                    option + " " + Speech.bounded(text) + ": not a duration; 10m, 90s or 2h say.");
        }
    }

    /** A whole number from {@code least} to {@code most}. */
    static int number(String option, String text, int least, int most) {
        int number = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : -1;
        if (number < least || number > most) {
            throw new SettingException(
                    option
                            + " "
                            + Speech.bounded(text)
                            + ": not a number from "
                            + least
                            + " to "
                            + most
                            + ".");
        }
        return number;
    }

    /** How long {@code --wait} asks to wait; left out, not at all. */
    static Duration waiting(@Nullable String text) {
        Duration waiting = text == null ? Duration.ZERO : duration("--wait", text);
        if (waiting.compareTo(MAX_WAIT) > 0) {
            throw new SettingException(
                    "--wait "
                            + Speech.bounded(String.valueOf(text))
                            + ": more than 24h; take less.");
        }
        return waiting;
    }

    static String provider(String text) {
        if (!AccountFile.PROVIDERS.contains(text)) {
            throw new SettingException(
                    "--provider "
                            + Speech.bounded(text)
                            + ": not a provider; known: "
                            + String.join(", ", AccountFile.PROVIDERS)
                            + ".");
        }
        return text;
    }

    /** The id of a break. */
    public static String breakId(String text) {
        String id = text.toUpperCase(Locale.ENGLISH);
        if (!BREAK_ID.matcher(id).matches()) {
            throw new SettingException(
                    Speech.bounded(text)
                            + ": not a break's id; 8 letters and digits, as breaks list shows.");
        }
        return id;
    }

    /** The ids of breaks, each once. */
    public static List<String> breakIds(List<String> texts) {
        if (texts.size() > MAX_BREAKS) {
            throw new SettingException("ID: more than " + MAX_BREAKS + " at once; name fewer.");
        }
        return texts.stream().map(Arguments::breakId).distinct().toList();
    }

    /** A person's name, as {@code --as} takes it. */
    public static String name(String option, String text) {
        String name = words(option, text, MAX_NAME);
        if (!Label.seen(name)) {
            throw new SettingException(option + ": " + Label.UNSEEN + ".");
        }
        return name;
    }

    /** Why, for the audit trail. */
    public static String note(String text) {
        return words("--note", text, MAX_NOTE);
    }

    /** Who decides: whom the option names, or this process's user; never as a run signs. */
    public static String decider(@Nullable String as) {
        String name = name("--as", as == null ? System.getProperty("user.name", "unknown") : as);
        if (name.equals(Label.RUN)) {
            throw new SettingException("--as: " + Label.RUN_SIGNS + ".");
        }
        return name;
    }

    static List<Long> messageIds(List<String> texts) {
        return ids(texts, "a message's id; a number, as outbox list shows.", "--all-dead.");
    }

    /** The same of notices. */
    static List<Long> noticeIds(List<String> texts) {
        return ids(texts, "a notice's id; a number, as alert list shows.", "--channel.");
    }

    private static List<Long> ids(List<String> texts, String whatItIs, String otherwise) {
        if (texts.size() > MAX_MESSAGES) {
            throw new SettingException(
                    "ID: more than " + MAX_MESSAGES + " at once; name fewer, or " + otherwise);
        }
        for (String text : texts) {
            if (!MESSAGE_ID.matcher(text).matches()) {
                throw new SettingException(Speech.bounded(text) + ": not " + whatItIs);
            }
        }
        return texts.stream().map(Long::parseLong).distinct().toList();
    }

    private static String words(String option, String text, int most) {
        String words = text.strip();
        if (words.isEmpty()) {
            throw new SettingException(option + ": is empty; say something for the audit trail.");
        }
        if (words.length() > most) {
            throw new SettingException(
                    option + ": longer than " + most + " characters; shorten it.");
        }
        if (!Label.plain(words)) {
            throw new SettingException(
                    option + ": has a line break, or a control or invisible character.");
        }
        return words;
    }

    /** A file that is there. */
    public static Path existing(String option, Path file) {
        if (!Files.isRegularFile(file)) {
            throw new SettingException(
                    option + " " + Speech.bounded(file.toString()) + ": no such file.");
        }
        return file;
    }

    /**
     * The files that were named, and those in the folders that were named, in the order of their
     * names: no hidden ones, no control files, which are read with the file that they vouch for,
     * and nothing that the archive wrote beside them.
     */
    static List<Path> files(String option, List<Path> named) {
        List<Path> files = new ArrayList<>();
        for (Path path : named) {
            if (Files.isDirectory(path)) {
                files.addAll(inside(option, path));
            } else {
                files.add(existing(option, path));
            }
        }
        if (files.size() > MAX_FILES) {
            throw new SettingException(
                    option + ": more than " + MAX_FILES + " files; name those of one date.");
        }
        return files.stream()
                .distinct()
                .sorted(Comparator.comparing(path -> String.valueOf(path.getFileName())))
                .toList();
    }

    private static List<Path> inside(String option, Path folder) {
        try (Stream<Path> inside = Files.list(folder)) {
            List<Path> files =
                    inside.filter(Files::isRegularFile)
                            .filter(path -> {
                                String name = String.valueOf(path.getFileName());
                                return !name.startsWith(".")
                                        && !name.endsWith(".control")
                                        && !name.equals(Archive.ORIGIN);
                            })
                            .limit(MAX_FILES + 1)
                            .toList();
            if (files.isEmpty()) {
                throw new SettingException(
                        option
                                + " "
                                + Speech.bounded(folder.toString())
                                + ": the folder has no files.");
            }
            return files;
        } catch (IOException e) {
            throw new SettingException(
                    option
                            + " "
                            + Speech.bounded(folder.toString())
                            + ": the folder cannot be read.",
                    e);
        }
    }
}
