package dev.tplus1.readme;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a reader copies out of a document.
 *
 * @param blocks its indented blocks up to a blank line, each without its indentation
 * @param spans what stands between backticks elsewhere
 */
record Document(List<List<String>> blocks, List<String> spans) {
    private static final int INDENT = 4;
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
    private static final Pattern CRON = Pattern.compile("^[0-9*]+(?: [0-9*]+){4} +");
    private static final Pattern COMMAND =
            Pattern.compile(
                    "(?:(?:/opt/tplus1/)?jobs/)?((?:tplus1|bench|mvn|tar|kubectl|systemctl|docker"
                            + "|chmod|openssl|crontab|cp|sh)(?: .+)?)");

    static Document read(String name) {
        try {
            return of(Files.readAllLines(Path.of(name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Document of(List<String> lines) {
        List<List<String>> blocks = new ArrayList<>();
        StringBuilder prose = new StringBuilder();
        List<String> block = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith(" ".repeat(INDENT))) {
                block.add(line);
            } else {
                add(blocks, block);
                prose.append(line).append('\n');
            }
        }
        add(blocks, block);
        List<String> spans =
                SPAN.matcher(prose)
                        .results()
                        .map(each -> each.group(1).replaceAll("\\s+", " "))
                        .toList();
        return new Document(blocks, spans);
    }

    private static void add(List<List<String>> blocks, List<String> block) {
        if (!block.isEmpty()) {
            blocks.add(String.join("\n", block).stripIndent().lines().toList());
            block.clear();
        }
    }

    /** Blocks that begin so. */
    List<String> blocksFrom(Pattern start) {
        return blocks.stream()
                .filter(each -> start.matcher(each.getFirst()).find())
                .map(each -> String.join("\n", each) + "\n")
                .toList();
    }

    /**
     * What it tells to type, without the folder of the launcher, a cron line's times, and what it
     * says of it.
     */
    List<String> commands() {
        return Stream.concat(
                        blocks.stream()
                                .flatMap(List::stream)
                                .map(line ->
                                        CRON.matcher(line).replaceFirst("").split(" {2,}", 2)[0]),
                        spans.stream().filter(span -> span.contains(" ")))
                .map(COMMAND::matcher)
                .filter(Matcher::matches)
                .map(each -> each.group(1))
                .distinct()
                .toList();
    }
}
