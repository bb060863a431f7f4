package io.millrace.models;

import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.Type;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A message set that was made of a file in another language, and what could not be taken over as it
 * was.
 *
 * @param set empty if the file has errors
 */
public record ImportResult(Optional<MessageSet> set, ConversionReport report) {

    public ImportResult {
        Objects.requireNonNull(set);
        Objects.requireNonNull(report);
    }

    /**
     * Returns the result of an import.
     *
     * @param report its problems keep the set from being made
     * @param made makes the set
     * @param problems takes those of the report
     */
    public static ImportResult of(
            ConversionReport report, Supplier<MessageSet> made, Problems problems) {
        MessageSet set = report.problems().hasErrors() ? null : made.get();
        problems.addAll(report.problems());
        boolean failed = report.problems().hasErrors();
        return new ImportResult(Optional.ofNullable(failed ? null : set), report);
    }

    /** Returns what was taken over, in words; empty without a set. */
    public String kept() {
        return set.map(ImportResult::kept).orElse("");
    }

    private static String kept(MessageSet set) {
        Stream<Type> types =
                Stream.of(set.messages(), set.elements())
                        .flatMap(all -> all.values().stream())
                        .map(ElementDeclaration::type);
        int fields =
                Stream.concat(types, set.types().values().stream())
                                .mapToInt(ImportResult::fields)
                                .sum()
                        + set.groups().values().stream().mapToInt(ImportResult::fields).sum();
        List<String> parts = new ArrayList<>();
        count(parts, set.messages().size(), "message");
        count(parts, set.types().size(), "type");
        count(parts, set.groups().size(), "group");
        count(parts, set.elements().size(), "global element");
        count(parts, fields, "field");
        return "kept: " + String.join(", ", parts);
    }

    private static void count(List<String> parts, int number, String noun) {
        if (number > 0) {
            parts.add(number + " " + noun + (number == 1 ? "" : "s"));
        }
    }

    /** Returns the number of elements and attributes declared in a type, at any depth. */
    private static int fields(Type type) {
        return type instanceof ComplexType complex
                ? complex.attributes().size() + fields(complex.content())
                : 0;
    }

    private static int fields(Group group) {
        return group.particles().stream()
                .mapToInt(
                        particle ->
                                switch (particle) {
                                    case ElementDeclaration e -> 1 + fields(e.type());
                                    case ElementReference _ -> 1;
                                    case Group g -> fields(g);
                                    case GroupReference _ -> 0;
                                })
                .sum();
    }
}
