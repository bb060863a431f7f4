package io.millrace.models.c;

import static io.millrace.models.ModelMembers.unique;
import static io.millrace.models.c.CType.Kind.CHARACTER;
import static io.millrace.models.c.CType.Kind.INTEGER;
import static io.millrace.parsers.model.BaseType.BOOLEAN;
import static io.millrace.parsers.model.BaseType.DOUBLE;
import static io.millrace.parsers.model.BaseType.HEX_BINARY;
import static io.millrace.parsers.model.BaseType.STRING;
import static io.millrace.parsers.model.Composition.CHOICE;
import static io.millrace.parsers.model.Composition.SEQUENCE;
import static io.millrace.parsers.model.PhysicalType.BINARY;

import static java.lang.Math.max;
import static java.util.stream.Collectors.joining;

import io.millrace.models.ConversionReport;
import io.millrace.models.c.CType.Array;
import io.millrace.models.c.CType.Enumeration;
import io.millrace.models.c.CType.Scalar;
import io.millrace.models.c.Struct.Member;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.FillCharacter;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.LengthRule;
import io.millrace.parsers.model.LengthUnits;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.PaddingRule;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.PhysicalType;
import io.millrace.parsers.model.Placement;
import io.millrace.parsers.model.Preset;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A converter of members to elements at the offsets that the compiler uses. */
final class MemberModel {

    private static final int MAX_ELEMENTS = 200_000;
    private static final int MAX_LEVELS = 60;

    private final CHeaderOptions options;
    private final Map<Struct, String> typeNames;
    private final ConversionReport report;
    private int elements;
    private int levels;

    MemberModel(CHeaderOptions options, Map<Struct, String> typeNames, ConversionReport report) {
        this.options = options;
        this.typeNames = typeNames;
        this.report = report;
    }

    /** Returns the content of a structure or union, including padding bytes. */
    ComplexType type(Struct struct) {
        if (struct.isUnion) {
            return ComplexType.of(choice(struct, 0));
        }
        Row row = new Row(0, false);
        row.members(struct, 0);
        row.end(struct.bytes());
        return ComplexType.of(Group.of(SEQUENCE, row.particles));
    }

    /** Consecutive particles. */
    private final class Row {
        final List<Particle> particles = new ArrayList<>();
        final Set<String> names = new HashSet<>();

        /** Whether the row is a complete branch of a choice. */
        final boolean inBranch;

        /** Offset after the last member. */
        long at;

        /** Whether the last particle extends to the end of the message. */
        boolean open;

        Row(long at, boolean inBranch) {
            this.at = at;
            this.inBranch = inBranch;
        }

        void members(Struct struct, long base) {
            for (Member member : struct.members) {
                long offset = base + member.offset();
                long bytes = member.type().bytes();
                boolean last = member == struct.members.getLast();
                if (member.name().isEmpty() && member.type() instanceof Struct inner) {
                    addAnonymous(inner, offset, member);
                } else if (bytes > 0 || last && !open) {
                    open = bytes == 0;
                    add(member.name(), element(member, offset - at));
                    at = offset + bytes;
                } else {
                    report.dropped(member.token().place(), "%s: it has no bytes", member.name());
                }
            }
        }

        private void add(String name, Particle particle) {
            names.add(name);
            particles.add(particle);
        }

        /** Adds an anonymous structure or union. The members belong to the enclosing type. */
        private void addAnonymous(Struct inner, long offset, Member member) {
            if (!inner.isUnion) {
                members(inner, offset);
                return;
            }
            if (inBranch) {
                String name = unique("choice", names);
                report.changed(
                        member.token().place(),
                        "the anonymous union in another union becomes the folder %s",
                        name);
                ElementDeclaration folder = ElementDeclaration.of(name, type(inner));
                add(name, placed(folder, CwfField.DEFAULTS, offset - at));
            } else {
                particles.add(choice(inner, offset - at));
            }
            at = offset + inner.bytes();
        }

