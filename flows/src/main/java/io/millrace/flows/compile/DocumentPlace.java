package io.millrace.flows.compile;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlSequence;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A utility that maps a problem at a property to a position in the document that the property
 * names, such as an OpenAPI document.
 */
final class DocumentPlace {

    /** A JSON pointer in the text of a problem. */
    private static final Pattern POINTER = Pattern.compile("(?<=[ (])/[^\\s,;]*/[^\\s,;]+");

    private DocumentPlace() {}

    /**
     * Returns the problem with a position in the document, if its text names a part of the
     * document. The name of the document is removed from the text. Otherwise returns the problem
     * unchanged.
     */
    static Problem of(Problem problem, String name, Source document) {
        YamlNode top = Yaml.read(document, new Problems());
        String prefix = name + ": ";
        if (top == null || !problem.text().startsWith(prefix)) {
            return problem;
        }
        String text = problem.text().substring(prefix.length());
        Matcher pointer = POINTER.matcher(text);
        Place place = pointer.find() ? pointed(top, pointer.group()) : null;
        place = place == null ? named(top, text) : place;
        return place == null
                ? problem
                : new Problem(problem.code(), problem.severity(), place, text, problem.hint());
    }

    /** Returns the position of the last existing key of a pointer; null if no key exists. */
    private static Place pointed(YamlNode top, String pointer) {
        YamlNode at = top;
        Place place = null;
        for (String token : pointer.substring(1).split("/")) {
            String key = token.replace("~1", "/").replace("~0", "~");
            YamlEntry entry = at instanceof YamlMapping mapping ? mapping.entry(key) : null;
            if (entry != null) {
                place = entry.key().place();
                at = entry.value();
            } else if (at instanceof YamlSequence(Place _, var items)
                    && key.matches("\\d{1,6}")
                    && Integer.parseInt(key) < items.size()) {
                at = items.get(Integer.parseInt(key));
                place = at.place();
            } else {
                return place;
            }
        }
        return place;
    }

    /**
     * Returns the position of the innermost key below {@code paths} that a text names; null if the
     * text names no such key.
     */
    private static Place named(YamlNode top, String text) {
        YamlNode at = top instanceof YamlMapping mapping ? mapping.get("paths") : null;
        Place place = null;
        while (at instanceof YamlMapping mapping) {
            YamlEntry found = null;
            for (YamlEntry entry : mapping.entries()) {
                if (found == null && names(text, entry.name())) {
                    found = entry;
                }
            }
            if (found == null) {
                return place;
            }
            place = found.key().place();
            at = found.value();
        }
        return place;
    }

    private static boolean names(String text, String key) {
        return Pattern.compile(
                        "(?<![\\w/{])" + Pattern.quote(key) + "(?![\\w/{])",
                        Pattern.CASE_INSENSITIVE)
                .matcher(text)
                .find();
    }
}
