package io.millrace.parsers.mrm;

import io.millrace.engine.error.Problems;
import io.millrace.engine.parser.Parser.UnknownField;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.ContentRule;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The names of the fields that the model of a message permits. */
final class MessageFields {

    private static final int MAX_LISTED = 20;

    private final MessageSet set;
    private final ElementDeclaration message;

    MessageFields(MessageSet set, ElementDeclaration message) {
        this.set = set;
        this.message = message;
    }

    /** Returns the first name of a path that the model does not permit; empty if there is none. */
    Optional<UnknownField> unknown(List<String> names) {
        ElementDeclaration at = message;
        for (int i = 0; i < names.size(); i++) {
            Map<String, ElementDeclaration> fields = fields(at.type());
            if (fields == null) {
                return Optional.empty();
            }
            ElementDeclaration next = fields.get(names.get(i));
            if (next == null) {
                return Optional.of(unknown(i, names.get(i), at, fields.keySet()));
            }
            at = next;
        }
        return Optional.empty();
    }

    private UnknownField unknown(
            int step, String name, ElementDeclaration parent, Set<String> fields) {
        String kind = parent == message ? "message " : "field ";
        String all =
                fields.isEmpty()
                        ? "it has a value and no fields"
                        : fields.size() > MAX_LISTED
                                ? ""
                                : "its fields are " + String.join(", ", fields);
        return new UnknownField(
                step,
                "the "
                        + kind
                        + parent.name()
                        + " has no field "
                        + name
                        + " in the message set "
                        + set.name(),
                Problems.didYouMean(name, fields, all));
    }

    /** Returns the fields of a type; null if the type permits fields that are not listed. */
    private Map<String, ElementDeclaration> fields(Type declared) {
        Map<String, ElementDeclaration> fields = new LinkedHashMap<>();
        return switch (set.resolve(declared)) {
            case ComplexType type -> add(type, fields) ? fields : null;
            case SimpleType simple -> fields;
            case null, default -> null;
        };
    }

    private boolean add(ComplexType type, Map<String, ElementDeclaration> fields) {
        type.attributes().forEach(a -> fields.put(a.declaration().name(), a.declaration()));
        boolean isBase =
                set.types().values().stream()
                        .anyMatch(
                                t ->
                                        t instanceof ComplexType other
                                                && !other.base().isEmpty()
                                                && set.types().get(other.base()) == type);
        return !type.anyAttribute() && !isBase && add(type.content(), fields, new HashSet<>());
    }

    /** Adds the members of a group. Returns false if the group permits other members. */
    private boolean add(Group group, Map<String, ElementDeclaration> fields, Set<String> groups) {
        if (group.content() != ContentRule.CLOSED || group.composition() == Composition.MESSAGE) {
            return false;
        }
        for (Particle particle : group.particles()) {
            boolean closed =
                    switch (particle) {
                        case ElementDeclaration element -> add(element, fields);
                        case ElementReference reference ->
                                set.elements().containsKey(reference.name())
                                        && add(set.elements().get(reference.name()), fields);
                        case Group inner -> add(inner, fields, groups);
                        case GroupReference reference ->
                                set.groups().containsKey(reference.name())
                                        && (!groups.add(reference.name())
                                                || add(
                                                        set.groups().get(reference.name()),
                                                        fields,
                                                        groups));
                    };
            if (!closed) {
                return false;
            }
        }
        return true;
    }

    private static boolean add(ElementDeclaration element, Map<String, ElementDeclaration> fields) {
        fields.put(element.name(), element);
        return true;
    }
}