        /** Whether padding can be added as trailing bytes of the last element. */
        boolean canBePadded() {
            return !particles.isEmpty()
                    && particles.getLast() instanceof ElementDeclaration last
                    && last.occurs().equals(Occurs.ONCE);
        }

        /** Adds free bytes up to the total size. */
        void end(long total) {
            int bytes = (int) (total - at);
            if (!open && bytes > 0) {
                particles.add(
                        canBePadded()
                                ? padded((ElementDeclaration) particles.removeLast(), bytes)
                                : filler(unique("padding", names), bytes));
                at = total;
            }
        }
    }

    private static ElementDeclaration padded(ElementDeclaration element, int bytes) {
        CwfField field =
                element.physical().get(CHeader.FORMAT) instanceof CwfField specified
                        ? specified
                        : CwfField.DEFAULTS;
        int trail = field.placement().trailingSkipCount() + bytes;
        Placement placed = new Placement(1, field.placement().leadingSkipCount(), trail, null);
        return element.with(CHeader.FORMAT, field.with(placed));
    }

    /** Returns an element for padding bytes that no skip count of another element can represent. */
    private static ElementDeclaration filler(String name, int bytes) {
        Value value = bytes(bytes);
        return ElementDeclaration.of(name, value.type)
                .with(new Preset("00".repeat(bytes), false))
                .with(CHeader.FORMAT, value.field);
    }

    /** Returns a choice with a branch for each member of a union, after a number of free bytes. */
    private Group choice(Struct union, long lead) {
        var branches = new ArrayList<Row>();
        branches(union, lead, branches);
        long longest = branches.stream().mapToLong(b -> b.at).max().orElse(union.bytes());
        if (longest < union.bytes()) {
            branches.stream()
                    .filter(Row::canBePadded)
                    .findFirst()
                    .orElse(branches.getFirst())
                    .end(union.bytes());
        }
        return Group.of(
                CHOICE,
                branches.stream()
                        .map(
                                b ->
                                        b.particles.size() == 1
                                                ? b.particles.getFirst()
                                                : Group.of(SEQUENCE, b.particles))
                        .toList());
    }

    private void branches(Struct union, long lead, List<Row> branches) {
        for (Member member : union.members) {
            Struct unnamed =
                    member.name().isEmpty() && member.type() instanceof Struct inner ? inner : null;
            if (unnamed != null && unnamed.isUnion) {
                branches(unnamed, lead, branches);
                continue;
            }
            Row branch = new Row(-lead, true);
            if (unnamed != null) {
                branch.members(unnamed, 0);
            } else if (member.type().bytes() > 0) {
                branch.add(member.name(), element(member, lead));
                branch.at = member.type().bytes();
            }
            if (!branch.particles.isEmpty()) {
                branches.add(branch);
            }
        }
    }

    // Elements

    /**
     * @param lead number of free bytes before the element
     */
    private ElementDeclaration element(Member member, long lead) {
        if (++elements > MAX_ELEMENTS) {
            throw new CSyntaxException(
                            member.token(),
                            "found more than %d elements, expected fewer",
                            MAX_ELEMENTS)
                    .advise("give a name to each structure that is used more than once");
        }
        CType type = member.type();
        long times = 1;
        boolean unbounded = false;
        while (type instanceof Array array && !isOneValue(array)) {
            unbounded |= array.count() <= 0;
            times *= max(1, array.count());
            type = array.of();
        }
        Value value = value(member, type);
        ElementDeclaration made =
                ElementDeclaration.of(member.name(), value.type)
                        .with(
                                unbounded
                                        ? new Occurs(0, Occurs.UNBOUNDED)
                                        : new Occurs((int) times, (int) times))
                        .documented(documentation(member, type));
        return placed(made, value.field, lead);
    }

    private static ElementDeclaration placed(
            ElementDeclaration element, CwfField field, long lead) {
        CwfField placed = lead == 0 ? field : field.with(new Placement(1, (int) lead, 0, null));
        return placed.equals(CwfField.DEFAULTS) ? element : element.with(CHeader.FORMAT, placed);
    }

