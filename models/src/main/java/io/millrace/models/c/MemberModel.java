package io.millrace.models.c;

import io.millrace.models.ConversionReport;
import io.millrace.models.c.CType.Kind;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
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
import java.util.stream.Collectors;

/** Creates elements for members, each at the offset of the compiler. */
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

    /** Returns the content of a structure or union, including its padding bytes. */
    ComplexType type(Struct struct) {
        if (struct.isUnion) {
            return ComplexType.of(choice(struct, 0));
        }
        Row row = new Row(0, false);
        row.members(struct, 0);
        row.end(struct.bytes());
        return ComplexType.of(Group.of(Composition.SEQUENCE, row.particles));
    }

    /** Consecutive particles. */
    private final class Row {
        final List<Particle> particles = new ArrayList<>();
        final Set<String> names = new HashSet<>();

        /** Whether the whole row is one branch of a choice. */
        final boolean inBranch;

        /** Offset after the last member. */
        long at;

        /** Whether the last particle extends to the end. */
        boolean open;

        Row(long at, boolean inBranch) {
            this.at = at;
            this.inBranch = inBranch;
        }

        void members(Struct struct, long base) {
            for (Struct.Member member : struct.members()) {
                long offset = base + member.offset();
                boolean last = member == struct.members().getLast();
                if (member.name().isEmpty() && member.type() instanceof Struct inner) {
                    addAnonymous(inner, offset, member);
                } else if (member.type().bytes() > 0 || last && !open) {
                    open = member.type().bytes() == 0;
                    add(member.name(), element(member, offset - at));
                    at = offset + member.type().bytes();
                } else {
                    report.dropped(member.token().place(), member.name() + ": it has no bytes");
                }
            }
        }

        private void add(String name, Particle particle) {
            names.add(name);
            particles.add(particle);
        }

        /** Adds a structure or union whose members belong to the enclosing one. */
        private void addAnonymous(Struct inner, long offset, Struct.Member member) {
            if (!inner.isUnion) {
                members(inner, offset);
                return;
            }
            if (inBranch) {
                String name = free("choice");
                report.changed(
                        member.token().place(),
                        "a union without a name within another union is the folder " + name);
                ElementDeclaration folder = ElementDeclaration.of(name, type(inner));
                add(name, placed(folder, CwfField.DEFAULTS, offset - at, 0));
            } else {
                particles.add(choice(inner, offset - at));
            }
            at = offset + inner.bytes();
        }

        private String free(String wanted) {
            String name = wanted;
            for (int i = 2; names.contains(name); i++) {
                name = wanted + "_" + i;
            }
            return name;
        }

        /** Fills up to the end of the whole. */
        void end(long total) {
            if (!open && total > at) {
                pad((int) (total - at));
                at = total;
            }
        }

        private void pad(int bytes) {
            boolean plain =
                    !particles.isEmpty()
                            && particles.getLast() instanceof ElementDeclaration last
                            && last.occurs().equals(Occurs.ONCE);
            if (plain) {
                particles.add(padded((ElementDeclaration) particles.removeLast(), bytes));
            } else {
                particles.add(filler(free("padding"), bytes));
            }
        }
    }

    private static ElementDeclaration padded(ElementDeclaration element, int bytes) {
        CwfField field =
                element.physical().get(CHeader.FORMAT) instanceof CwfField said
                        ? said
                        : CwfField.DEFAULTS;
        Placement placed = field.placement();
        return element.with(
                CHeader.FORMAT,
                field.with(
                        new Placement(
                                1,
                                placed.leadingSkipCount(),
                                placed.trailingSkipCount() + bytes,
                                null)));
    }

    /** Bytes that no element can skip. */
    private static ElementDeclaration filler(String name, int bytes) {
        return ElementDeclaration.of(name, SimpleType.of(BaseType.HEX_BINARY))
                .with(new Preset("00".repeat(bytes), false))
                .with(CHeader.FORMAT, CwfField.of(PhysicalType.BINARY, LengthRule.of(bytes)));
    }

    /** Returns the members of a union, each as a branch after a number of free bytes. */
    private Group choice(Struct union, long lead) {
        List<Row> branches = new ArrayList<>();
        branches(union, lead, branches);
        long longest = branches.stream().mapToLong(b -> b.at).max().orElse(0);
        if (longest < union.bytes() && !branches.isEmpty()) {
            branches.stream()
                    .filter(
                            b ->
                                    b.particles.getLast() instanceof ElementDeclaration e
                                            && e.occurs().equals(Occurs.ONCE))
                    .findFirst()
                    .orElse(branches.getFirst())
                    .end(union.bytes());
        }
        List<Particle> particles = new ArrayList<>();
        for (Row branch : branches) {
            particles.add(
                    branch.particles.size() == 1
                            ? branch.particles.getFirst()
                            : Group.of(Composition.SEQUENCE, branch.particles));
        }
        return Group.of(Composition.CHOICE, particles);
    }

    private void branches(Struct union, long lead, List<Row> branches) {
        for (Struct.Member member : union.members()) {
            if (member.name().isEmpty() && member.type() instanceof Struct inner && inner.isUnion) {
                branches(inner, lead, branches);
                continue;
            }
            Row branch = new Row(-lead, true);
            if (member.name().isEmpty() && member.type() instanceof Struct inner) {
                branch.members(inner, 0);
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
     * @param lead free bytes before it
     */
    private ElementDeclaration element(Struct.Member member, long lead) {
        if (++elements > MAX_ELEMENTS) {
            throw new CSyntaxException(
                    member.token(),
                    "found more than " + MAX_ELEMENTS + " elements, expected fewer",
                    "give structures names that are used several times");
        }
        CType type = member.type();
        long times = 1;
        boolean repeats = false;
        boolean unbounded = false;
        while (type instanceof CType.Array array && !isOneValue(array)) {
            unbounded |= array.count() <= 0;
            times *= Math.max(1, array.count());
            repeats = true;
            type = array.of();
        }
        Value value = value(member, type);
        ElementDeclaration made =
                ElementDeclaration.of(member.name(), value.type)
                        .documented(documentation(member, type));
        if (unbounded) {
            made = made.with(new Occurs(0, Occurs.UNBOUNDED));
        } else if (repeats && times > 1) {
            made = made.with(new Occurs((int) times, (int) times));
        }
        return placed(made, value.field, lead, 0);
    }

    private static ElementDeclaration placed(
            ElementDeclaration element, CwfField field, long lead, int trail) {
        CwfField placed =
                lead == 0 && trail == 0
                        ? field
                        : field.with(new Placement(1, (int) lead, trail, null));
        return placed.equals(CwfField.DEFAULTS) ? element : element.with(CHeader.FORMAT, placed);
    }

    /** Whether an array is a string or bytes. */
    private boolean isOneValue(CType.Array array) {
        return array.of() instanceof CType.Scalar scalar
                && (scalar.kind() == Kind.CHARACTER || isByte(scalar) && options.binaries());
    }

    private static boolean isByte(CType.Scalar scalar) {
        return scalar.kind() == Kind.INTEGER && scalar.size() == 1 && !scalar.signed();
    }

    private static String documentation(Struct.Member member, CType type) {
        if (!(type instanceof CType.Enumeration e)) {
            return member.documentation();
        }
        String values =
                e.constants().stream()
                        .limit(100)
                        .map(c -> c.name() + " = " + c.value())
                        .collect(Collectors.joining(", "));
        return member.documentation().isEmpty() ? values : member.documentation() + " " + values;
    }

    private record Value(Type type, CwfField field) {}

    private Value value(Struct.Member member, CType type) {
        return switch (type) {
            case Struct struct -> {
                String named = typeNames.get(struct);
                yield plain(named == null ? inner(struct, member) : new NamedType(named));
            }
            case CType.Pointer pointer -> bytes(pointer.size());
            case CType.Enumeration e -> {
                List<String> values =
                        e.constants().stream()
                                .map(c -> Long.toString(c.value()))
                                .distinct()
                                .toList();
                BaseType base = integer(e.size(), e.signed());
                yield plain(new SimpleType(base, Facets.NONE.with(values)));
            }
            case CType.Array array -> array(array);
            case CType.Scalar scalar -> scalar(member, scalar);
            case CType.Nothing nothing -> throw new IllegalStateException(nothing.written());
        };
    }

    /** Returns the type of a structure without a name, which each of its uses repeats. */
    private Type inner(Struct struct, Struct.Member member) {
        if (++levels > MAX_LEVELS) {
            throw new CSyntaxException(
                    member.token(),
                    "found structures without names more than "
                            + MAX_LEVELS
                            + " levels within one another");
        }
        Type type = type(struct);
        levels--;
        return type;
    }

    private static Value plain(Type type) {
        return new Value(type, CwfField.DEFAULTS);
    }

    private static Value bytes(int length) {
        return new Value(
                SimpleType.of(BaseType.HEX_BINARY),
                CwfField.of(PhysicalType.BINARY, LengthRule.of(length)));
    }

    /** Returns an array that is a single value. */
    private Value array(CType.Array array) {
        boolean text = ((CType.Scalar) array.of()).kind() == Kind.CHARACTER;
        if (array.count() > 0) {
            return text ? text((int) array.count()) : bytes((int) array.count());
        }
        LengthRule rest = new LengthRule(null, null, false, LengthUnits.END_OF_BITSTREAM);
        SimpleType type = SimpleType.of(text ? BaseType.STRING : BaseType.HEX_BINARY);
        return new Value(type, CwfField.DEFAULTS.with(rest));
    }

    private Value text(int length) {
        SimpleType type = new SimpleType(BaseType.STRING, Facets.length(null, length));
        boolean terminated =
                options.strings() == CHeaderOptions.Strings.NULL_TERMINATED && length > 1;
        return new Value(
                type,
                terminated
                        ? CwfField.DEFAULTS.with(
                                new PaddingRule(PaddingRule.Justification.LEFT, FillCharacter.NUL))
                        : CwfField.DEFAULTS);
    }

    private Value scalar(Struct.Member member, CType.Scalar scalar) {
        return switch (scalar.kind()) {
            case CHARACTER -> text(1);
            case INTEGER -> plain(SimpleType.of(integer(scalar.size(), scalar.signed())));
            case TRUTH -> plain(SimpleType.of(BaseType.BOOLEAN));
            case FLOATING -> {
                if (scalar.size() > 8) {
                    report.changed(
                            member.token().place(),
                            member.name() + ": " + scalar.written() + " is taken as bytes");
                    yield bytes(scalar.size());
                }
                BaseType base = scalar.size() == 4 ? BaseType.FLOAT : BaseType.DOUBLE;
                yield new Value(SimpleType.of(base), CwfField.DEFAULTS.with(PhysicalType.FLOAT));
            }
        };
    }

    private static BaseType integer(int bytes, boolean signed) {
        return switch (bytes) {
            case 1 -> signed ? BaseType.BYTE : BaseType.UNSIGNED_BYTE;
            case 2 -> signed ? BaseType.SHORT : BaseType.UNSIGNED_SHORT;
            case 4 -> signed ? BaseType.INT : BaseType.UNSIGNED_INT;
            default -> signed ? BaseType.LONG : BaseType.UNSIGNED_LONG;
        };
    }
}
