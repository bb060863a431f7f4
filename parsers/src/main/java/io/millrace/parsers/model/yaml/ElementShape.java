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

/** A check for elements written as in another language, with advice on the form of model files. */
final class ElementShape {

    private ElementShape() {}

    /**
     * Reports an element that is written as in another language. Returns whether it is.
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
        boolean isPicture =
                first.name().matches("(?i)pic(ture)?") && first.value() instanceof YamlScalar;
        String type = isPicture ? "PIC " + ((YamlScalar) first.value()).text() : first.name();
        String advice = ForeignTypes.advice(type);
        if (advice.isEmpty() || known.contains(first.name())) {
            return false;
        }
        problems.error(UNKNOWN_KEY, first.key().place(), "unknown type '" + type + "'", advice);
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
