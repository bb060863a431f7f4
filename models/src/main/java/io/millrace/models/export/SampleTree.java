package io.millrace.models.export;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.TdsField;
import io.millrace.parsers.record.FieldException;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Creates a random message tree of a model. Counts and lengths of other fields are set by the
 * writer.
 */
final class SampleTree {

    private static final int MAX_LEVELS = 40;
    private static final int FEW_LEVELS = 6;
    private static final int MAX_ELEMENTS = 200_000;
    private static final int MORE = 3;

    private final MessageSet set;
    private final PhysicalFormat format;
    private final Random random;
    private final boolean small;
    private final SampleValues values;

    /** Fields that contain the lengths or numbers of others. */
    private final Set<String> counters = new HashSet<>();

    private int elements;

    SampleTree(MessageSet set, PhysicalFormat format, Random random, boolean small) {
        this.set = set;
        this.format = format;
        this.random = random;
        this.small = small;
        this.values = new SampleValues(random, small);
        set.types()
                .values()
                .forEach(t -> references(t instanceof ComplexType c ? c.content() : null));
        set.groups().values().forEach(this::references);
        set.messages().values().forEach(this::references);
        set.elements().values().forEach(this::references);
    }

    Element of(ElementDeclaration message) {
        Element folder = Element.of(ElementType.NAME, "MRM").domain("MRM");
        if (set.resolve(message.type()) instanceof ComplexType complex) {
            fill(folder, complex, 0);
        }
        return folder;
    }

    // Which fields are counted by the writer

    private void references(Group group) {
        if (group == null) {
            return;
        }
        for (Particle particle : group.particles()) {
            switch (particle) {
                case ElementDeclaration e -> references(e);
                case ElementReference r -> references(r.physical().get(format.name()));
                case Group g -> references(g);
                case GroupReference r -> {
                    // Its group is looked at by itself.
                }
            }
        }
    }

    private void references(ElementDeclaration e) {
        references(e.physical().get(format.name()));
        if (e.type() instanceof ComplexType complex) {
            references(complex.content());
        }
    }

    private void references(PhysicalProperties properties) {
        List<String> paths = new ArrayList<>();
        switch (properties) {
            case CwfField f -> {
                paths.add(f.length().reference());
                paths.add(f.placement().repeatReference());
            }
            case TdsField f -> {
                paths.add(f.length().reference());
                paths.add(f.markup().repeatReference());
            }
            case null, default -> {
                // It refers to nothing.
            }
        }
        for (String path : paths) {
            if (path != null) {
                counters.add(path.substring(path.lastIndexOf('.') + 1));
            }
        }
    }

    // The tree

    private void fill(Element folder, ComplexType type, int depth) {
        if (depth > MAX_LEVELS) {
            throw new FieldException("the message needs more than " + MAX_LEVELS + " levels");
        }
        for (AttributeDeclaration a : type.attributes()) {
            if (a.required() || format instanceof CwfFormat || random.nextBoolean()) {
                ElementDeclaration e = a.declaration();
                add(folder, e, e.physical().get(format.name()), depth);
            }
        }
        group(folder, type.content(), depth);
    }

    private void group(Element folder, Group group, int depth) {
        List<Particle> members = group.particles();
        if (members.isEmpty()) {
            return;
        }
        if (group.composition() == Composition.CHOICE
                || group.composition() == Composition.MESSAGE) {
            particle(folder, chosen(members, depth), group.composition(), depth);
            return;
        }
        for (Particle member : members) {
            particle(folder, member, group.composition(), depth);
        }
    }

    /** Returns a branch; deep in the tree, a branch that does not go deeper, if there is one. */
    private Particle chosen(List<Particle> members, int depth) {
        if (depth > FEW_LEVELS) {
            for (Particle member : members) {
                boolean flat =
                        member instanceof ElementDeclaration e
                                && set.resolve(e.type()) instanceof SimpleType;
                if (flat) {
                    return member;
                }
            }
        }
        return members.get(random.nextInt(members.size()));
    }

    private void particle(Element folder, Particle particle, Composition within, int depth) {
        boolean one = within == Composition.CHOICE || within == Composition.MESSAGE;
        switch (particle) {
            case ElementDeclaration e -> element(folder, e, e.occurs(), e.physical(), one, depth);
            case ElementReference r -> {
                ElementDeclaration e =
                        within == Composition.MESSAGE
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
        if (depth > MAX_LEVELS) {
            throw new FieldException("the message needs more than " + MAX_LEVELS + " levels");
        }
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

    /** Returns a number of occurrences: in records mostly the maximum. */
    private int occurrences(Occurs occurs, PhysicalProperties properties, boolean one, int depth) {
        int least = one ? Math.max(1, occurs.min()) : occurs.min();
        int most = occurs.isUnbounded() ? least + MORE : occurs.max();
        boolean counted =
                !(format instanceof CwfFormat)
                        || properties instanceof CwfField f
                                && f.placement().repeatReference() != null
                        || occurs.isUnbounded();
        if (!counted) {
            return most;
        }
        if (small || depth > FEW_LEVELS) {
            return Math.min(least, most);
        }
        return least + random.nextInt(Math.min(most - least, MORE) + 1);
    }

    private void add(
            Element folder, ElementDeclaration e, PhysicalProperties properties, int depth) {
        if (++elements > MAX_ELEMENTS) {
            throw new FieldException("the message has more than " + MAX_ELEMENTS + " elements");
        }
        String namespace = e.namespace() == null ? set.namespace() : e.namespace();
        switch (set.resolve(e.type())) {
            case SimpleType simple -> {
                boolean counter = counters.contains(e.name()) && simple.base().isWhole();
                if (!counter) {
                    folder.addLast(
                            Element.of(
                                    ElementType.NAME_VALUE,
                                    namespace,
                                    e.name(),
                                    values.of(e, simple, properties)));
                }
            }
            case ComplexType complex
                    when set.resolve(complex.value()) instanceof SimpleType simple -> {
                Value value = values.of(e, simple, properties);
                int type = ElementType.NAME_VALUE;
                fill(folder.addLast(Element.of(type, namespace, e.name(), value)), complex, depth);
            }
            case ComplexType complex -> {
                Element inner =
                        folder.addLast(Element.of(ElementType.NAME, namespace, e.name(), null));
                fill(inner, complex, depth + 1);
            }
            case NamedType named -> throw new FieldException("there is no type " + named.name());
            case null -> throw new FieldException("a type of " + e.name() + " is not there");
        }
    }
}
