package io.millrace.engine.esql.library.tree;

import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.NamePath;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.IntegerValue;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * One part of a field reference: {@code (Type) Namespace:Name [index]}. Immutable, so a constant
 * step is created once per program. Parts in braces and parts that are expressions are added at run
 * time by {@link #withType}, {@link #withNamespace} and {@link #withName}. An index that is an
 * expression is passed to {@link Fields} together with the step.
 *
 * <p>A type filter can match several types:
 *
 * <ul>
 *   <li>A filter whose lower two bytes are zero (XMLNSC's Field) matches all types that differ from
 *       it in the lowest byte only.
 *   <li>A filter whose third byte is 1 to 3 and whose lowest bit is zero also matches the type with
 *       that bit set. Examples are XMLNSC's Attribute and NamespaceDecl; the bit means single
 *       quotes instead of double.
 * </ul>
 */
public final class PathStep implements NamePath {

    /** Position by which a step selects among the matching children. */
    public enum Position {
        /**
         * The index counts from the first: {@code [n]} and {@code [>n]}. No index and {@code [>]}
         * are {@code [1]}.
         */
        FRONT,
        /** The index counts from the last: {@code [<n]}. {@code [<]} is {@code [<1]}. */
        BACK,
        /** All matching children: {@code []}. */
        LIST
    }

    private static final int GROUP = 0xFFFFFF00;
    private static final int LAST_QUOTED = 3;

    private final int type;
    private final @Nullable String namespace;
    private final @Nullable String name;
    private final Position position;
    private final long index;
    private final long fixed;

    /** Data that a message body caches for the step. */
    private @Nullable Object place;

    private PathStep(
            int type,
            @Nullable String namespace,
            @Nullable String name,
            Position position,
            long index) {
        this.type = type;
        this.namespace = namespace;
        this.name = name;
        this.position = Objects.requireNonNull(position);
        this.index = index;
        this.fixed = position == Position.FRONT ? index : -1;
    }

    /**
     * Returns a step.
     *
     * @param type type filter; 0 for any type
     * @param namespace URI of the namespace, empty for no namespace; null for {@code *} and if
     *     {@link #withNamespace} follows
     * @param name local name; null for {@code *} and if {@link #withName} follows
     * @param index index from 1; ignored for LIST and if an index is passed to {@link Fields}
     *     together with the step
     */
    public static PathStep of(
            int type,
            @Nullable String namespace,
            @Nullable String name,
            Position position,
            long index) {
        return new PathStep(type, namespace, name, position, index);
    }

    /** Returns the step {@code name}: the first child with this name and no namespace. */
    public static PathStep of(String name) {
        return new PathStep(0, "", name, Position.FRONT, 1);
    }

    /**
     * Returns a step that matches elements with the same type, name or both as an element, for
     * REPEAT.
     */
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
        return new PathStep(type, text("namespace", value), name, position, index);
    }

    public PathStep withName(Value value) {
        return new PathStep(type, namespace, text("name", value), position, index);
    }

    /**
     * Returns the step with the exact name of the column that it matches in a database row without
     * regard to case. Returns the same step if the name is already exact or the row has no such
     * column.
     */
    public PathStep inRow(@Nullable Element row) {
        PathStep found = this;
        for (Element c = row == null ? null : row.firstChild(); c != null; c = c.next()) {
            if (c.name().equals(name)) {
                return this;
            }
            if (found == this && c.name().equalsIgnoreCase(name)) {
                found = new PathStep(type, namespace, c.name(), position, index);
            }
        }
        return found;
    }

    static String text(String what, @Nullable Value value) {
        if (!(value instanceof CharacterValue(String text))) {
            String shown = EsqlErrors.show(value);
            throw EsqlErrors.field(
                    "a field " + what + " must be a CHARACTER, found " + shown, shown);
        }
        return text;
    }

    /** Returns the type filter; 0 for any type. */
    public int type() {
        return type;
    }

    /** Returns the URI of the namespace; null for any namespace. */
    public @Nullable String namespace() {
        return namespace;
    }

    /** Returns the local name; null for any name. */
    public @Nullable String name() {
        return name;
    }

    public Position position() {
        return position;
    }

    public long index() {
        return index;
    }

    /** Whether the step selects fields only by name, counted from the first match. */
    boolean isNamed() {
        return type == 0 && name != null && position == Position.FRONT;
    }

    /** Returns 1: as a path, a step consists of itself only. */
    @Override
    public int length() {
        return 1;
    }

    @Override
    public @Nullable String namespace(int step) {
        return namespace;
    }

    @Override
    public @Nullable String name(int step) {
        return name;
    }

    @Override
    public long index(int step) {
        return index;
    }

    @Override
    public @Nullable Object remembered() {
        return place;
    }

    @Override
    public void remember(Object known) {
        place = known;
    }

    /** Returns the index if it counts from the first; otherwise a negative number. */
    long fixed() {
        return fixed;
    }

    /**
     * Whether an element has this step's type, namespace and name. The position of the element is
     * ignored.
     */
    public boolean matches(Element e) {
        return (name == null || e.isNamed(name))
                && (namespace == null || e.namespace().equals(namespace))
                && (type == 0 || matchesType(e.type(), type));
    }

    /** Whether a filter matches a type: the same type, or a type that the filter includes. */
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

    /** Whether the step matches only children with a name. */
    boolean hasName() {
        return name != null && !name.isEmpty();
    }

    /** Whether two steps match the same children. */
    boolean sameFilter(@Nullable PathStep other) {
        return this == other
                || other != null
                        && type == other.type
                        && Objects.equals(name, other.name)
                        && Objects.equals(namespace, other.namespace);
    }

    /**
     * Creates an element with the step's type and names. Without a type, the element is a folder.
     * The element has no name if the step matches any name.
     */
    Element create() {
        return Element.of(
                type == 0 ? ElementType.NAME : type,
                namespace == null ? "" : namespace,
                name == null ? "" : name,
                null);
    }

    /** Creates an element with a value. Without a type in the step, the element is a field. */
    Element create(@Nullable Value value) {
        boolean folder = type == 0 || type == ElementType.NAME;
        int plain = name == null || name.isEmpty() ? ElementType.VALUE : ElementType.NAME_VALUE;
        return Element.of(
                folder ? plain : type,
                namespace == null ? "" : namespace,
                name == null ? "" : name,
                value);
    }

    /** Returns the step in ESQL syntax, without the index. */
    @Override
    public String toString() {
        String filter = type == 0 ? "" : "(0x%08X)".formatted(type);
        String prefix =
                namespace == null ? "*:" : namespace.isEmpty() ? "" : "{" + namespace + "}:";
        return filter + prefix + (name == null ? "*" : name);
    }
}
