package io.millrace.models;

import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.Type;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A message set that was imported from a file in another language, and a report of the parts that
 * were changed or dropped.
 *
 * @param set empty if the file has errors
 */
public record ImportResult(Optional<MessageSet> set, ConversionReport report) {

    public ImportResult {
        Objects.requireNonNull(set);
        Objects.requireNonNull(report);
    }

    /** Returns a description of the imported parts; empty without a set. */
    public String kept() {
        return set.map(ImportResult::kept).orElse("");
    }

    private static String kept(MessageSet set) {
        List<String> parts = new ArrayList<>();
        count(parts, set.messages().size(), "message");
        count(parts, set.types().size(), "type");
        count(parts, set.groups().size(), "group");
        count(parts, set.elements().size(), "global element");
        int fields = 0;
        for (ElementDeclaration message : set.messages().values()) {
            fields += fields(message.type());
        }
        for (Type type : set.types().values()) {
            fields += fields(type);
        }
        for (Group group : set.groups().values()) {
            fields += fields(group);
        }
        for (ElementDeclaration element : set.elements().values()) {
            fields += fields(element.type());
        }
        count(parts, fields, "field");
        return "kept: " + String.join(", ", parts);
    }

    private static void count(List<String> parts, int number, String noun) {
        if (number > 0) {
            parts.add(number + " " + noun + (number == 1 ? "" : "s"));
        }
    }

    /** Elements and attributes that are declared in a type, at any depth. */
    private static int fields(Type type) {
        return type instanceof ComplexType complex
                ? complex.attributes().size() + fields(complex.content())
                : 0;
    }

    private static int fields(Group group) {
        int fields = 0;
        for (Particle particle : group.particles()) {
            fields +=
                    switch (particle) {
                        case ElementDeclaration e -> 1 + fields(e.type());
                        case ElementReference r -> 1;
                        case Group g -> fields(g);
                        case GroupReference r -> 0;
                    };
        }
        return fields;
    }
}
