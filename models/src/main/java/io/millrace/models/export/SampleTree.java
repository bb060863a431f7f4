package io.millrace.models.export;

import static io.millrace.parsers.model.Composition.CHOICE;
import static io.millrace.parsers.model.Composition.MESSAGE;

import static java.lang.Math.max;
import static java.lang.Math.min;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.models.ModelMembers;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.CwfGroup;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.LengthRule;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.TdsField;
import io.millrace.parsers.record.FieldException;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A generator of a random message tree of a model. The writer sets fields that contain counts or
 * lengths of other fields.
 */
final class SampleTree {

    private static final int MAX_LEVELS = 40;
    private static final int FEW_LEVELS = 6;
    private static final int MAX_ELEMENTS = 200_000;
    private static final int MAX_EXTRA_OCCURRENCES = 3;

    private final MessageSet set;
    private final PhysicalFormat format;
    private final Random random;
    private final boolean small;
    private final SampleValues values;

    /** Fields that contain the length or count of other fields. */
    private final Set<String> counters = new HashSet<>();

    private int elements;

    SampleTree(MessageSet set, PhysicalFormat format, Random random, boolean small) {
        this.set = set;
        this.format = format;
        this.random = random;
        this.small = small;
        values = new SampleValues(random, small);
        Stream.concat(ModelMembers.of(set), set.elements().values().stream())
                .forEach(this::references);
    }

    Element of(ElementDeclaration message) {
        Element folder = Element.of(ElementType.NAME, "MRM").domain("MRM");
        if (set.resolve(message.type()) instanceof ComplexType complex) {
            fill(folder, complex, 0);
        }
        return folder;
    }

    // Fields that the writer counts

    private void references(Particle particle) {
        Map<String, PhysicalProperties> physical =
                switch (particle) {
                    case ElementDeclaration e -> e.physical();
                    case ElementReference r -> r.physical();
                    default -> Map.of();
                };
        switch (physical.get(format.name())) {
            case CwfField f -> references(f.length(), f.placement().repeatReference());
            case TdsField f -> references(f.length(), f.markup().repeatReference());
            case null, default -> {
                // The field has no references.
            }
        }
    }

    private void references(LengthRule length, String repeats) {
        Stream.of(Optional.ofNullable(length.reference()), Optional.ofNullable(repeats))
                .flatMap(Optional::stream)
                .forEach(path -> counters.add(path.substring(path.lastIndexOf('.') + 1)));
    }

    // The tree

    private void fill(Element folder, ComplexType type, int depth) {
        checkDepth(depth);
        for (AttributeDeclaration a : type.attributes()) {
            if (a.required() || format instanceof CwfFormat || random.nextBoolean()) {
                ElementDeclaration e = a.declaration();
                add(folder, e, e.physical().get(format.name()), depth);
            }
        }
        group(folder, type.content(), depth);
    }

    private static void checkDepth(int depth) {
        if (depth > MAX_LEVELS) {
            throw new FieldException("the message needs more than " + MAX_LEVELS + " levels");
        }
    }

    private void group(Element folder, Group group, int depth) {
        List<Particle> members = group.particles();
        boolean one = isChoice(group.composition()) && !members.isEmpty();
        for (Particle member : one ? List.of(chosen(members, depth)) : members) {
            particle(folder, member, group.composition(), depth);
            if (physical(group) instanceof CwfGroup g && g.choiceDispatchKey() != null) {
                select(folder, g.choiceDispatchKey(), branchKeys(member));
            }
        }
    }

    private PhysicalProperties physical(Group group) {
        return group.physical().get(format.name());
    }

    /** Returns the values of the dispatch key that select a branch. */
    private List<String> branchKeys(Particle branch) {
        PhysicalProperties physical =
                switch (branch) {
                    case ElementDeclaration e -> e.physical().get(format.name());
                    case ElementReference r -> r.physical().get(format.name());
                    case Group g -> physical(g);
                    case GroupReference r -> physical(set.groups().get(r.name()));
                };
        return CwfGroup.branchKeys(physical);
    }

    /** Sets the field that selects the branch of a choice. */
    private void select(Element folder, String path, List<String> keys) {
        String[] names = path.split("\\.");
        for (Element from = folder; from != null && !keys.isEmpty(); from = from.parent()) {
            Element field = from;
            for (int i = 0; field != null && i < names.length; i++) {
                field = field.child(names[i]);
            }
            if (field != null) {
                String key = keys.get(random.nextInt(keys.size()));
                boolean number = field.value() != null && field.value().type().isNumeric();
                field.value(number ? new DecimalValue(new BigDecimal(key)) : Value.of(key));
                return;
            }
        }
    }

