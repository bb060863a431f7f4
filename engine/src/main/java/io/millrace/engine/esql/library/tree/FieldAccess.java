package io.millrace.engine.esql.library.tree;

import io.millrace.engine.esql.library.CastTarget;
import io.millrace.engine.esql.library.Casts;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.library.tree.PathStep.Position;
import io.millrace.engine.message.ChildSearch;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;
import io.millrace.engine.parser.ParserRegistry;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Field references: operations that read, create, change and delete parts of message trees (WMQI
 * ESQL reference, "Field references" and the SET, CREATE, DELETE, ATTACH and DETACH statements).
 *
 * <p>A reference is resolved step by step: each method takes the element that the previous step
 * returned. A null element represents a missing field. Reading below a missing field returns null.
 */
public final class FieldAccess {

    private static final CastTarget INDEX = CastTarget.of(ValueType.INTEGER);

    private FieldAccess() {}

    // Reading

    /**
     * Returns the child for a step that has a constant index or no index. Returns null if the child
     * is missing or {@code parent} is null.
     */
    public static @Nullable Element find(@Nullable Element parent, PathStep step, StepCache cache) {
        if (parent == null) {
            return null;
        }
        Element again = cache.again(parent, step);
        return again != null ? again : at(parent, step, step.index(), cache);
    }

    /**
     * Returns the field at a path. Returns null if an element of the path is missing or {@code
     * start} is null.
     */
    public static @Nullable Element findPath(
            @Nullable Element start, FixedPath path, PathCache cache) {
        Element again = start == null ? null : cache.again(start);
        return again != null ? again : walk(start, path, cache, null);
    }

    /** Resolves a path step by step. Creates missing fields if {@code parsers} is not null. */
    private static @Nullable Element walk(
            @Nullable Element start,
            FixedPath path,
            PathCache cache,
            @Nullable ParserRegistry parsers) {
        cache.forget();
        Element e = start;
        for (int i = 0; i < path.length() && e != null; i++) {
            PathStep step = path.step(i);
            Element below =
                    parsers == null
                            ? at(e, step, step.index(), cache.step(i))
                            : ensureAt(e, step, step.index(), cache.step(i), parsers);
            if (below == null) {
                cache.forget();
                return null;
            }
            cache.keep(i, e, below);
            e = below;
        }
        return e;
    }

    /**
     * Returns the child for a step that has an index expression. The step's position determines the
     * end from which the index counts.
     */
    public static @Nullable Element findIndexed(
            @Nullable Element parent, PathStep step, Value index, StepCache cache) {
        return parent == null ? null : at(parent, step, index(step, index), cache);
    }

    static @Nullable Element at(Element parent, PathStep step, long index, StepCache cache) {
        return step.position() == Position.BACK
                ? cache.back(parent, step, index)
                : cache.front(parent, step, index);
    }

    static long index(PathStep step, @Nullable Value index) {
        if (index instanceof IntegerValue(long n) && n > 0) {
            return n;
        }
        if (index != null
                && Casts.tryCast(index, INDEX, null) instanceof IntegerValue(long n)
                && n > 0) {
            return n;
        }
        String shown = EsqlErrors.show(index);
        throw EsqlErrors.field(
                "the index of " + step + " must be 1 or more (found " + shown + ")",
                step.toString(),
                shown);
    }

    /** Returns the first child that matches a step, for iteration. */
    public static @Nullable Element first(@Nullable Element parent, PathStep step) {
        if (parent == null) {
            return null;
        }
        Element e = ChildSearch.first(parent, step.hasName());
        return e == null || step.matches(e) ? e : next(e, step);
    }

    /** Returns the next sibling that matches a step, for iteration; null at the end. */
    public static @Nullable Element next(Element current, PathStep step) {
        boolean named = step.hasName();
        Element e = current;
        while (e != null) {
            e = ChildSearch.next(e, named);
            if (e == null || step.matches(e)) {
                return e;
            }
        }
        return null;
    }

    /** Returns all children that currently match a step, for {@code path[]} as a list. */
    public static List<Element> list(Element parent, PathStep step) {
        List<Element> found = new ArrayList<>();
        for (Element e = first(parent, step); e != null; e = next(e, step)) {
            found.add(e);
        }
        return found;
    }

    /** Returns the field and all siblings with the same name. */
    public static List<Element> namesakes(@Nullable Element field) {
        if (field == null) {
            return List.of();
        }
        return field.parent() == null
                ? List.of(field)
                : list(field.parent(), PathStep.like(field, false, true));
    }

    /**
     * Returns a field by its position among the siblings with the same name; null if no such field
     * exists.
     */
    public static @Nullable Element namesake(
            @Nullable Element field, Value index, boolean fromBack) {
        if (field == null) {
            return null;
        }
        PathStep.Position position = fromBack ? PathStep.Position.BACK : PathStep.Position.FRONT;
        PathStep step = PathStep.of(0, field.namespace(), field.name(), position, 1);
        if (field.parent() == null) {
            return index(step, index) == 1 ? field : null;
        }
        return findIndexed(field.parent(), step, index, new StepCache());
    }

