package io.millrace.engine.esql.library;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.NamePath;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.IntegerValue;

import java.util.Objects;

/**
 * One part of a field reference: {@code (Type) Namespace:Name [index]}. Immutable, so that a
 * constant one is made once per program; parts written in braces or as expressions are put in at
 * run time by {@link #withType}, {@link #withNamespace} and {@link #withName}, and an index that is
 * an expression is given to {@link Fields} beside the step.
 *
 * <p>A type filter may stand for several types: one whose lower two bytes are zero (XMLNSC's Field)
 * matches all types that differ from it in the lowest byte only; one whose third byte is 1 to 3 and
 * whose lowest bit is zero (XMLNSC's Attribute and NamespaceDecl) matches also the type with that
 * bit set (in single quotes instead of double).
 */
public final class PathStep implements NamePath {

    /** Which of the matching children are meant. */
    public enum Position {
        /** {@code [n]} and {@code [>n]}; no index and {@code [>]} are {@code [1]}. */
        FRONT,
        /** {@code [<n]}, counted from the last; {@code [<]} is {@code [<1]}. */
        BACK,
        /** {@code []}: all of them. */
        LIST
    }

    private static final int GROUP = 0xFFFFFF00;
    private static final int LAST_QUOTED = 3;

    private final int type;
    private final String namespace;
    private final String name;
    private final Position position;
    private final long index;
    private final long fixed;

    /** What bodies remember of the step. */
    private Object place;

    private PathStep(int type, String namespace, String name, Position position, long index) {
        this.type = type;
        this.namespace = namespace;
        this.name = name;
        this.position = Objects.requireNonNull(position);
        this.index = index;
        this.fixed = position == Position.FRONT ? index : -1;
    }

    /**
     * A step.
     *
     * @param type the type filter; 0 for none
     * @param namespace the name space's URI, empty for none; null for {@code *} and where {@link
     *     #withNamespace} follows
     * @param name the local name; null for {@code *} and where {@link #withName} follows
     * @param index from 1; not used with LIST, nor where an index is given to {@link Fields} beside
     *     the step
     */
    public static PathStep of(
            int type, String namespace, String name, Position position, long index) {
        return new PathStep(type, namespace, name, position, index);
    }

    /** {@code name}: the first child of this name in no name space. */
    public static PathStep of(String name) {
        return new PathStep(0, "", name, Position.FRONT, 1);
    }

    /** Matches what is as an element is, for REPEAT. */
    static PathStep like(Element element, boolean sameType, boolean sameName) {
        return new PathStep(
                sameType ? element.type() : 0,
                sameName ? element.namespace() : null,
                sameName ? element.name() : null,
                Position.FRONT,
                1);
    }

    public PathStep withType(Value value) {
        if (!(value instanceof IntegerValue(long number))) {
            String shown = EsqlErrors.show(value);
            throw EsqlErrors.field("a field type must be an INTEGER, found " + shown, shown);
        }
        return new PathStep((int) number, namespace, name, position, index);
    }

    public PathStep withNamespace(Value value) {
        return new PathStep(type, text("name space", value), name, position, index);
    }

    public PathStep withName(Value value) {
        return new PathStep(type, namespace, text("name", value), position, index);
    }

    private static String text(String what, Value value) {
        if (!(value instanceof CharacterValue(String text))) {
            String shown = EsqlErrors.show(value);
            throw EsqlErrors.field(
                    "a field " + what + " must be a CHARACTER, found " + shown, shown);
        }
        return text;
    }

    /** 0 for any. */
    public int type() {
        return type;
    }

    /** Null for any. */
    public String namespace() {
        return namespace;
    }

    /** Null for any. */
    public String name() {
        return name;
    }

    public Position position() {
        return position;
    }

    public long index() {
        return index;
    }

    /** Whether it tells fields by their names alone, counted from the first. */
    boolean isNamed() {
        return type == 0 && name != null && position == Position.FRONT;
    }

    /** As a path it is its own only step. */
    @Override
    public int length() {
        return 1;
    }

    @Override
    public String namespace(int step) {
        return namespace;
    }

    @Override
    public String name(int step) {
        return name;
    }

    @Override
    public long index(int step) {
        return index;
    }

    @Override
    public Object remembered() {
        return place;
    }

    @Override
    public void remember(Object known) {
        place = known;
    }

    /** The index where it is counted from the first; else negative. */
    long fixed() {
        return fixed;
    }

    /**
     * Whether an element has this step's type, name space and name; its position is not looked at.
     */
    public boolean matches(Element e) {
        return (name == null || e.isNamed(name))
                && (namespace == null || e.namespace().equals(namespace))
                && (type == 0 || matchesType(e.type(), type));
    }

    /** Whether a type is the filter's, or one of those that the filter stands for. */
    static boolean matchesType(int found, int filter) {
        if (found == filter) {
            return true;
        }
        int variant = filter >> 8 & 0xFF;
        return (filter & 0xFFFF) == 0
                ? (found & GROUP) == filter
                : variant >= 1
                        && variant <= LAST_QUOTED
                        && (filter & 1) == 0
                        && found == (filter | 1);
    }

    /** Whether it matches no child that has no name. */
    boolean hasName() {
        return name != null && !name.isEmpty();
    }

    /** Whether two steps match the same children. */
    boolean sameFilter(PathStep other) {
        return this == other
                || type == other.type
                        && Objects.equals(name, other.name)
                        && Objects.equals(namespace, other.namespace);
    }

    /**
     * A new element as this step describes one: a folder unless it has a type; no name where any
     * would do.
     */
    Element create() {
        return Element.of(
                type == 0 ? ElementType.NAME : type,
                namespace == null ? "" : namespace,
                name == null ? "" : name,
                null);
    }

    /** A new element with a value: a field unless the step has a type. */
    Element create(Value value) {
        boolean folder = type == 0 || type == ElementType.NAME;
        int plain = name == null || name.isEmpty() ? ElementType.VALUE : ElementType.NAME_VALUE;
        return Element.of(
                folder ? plain : type,
                namespace == null ? "" : namespace,
                name == null ? "" : name,
                value);
    }

    /** As a program writes it, without the index. */
    @Override
    public String toString() {
        String filter = type == 0 ? "" : "(0x%08X)".formatted(type);
        String prefix =
                namespace == null ? "*:" : namespace.isEmpty() ? "" : "{" + namespace + "}:";
        return filter + prefix + (name == null ? "*" : name);
    }
}
