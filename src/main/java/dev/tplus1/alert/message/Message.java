package dev.tplus1.alert.message;

import dev.tplus1.alert.Digest;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * A digest as lines of one markup.
 *
 * @param title the news in one line, without any markup
 * @param body what may be cut from its end
 * @param tail what stands at the end whatever is cut
 * @param rest says how much was cut
 */
public record Message(String title, List<String> body, List<String> tail, Rest rest) {
    private static final String BULLET = "· ";

    /** The line that stands for those that were cut. */
    interface Rest {
        /** Says how many there are. */
        String more(int lines);
    }

    /** Writes a digest. */
    public static Message of(Digest digest, Markup markup) {
        Story story = Teller.story(digest);
        Wording words = Wording.of(digest.language());
        return new Message(
                markup.text(story.title()),
                body(story, words, markup),
                tail(story, words, markup),
                lines -> markup.text(words.count("more", lines)));
    }

    /** The same without the line that says the title, for a chat that shows it by itself. */
    public Message withoutTitle() {
        return new Message(title, body.subList(1, body.size()), tail, rest);
    }

    private static List<String> body(Story story, Wording words, Markup markup) {
        List<String> lines = new ArrayList<>();
        lines.add(markup.strong(story.title()));
        add(lines, markup, story.note());
        for (Story.Part part : story.accounts()) {
            lines.add(markup.strong(part.head()) + " " + BULLET + markup.text(part.state()));
            lines.add(markup.text(part.sentence()));
            part.details().forEach(detail -> lines.add(BULLET + markup.text(detail)));
            place(lines, markup, words, "report", part.report());
        }
        add(lines, markup, story.more());
        if (!story.largest().isEmpty()) {
            lines.add(markup.strong(story.largestTitle()));
            story.largest().forEach(row -> lines.add(BULLET + markup.text(row)));
        }
        story.failing().forEach(line -> add(lines, markup, line));
        return lines;
    }

    private static List<String> tail(Story story, Wording words, Markup markup) {
        List<String> lines = new ArrayList<>();
        if (!story.next().isEmpty()) {
            lines.add(markup.strong(words.get("next")) + ": " + markup.text(story.next()));
        }
        if (!story.command().isEmpty()) {
            lines.add(markup.code(story.command()));
        }
        place(lines, markup, words, "index", story.index());
        story.foot().forEach(line -> add(lines, markup, line));
        return lines;
    }

    private static void add(List<String> lines, Markup markup, String text) {
        if (!text.isEmpty()) {
            lines.add(markup.text(text));
        }
    }

    private static void place(
            List<String> lines, Markup markup, Wording words, String key, Place place) {
        if (!place.url().isEmpty()) {
            lines.add(markup.link(words.get(key + ".open"), place.url()));
        } else if (place.anywhere()) {
            lines.add(markup.text(words.get(key)) + ": " + markup.code(place.text()));
        }
    }

    /**
     * The lines that fit: whole ones, first the tail, then as many of the body as there is room
     * for, with a line that says how many are not there. Where there is not even room for the tail,
     * it is cut as the body is.
     *
     * @param most what they measure together at most
     * @param measure what one line takes, its end included
     */
    public List<String> within(int most, ToIntFunction<String> measure) {
        List<String> end = tail;
        int taken = sum(end, measure);
        if (taken > most / 2) {
            end = List.of();
            taken = 0;
        }
        List<String> start = body;
        if (end.isEmpty() && !tail.isEmpty()) {
            start = new ArrayList<>(body);
            start.addAll(tail);
        }
        if (taken + sum(start, measure) > most) {
            taken += measure.applyAsInt(rest.more(start.size()));
        }
        List<String> lines = new ArrayList<>();
        for (String line : start) {
            taken += measure.applyAsInt(line);
            if (taken > most) {
                break;
            }
            lines.add(line);
        }
        if (lines.size() < start.size()) {
            lines.add(rest.more(start.size() - lines.size()));
        }
        lines.addAll(end);
        return lines;
    }

    private static int sum(List<String> lines, ToIntFunction<String> measure) {
        return lines.stream().mapToInt(measure).sum();
    }
}