    /** Whether an array is a string or bytes. */
    private boolean isOneValue(Array array) {
        return array.of() instanceof Scalar scalar
                && (scalar.kind() == CHARACTER || isByte(scalar) && options.binaries());
    }

    private static boolean isByte(Scalar scalar) {
        return scalar.kind() == INTEGER && scalar.size() == 1 && !scalar.signed();
    }

    private static String documentation(Member member, CType type) {
        if (!(type instanceof Enumeration e)) {
            return member.documentation();
        }
        String values =
                e.constants().stream()
                        .limit(100)
                        .map(c -> c.name() + " = " + c.value())
                        .collect(joining(", "));
        return member.documentation().isEmpty() ? values : member.documentation() + " " + values;
    }

    private record Value(Type type, CwfField field) {

        Value(Type type) {
            this(type, CwfField.DEFAULTS);
        }
    }

    private Value value(Member member, CType type) {
        return switch (type) {
            case Struct struct -> {
                String named = typeNames.get(struct);
                yield new Value(named == null ? inner(struct, member) : new NamedType(named));
            }
            case CType.Pointer pointer -> bytes(pointer.size());
            case Enumeration e ->
                    new Value(
                            new SimpleType(
                                    BaseType.ofBytes(e.size(), e.signed()),
                                    Facets.NONE.with(
                                            e.constants().stream()
                                                    .map(c -> Long.toString(c.value()))
                                                    .distinct()
                                                    .toList())));
            case Array array -> array(array);
            case Scalar scalar -> scalar(member, scalar);
            case CType.Nothing nothing -> throw new IllegalStateException(nothing.written());
        };
    }

    /** Returns the type of an anonymous structure. It is repeated for each use. */
    private Type inner(Struct struct, Member member) {
        if (++levels > MAX_LEVELS) {
            throw new CSyntaxException(
                    member.token(),
                    "found more than %d nested levels of structures without names",
                    MAX_LEVELS);
        }
        Type type = type(struct);
        levels--;
        return type;
    }

    private static Value bytes(int length) {
        return new Value(SimpleType.of(HEX_BINARY), CwfField.of(BINARY, LengthRule.of(length)));
    }

    /** Returns an array that is a single value. */
    private Value array(Array array) {
        boolean text = ((Scalar) array.of()).kind() == CHARACTER;
        if (array.count() > 0) {
            return text ? text((int) array.count()) : bytes((int) array.count());
        }
        LengthRule rest = new LengthRule(null, null, false, LengthUnits.END_OF_BITSTREAM);
        SimpleType type = SimpleType.of(text ? STRING : HEX_BINARY);
        return new Value(type, CwfField.DEFAULTS.with(rest));
    }

    private Value text(int length) {
        SimpleType type = new SimpleType(STRING, Facets.length(null, length));
        boolean terminated =
                options.strings() == CHeaderOptions.Strings.NULL_TERMINATED && length > 1;
        PaddingRule padding = new PaddingRule(PaddingRule.Justification.LEFT, FillCharacter.NUL);
        return terminated ? new Value(type, CwfField.DEFAULTS.with(padding)) : new Value(type);
    }

    private Value scalar(Member member, Scalar scalar) {
        return switch (scalar.kind()) {
            case CHARACTER -> text(1);
            case INTEGER ->
                    new Value(SimpleType.of(BaseType.ofBytes(scalar.size(), scalar.signed())));
            case TRUTH -> new Value(SimpleType.of(BOOLEAN));
            case FLOATING -> {
                if (scalar.size() > 8) {
                    report.changed(
                            member.token().place(),
                            "%s: %s is imported as bytes",
                            member.name(),
                            scalar.written());
                    yield bytes(scalar.size());
                }
                BaseType base = scalar.size() == 4 ? BaseType.FLOAT : DOUBLE;
                yield new Value(SimpleType.of(base), CwfField.DEFAULTS.with(PhysicalType.FLOAT));
            }
        };
    }
}