    /**
     * Returns CARDINALITY of {@code path[]}: the number of matching children. Returns 0 if {@code
     * parent} is null.
     */
    public static long count(@Nullable Element parent, PathStep step, StepCache cache) {
        return parent == null ? 0 : cache.count(parent, step);
    }

    /** Returns the value of a field; null if the field is missing or has no value. */
    public static @Nullable Value value(@Nullable Element field) {
        return field == null ? null : field.fieldValue();
    }

    /**
     * Returns a value like {@link #value}, but fails for a field with children and without a value.
     */
    public static @Nullable Value wholeValue(@Nullable Element field) {
        Value value = value(field);
        if (value == null && field != null && field.firstChild() != null) {
            throw EsqlErrors.field(
                    "EVAL must return a value, but "
                            + place(field)
                            + " has children instead; copy them with a statement in the EVAL "
                            + "string",
                    field.name());
        }
        return value;
    }

    // Targets

    /**
     * Returns the child for a step of a target. If the child is missing, it is created as the last
     * child, as a folder or with the step's type. With an index, only the next child can be
     * created.
     *
     * @param parent parent element; if it is null (a reference into a deleted part), the result is
     *     null
     * @throws io.millrace.engine.error.MillraceException with ESQL_FIELD if an earlier sibling is
     *     missing
     */
    public static @Nullable Element ensure(
            @Nullable Element parent, PathStep step, StepCache cache, ParserRegistry parsers) {
        if (parent == null) {
            return null;
        }
        Element again = cache.again(parent, step);
        return again != null ? again : ensureAt(parent, step, step.index(), cache, parsers);
    }

    /**
     * Returns the field at a path. Missing fields are created.
     *
     * @param start element at which the path starts; if it is null (a reference into a deleted
     *     part), the result is null
     */
    public static @Nullable Element ensurePath(
            @Nullable Element start, FixedPath path, PathCache cache, ParserRegistry parsers) {
        Element again = start == null ? null : cache.again(start);
        return again != null ? again : walk(start, path, cache, parsers);
    }

    /**
     * Like {@link #ensure(Element, PathStep, StepCache, ParserRegistry)}, with an index expression.
     */
    public static @Nullable Element ensureIndexed(
            @Nullable Element parent,
            PathStep step,
            Value index,
            StepCache cache,
            ParserRegistry parsers) {
        return parent == null ? null : ensureAt(parent, step, index(step, index), cache, parsers);
    }

    private static Element ensureAt(
            Element parent, PathStep step, long index, StepCache cache, ParserRegistry parsers) {
        Element found = at(parent, step, index, cache);
        return found != null ? found : add(parent, step, index, step.create(), cache, parsers);
    }

    private static Element add(
            Element parent,
            PathStep step,
            long index,
            Element made,
            StepCache cache,
            ParserRegistry parsers) {
        // The caller has already searched for the field.
        long next = step.position() == Position.BACK ? 1 : cache.total() + 1;
        if (index != next) {
            String sign = step.position() == Position.BACK ? "<" : "";
            String requested = step + "[" + sign + index + "]";
            String missing = step + "[" + sign + (index - 1) + "]";
            throw EsqlErrors.field(
                    requested + " cannot be created in " + place(parent) + ": it has no " + missing,
                    requested,
                    missing);
        }
        parent.addLast(made);
        begin(made, parsers);
        return made;
    }

    /**
     * Performs {@code SET parent.step = scalar}: combines {@link #ensure} and {@link #set} without
     * the intermediate states of a new field.
     *
     * @param parent parent element; null is ignored
     * @param value value that is not NULL
     */
    public static void put(
            @Nullable Element parent,
            PathStep step,
            @Nullable Value value,
            StepCache cache,
            ParserRegistry parsers) {
        if (parent != null) {
            putAt(parent, step, step.index(), value, cache, parsers);
        }
    }

    /**
     * Like {@link #put(Element, PathStep, Value, StepCache, ParserRegistry)}, with an index
     * expression.
     */
    public static void putIndexed(
            @Nullable Element parent,
            PathStep step,
            Value index,
            Value value,
            StepCache cache,
            ParserRegistry parsers) {
        if (parent != null) {
            putAt(parent, step, index(step, index), value, cache, parsers);
        }
    }

    private static void putAt(
            Element parent,
            PathStep step,
            long index,
            @Nullable Value value,
            StepCache cache,
            ParserRegistry parsers) {
        Element found = at(parent, step, index, cache);
        if (found != null) {
            set(found, value);
        } else {
            add(parent, step, index, step.create(value), cache, parsers);
        }
    }

    /**
     * Performs {@code SET parent.step = source} for two fields: combines {@link #ensure} and {@link
     * #copy}.
     *
     * @param parent parent element; null is ignored
     * @param source field to copy
     */
    public static void putCopy(
            @Nullable Element parent,
            PathStep step,
            Element source,
            StepCache cache,
            ParserRegistry parsers) {
        if (parent != null) {
            putCopyAt(parent, step, step.index(), source, cache, parsers);
        }
    }

