package io.millrace.parsers.model.yaml;

import static io.millrace.engine.error.ErrorCode.UNKNOWN_KEY;
import static io.millrace.engine.error.ErrorCode.YAML_SHAPE;
import static io.millrace.engine.error.Problems.didYouMean;

import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.Word;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;
import io.millrace.parsers.text.YamlSequence;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Checks for forms of elements that other languages have, with advice. */
final class ElementShape {

    /** Types of SQL and other languages, and the types of the model for the same values. */
    private static final Map<String, String> FOREIGN =
            Map.ofEntries(
                    Map.entry("char", "string"),
                    Map.entry("character", "string"),
                    Map.entry("varchar", "string"),
                    Map.entry("text", "string"),
                    Map.entry("str", "string"),
                    Map.entry("number", "decimal"),
                    Map.entry("numeric", "decimal"),
                    Map.entry("money", "decimal"),
                    Map.entry("real", "double"),
                    Map.entry("bigint", "long"),
                    Map.entry("smallint", "short"),
                    Map.entry("bool", "boolean"),
                    Map.entry("bit", "boolean"),
                    Map.entry("timestamp", "dateTime"),
                    Map.entry("datetime", "dateTime"),
                    Map.entry("binary", "hexBinary"),
                    Map.entry("blob", "hexBinary"),
                    Map.entry("bytes", "hexBinary"));

    private ElementShape() {}

    /**
     * Whether an element has the form of another language, which is then reported.
     *
     * @param known keys that are permitted in its mapping
     */
    static boolean isWrong(YamlEntry entry, List<String> known, Problems problems) {
        if (entry.value() instanceof YamlSequence) {
            problems.error(
                    YAML_SHAPE,
                    entry.value().place(),
                    "found a list of elements, expected a type",
                    "write the elements of " + entry.name() + " below sequence:");
            return true;
        }
        if (!(entry.value() instanceof YamlMapping mapping) || mapping.entries().isEmpty()) {
            return false;
        }
        YamlEntry first = mapping.entries().getFirst();
        if (holdsElements(mapping, known)) {
            problems.error(
                    YAML_SHAPE,
                    first.key().place(),
                    "found the element "
                            + first.name()
                            + ", expected "
                            + String.join(", ", Word.all(Composition.class)),
                    "write the elements of " + entry.name() + " below sequence:");
            return true;
        }
        String type = FOREIGN.get(first.name().toLowerCase(Locale.ROOT));
        if (type == null || known.contains(first.name())) {
            return false;
        }
        problems.error(
                UNKNOWN_KEY,
                first.key().place(),
                "unknown type '" + first.name() + "'",
                "did you mean " + type + "?");
        return true;
    }

    /** Whether a mapping contains only elements, which must be below the name of a composition. */
    private static boolean holdsElements(YamlMapping mapping, List<String> known) {
        return mapping.entries().stream()
                .allMatch(
                        e ->
                                !known.contains(e.name())
                                        && didYouMean(e.name(), Word.all(Composition.class))
                                                .isEmpty()
                                        && isElement(e.value()));
    }

    private static boolean isElement(YamlNode value) {
        return switch (value) {
            case YamlMapping mapping -> !mapping.entries().isEmpty();
            case YamlScalar scalar -> BaseType.of(scalar.text()) != null;
            case YamlSequence _ -> false;
        };
    }
}
