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
 * The position in a document of an application, such as an OpenAPI document, of a problem that a
 * node reports at the property with the name of the document.
 */
final class DocumentPlace {

    /** A JSON pointer in the text of a problem. */
    private static final Pattern POINTER = Pattern.compile("(?<=[ (])/[^\\s,;]*/[^\\s,;]+");

    private DocumentPlace() {}

    /**
     * Returns the problem with the position of the part of the document that its text names, and
     * without the name of the document; the problem itself if the text names no part.
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

    /** Returns the position of the last key of a pointer that exists; null if none does. */
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

    /** Returns the position of the innermost key below paths that a text names; null if none. */
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