    /**
     * Like {@link #putCopy(Element, PathStep, Element, StepCache, ParserRegistry)}, with an index
     * expression.
     */
    public static void putCopyIndexed(
            @Nullable Element parent,
            PathStep step,
            Value index,
            Element source,
            StepCache cache,
            ParserRegistry parsers) {
        if (parent != null) {
            putCopyAt(parent, step, index(step, index), source, cache, parsers);
        }
    }

    private static void putCopyAt(
            Element parent,
            PathStep step,
            long index,
            Element source,
            StepCache cache,
            ParserRegistry parsers) {
        Element found = at(parent, step, index, cache);
        Element filled = found == null ? TreeCopy.filled(parent, step, source) : null;
        if (filled != null) {
            add(parent, step, index, filled, cache, parsers);
        } else {
            // A field that is created within its own source is not part of the copy.
            Element taken = found == null && isWithin(parent, source) ? separate(source) : source;
            Element target =
                    found != null ? found : add(parent, step, index, step.create(), cache, parsers);
            copy(target, taken, parsers);
        }
    }

    static boolean isWithin(Element field, Element tree) {
        Element e = field;
        while (e != null && e != tree) {
            e = e.parent();
        }
        return e != null;
    }

    private static Element separate(Element source) {
        return source.copy().domain(source.owningDomain());
    }

    /** Returns the path to an element, for error messages. */
    static String place(Element element) {
        StringBuilder path = new StringBuilder(element.name());
        Element e = element.parent();
        for (int i = 0; i < 20 && e != null; i++) {
            path.insert(0, e.name() + ".");
            e = e.parent();
        }
        return path.toString();
    }

    /**
     * Starts a subtree of a domain if the element is a child of a message root and has the name of
     * that domain.
     */
    static void begin(Element made, ParserRegistry parsers) {
        Element parent = made.parent();
        boolean underRoot =
                parent != null && parent.parent() == null && parent.isNamed(MessageAssembly.ROOT);
        if (underRoot && made.domain() == null && parsers.isFolder(made.name())) {
            made.domain(made.name());
        }
    }

    /**
     * Performs {@code SET field = scalar}. Children that are fields are kept. NULL deletes the
     * field: in this case, {@link #find} the target instead of creating it first.
     *
     * @param field field to set; null is ignored
     */
    public static void set(@Nullable Element field, @Nullable Value value) {
        if (value == null) {
            TreeStatements.delete(field);
        } else if (field != null) {
            field.fieldValue(value);
            valued(field);
        }
    }

    /** Performs {@code SET field VALUE = scalar}. After NULL, the field has no value. */
    public static void setValue(@Nullable Element field, @Nullable Value value) {
        if (field != null) {
            field.fieldValue(value);
            if (value != null || field.domain() == null && field.firstChild() == null) {
                valued(field);
            }
        }
    }

    /** Changes the type of a folder to the type of a field. */
    private static void valued(Element field) {
        if (field.type() == ElementType.NAME && field.parent() != null) {
            field.type(field.name().isEmpty() ? ElementType.VALUE : ElementType.NAME_VALUE);
        }
    }

    /**
     * Performs {@code SET target = source} for two fields, and CREATE ... FROM. Copies of the
     * source's children and value replace the target's. The target keeps its name, unless it was
     * created with {@code *} and has no name. Types are kept if both fields belong to the same
     * domain. Otherwise, they become the target domain's types with the same name.
     *
     * @param target field to change; null is ignored
     * @param source field to copy; null deletes the target
     */
    public static void copy(
            @Nullable Element target, @Nullable Element source, ParserRegistry parsers) {
        if (source == null) {
            TreeStatements.delete(target);
        } else if (target != null && target != source) {
            TreeCopy.into(target, source, source.owningDomain(), parsers);
        }
    }

    /**
     * Performs {@code SET path[] = list}: replaces the children that match the step by copies of
     * the items, which get the step's name.
     *
     * @param parent parent element; null is ignored
     * @param items elements of any tree; they can include the children to replace
     */
    public static void replace(
            @Nullable Element parent, PathStep step, List<Element> items, ParserRegistry parsers) {
        if (parent == null) {
            return;
        }
        List<Element> old = list(parent, step);
        List<Element> taken = new ArrayList<>(items.size());
        for (Element item : items) {
            String domain = item.owningDomain();
            Element copy = item.copy();
            taken.add(copy);
            if (copy.domain() == null) {
                copy.domain(domain);
            }
        }
        Element after = old.isEmpty() ? null : old.getLast().next();
        old.forEach(Element::remove);
        for (Element item : taken) {
            Element made = step.create();
            if (after == null) {
                parent.addLast(made);
            } else {
                after.addBefore(made);
            }
            begin(made, parsers);
            TreeCopy.into(made, item, item.domain(), parsers);
        }
    }
}
