package dev.tplus1.jobs;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The image's Dockerfile, read as far as that needs no Docker. */
record Dockerfile(List<Instruction> instructions) {
    private static final Path FILE = Path.of("jobs/container/Dockerfile");

    /** All that there are (docs.docker.com, "Dockerfile reference"), but MAINTAINER, long gone. */
    private static final Set<String> KNOWN =
            Set.of(
                    "ADD",
                    "ARG",
                    "CMD",
                    "COPY",
                    "ENTRYPOINT",
                    "ENV",
                    "EXPOSE",
                    "FROM",
                    "HEALTHCHECK",
                    "LABEL",
                    "ONBUILD",
                    "RUN",
                    "SHELL",
                    "STOPSIGNAL",
                    "USER",
                    "VOLUME",
                    "WORKDIR");

    private static final Pattern INSTRUCTION = Pattern.compile("([A-Z]+)\\s+(\\S.*)");

    record Instruction(String name, String text) {}

    /**
     * A COPY.
     *
     * @param from in the build's folder
     * @param to the place in the image, of the file or folder itself
     */
    record Copy(Path from, Path to) {}

    static Dockerfile read() throws IOException {
        return parse(Files.readAllLines(FILE));
    }

    static Dockerfile parse(List<String> lines) throws IOException {
        List<Instruction> instructions = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        for (String line : lines) {
            if (line.stripLeading().startsWith("#") || line.isBlank()) {
                continue;
            }
            boolean more = line.endsWith("\\");
            open.append(more ? line.substring(0, line.length() - 1) : line);
            if (!more) {
                instructions.add(instruction(open.toString().strip()));
                open.setLength(0);
            }
        }
        if (!open.isEmpty()) {
            throw new IOException("the last instruction does not end");
        }
        return new Dockerfile(instructions);
    }

    private static Instruction instruction(String text) throws IOException {
        Matcher matcher = INSTRUCTION.matcher(text);
        if (!matcher.matches() || !KNOWN.contains(matcher.group(1))) {
            throw new IOException("no instruction: " + text);
        }
        return new Instruction(matcher.group(1), matcher.group(2));
    }

    /** The texts of all instructions of this name. */
    List<String> all(String name) {
        return instructions.stream()
                .filter(each -> each.name().equals(name))
                .map(Instruction::text)
                .toList();
    }

    /** The text of the only instruction of this name. */
    String only(String name) {
        List<String> all = all(name);
        if (all.size() != 1) {
            throw new IllegalStateException(all.size() + " instructions " + name);
        }
        return all.getFirst();
    }

    /** An instruction's words where it is in exec form, which no shell reads. */
    List<String> words(String name) throws IOException {
        try {
            return List.of(JsonMapper.shared().readValue(only(name), String[].class));
        } catch (JacksonException e) {
            throw new IOException(name + " is not in exec form: " + only(name), e);
        }
    }

    List<Copy> copies() {
        List<Copy> copies = new ArrayList<>();
        for (String text : all("COPY")) {
            String[] words = text.split("\\s+", -1);
            if (words.length != 2 || !words[1].endsWith("/")) {
                throw new IllegalStateException(
                        "more than a file or folder into a folder: " + text);
            }
            Path from = Path.of(words[0]);
            Path to = Path.of(words[1]);
            // what is in a folder is copied, and a file by its name
            copies.add(
                    new Copy(from, words[0].endsWith("/") ? to : to.resolve(from.getFileName())));
        }
        return copies;
    }
}