    private static boolean isChoice(Composition composition) {
        return composition == CHOICE || composition == MESSAGE;
    }

    /** Returns a random branch. Deep in the tree, it prefers a branch without folders. */
    private Particle chosen(List<Particle> members, int depth) {
        return members.stream()
                .filter(
                        m ->
                                depth > FEW_LEVELS
                                        && m instanceof ElementDeclaration e
                                        && set.resolve(e.type()) instanceof SimpleType)
                .findFirst()
                .orElseGet(() -> members.get(random.nextInt(members.size())));
    }

    private void particle(Element folder, Particle particle, Composition within, int depth) {
        boolean one = isChoice(within);
        switch (particle) {
            case ElementDeclaration e -> element(folder, e, e.occurs(), e.physical(), one, depth);
            case ElementReference r -> {
                ElementDeclaration e =
                        within == MESSAGE
                                ? set.messages().get(r.name())
                                : set.elements().get(r.name());
                if (e != null) {
                    boolean own = r.physical().containsKey(format.name());
                    element(folder, e, r.occurs(), own ? r.physical() : e.physical(), one, depth);
                }
            }
            case Group g -> repeated(folder, g, g.occurs(), one, depth);
            case GroupReference r -> {
                Group g = set.groups().get(r.name());
                if (g != null) {
                    repeated(folder, g, r.occurs(), one, depth);
                }
            }
        }
    }

    private void repeated(Element folder, Group group, Occurs occurs, boolean one, int depth) {
        checkDepth(depth);
        for (int i = occurrences(occurs, null, one, depth); i > 0; i--) {
            group(folder, group, depth + 1);
        }
    }

    private void element(
            Element folder,
            ElementDeclaration e,
            Occurs occurs,
            Map<String, PhysicalProperties> physical,
            boolean one,
            int depth) {
        PhysicalProperties properties = physical.get(format.name());
        for (int i = occurrences(occurs, properties, one, depth); i > 0; i--) {
            add(folder, e, properties, depth);
        }
    }

    /** Returns a random number of occurrences. In records, the number is usually the maximum. */
    private int occurrences(Occurs occurs, PhysicalProperties properties, boolean one, int depth) {
        int least = one ? max(1, occurs.min()) : occurs.min();
        int most = occurs.isUnbounded() ? least + MAX_EXTRA_OCCURRENCES : occurs.max();
        boolean counted =
                !(format instanceof CwfFormat)
                        || properties instanceof CwfField f
                                && f.placement().repeatReference() != null
                        || occurs.isUnbounded();
        if (!counted) {
            return most;
        }
        if (small || depth > FEW_LEVELS) {
            return min(least, most);
        }
        return least + random.nextInt(min(most - least, MAX_EXTRA_OCCURRENCES) + 1);
    }

    private void add(
            Element folder, ElementDeclaration e, PhysicalProperties properties, int depth) {
        if (++elements > MAX_ELEMENTS) {
            throw new FieldException("the message has more than " + MAX_ELEMENTS + " elements");
        }
        switch (set.resolve(e.type())) {
            case SimpleType simple -> {
                boolean counter = counters.contains(e.name()) && simple.base().isWhole();
                if (!counter) {
                    add(folder, e, values.of(e, simple, properties));
                }
            }
            case ComplexType complex
                    when set.resolve(complex.value()) instanceof SimpleType simple ->
                    fill(add(folder, e, values.of(e, simple, properties)), complex, depth);
            case ComplexType complex -> fill(add(folder, e, null), complex, depth + 1);
            case NamedType named -> throw new FieldException("unknown type " + named.name());
            case null -> throw new FieldException("the type of " + e.name() + " does not exist");
        }
    }

    /** Adds an element. A folder has no value ({@code value} is null). */
    private Element add(Element folder, ElementDeclaration e, Value value) {
        String namespace = e.namespace() == null ? set.namespace() : e.namespace();
        int type = value == null ? ElementType.NAME : ElementType.NAME_VALUE;
        return folder.addLast(Element.of(type, namespace, e.name(), value));
    }
}
