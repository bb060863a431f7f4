package io.millrace.engine.esql.library.tree;

import io.millrace.engine.esql.library.CastTarget;
import io.millrace.engine.esql.library.Casts;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.library.tree.PathStep.Position;
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
     * Returns the child that a step with a constant index, or with none, refers to. Returns null if
     * the child is missing or {@code parent} is null.
     */
    public static @Nullable Element find(@Nullable Element parent, PathStep step, StepCache cache) {
        if (parent == null) {
            return null;
        }
        Element again = cache.again(parent, step);
        return again != null ? again : at(parent, step, step.index(), cache);
    }

    /**
     * Returns the field that a path refers to, one step below the other. Returns null if a field on
     * the way is missing or {@code start} is null.
     */
    public static @Nullable Element findPath(
            @Nullable Element start, FixedPath path, PathCache cache) {
        Element again = start == null ? null : cache.again(start);
        return again != null ? again : walk(start, path, cache, null);
    }

    /** Resolves a path step by step; creates missing fields if {@code parsers} is not null. */
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
     * Returns the child that a step with an index expression refers to. The step's position
     * determines from which end the index counts.
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
                "the index of " + step + " must be a number from 1, found " + shown,
                step.toString(),
                shown);
    }

    /** Returns the first child that a step's filter matches, for iteration. */
    public static @Nullable Element first(@Nullable Element parent, PathStep step) {
        if (parent == null) {
            return null;
        }
        Element e = step.hasName() ? parent.firstNamed() : parent.firstChild();
        return e == null || step.matches(e) ? e : next(e, step);
    }

    /** Returns the next sibling that a step's filter matches, for iteration; null at the end. */
    public static @Nullable Element next(Element current, PathStep step) {
        boolean named = step.hasName();
        Element e = current;
        while (e != null) {
            e = named ? e.nextNamed() : e.next();
            if (e == null || step.matches(e)) {
                return e;
            }
        }
        return null;
    }

    /** Returns all children that a step's filter matches now, for {@code path[]} as a list. */
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

    /** Returns one of the fields with the same name as a field and the same parent. */
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
     * Returns CARDINALITY of {@code path[]}: the number of matching children; 0 if {@code parent}
     * is null.
     */
    public static long count(@Nullable Element parent, PathStep step, StepCache cache) {
        return parent == null ? 0 : cache.count(parent, step);
    }

    /** Returns the value of a field; null if the field is missing or has no value. */
    public static @Nullable Value value(@Nullable Element field) {
        return field == null ? null : field.fieldValue();
    }

    /** Like {@link #value}, but fails for a field that has children and no value. */
    public static @Nullable Value wholeValue(@Nullable Element field) {
        Value value = value(field);
        if (value == null && field != null && field.firstChild() != null) {
            throw EsqlErrors.field(
                    "EVAL gives a value, and "
                            + place(field)
                            + " has children instead; a statement in the text can copy them",
                    field.name());
        }
        return value;
    }

    // Targets

    /**
     * Returns the child that a target's step refers to. A missing child is created as the last
     * child, as a folder or with the step's type. With an index, only the next child can be
     * created.
     *
     * @param parent parent element; null (a reference into a deleted part) gives null
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
     * Returns the field that a path refers to, one step below the other. Missing fields are
     * created.
     *
     * @param start element at which the path starts; null (a reference into a deleted part) gives
     *     null
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
        // Whoever adds has looked for it before.
        long next = step.position() == Position.BACK ? 1 : cache.total() + 1;
        if (index != next) {
            String sign = step.position() == Position.BACK ? "<" : "";
            String wanted = step + "[" + sign + index + "]";
            String missing = step + "[" + sign + (index - 1) + "]";
            throw EsqlErrors.field(
                    wanted + " cannot be made in " + place(parent) + ": there is no " + missing,
                    wanted,
                    missing);
        }
        parent.addLast(made);
        begin(made, parsers);
        return made;
    }

    /**
     * Performs {@code SET parent.step = scalar}: combines {@link #ensure} and {@link #set}. This
     * saves the intermediate states of a new field.
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
            // A field that is made within its own source is not part of what it becomes.
            Element taken = found == null && isWithin(parent, source) ? apart(source) : source;
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

    private static Element apart(Element source) {
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
        if (underRoot && made.domain() == null && isDomain(made.name(), parsers)) {
            made.domain(made.name());
        }
    }

    static boolean isDomain(String name, ParserRegistry parsers) {
        return parsers.domain(name).isPresent() || parsers.headerForDomain(name).isPresent();
    }

    /**
     * Performs {@code SET field = scalar}: children that are fields themselves remain. NULL deletes
     * the field. If the value is NULL, {@link #find} the target instead of creating it first.
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

    /** Performs {@code SET field VALUE = scalar}: NULL leaves the field without a value. */
    public static void setValue(@Nullable Element field, @Nullable Value value) {
        if (field != null) {
            field.fieldValue(value);
            if (value != null) {
                valued(field);
            }
        }
    }

    /** Changes the type of a folder to that of a field. */
    private static void valued(Element field) {
        if (field.type() == ElementType.NAME && field.parent() != null) {
            field.type(field.name().isEmpty() ? ElementType.VALUE : ElementType.NAME_VALUE);
        }
    }

    /**
     * Performs {@code SET target = source} for two fields, and CREATE ... FROM. The target's
     * children and value are replaced by copies of the source's. The target keeps its name, unless
     * it was created by {@code *} and has none. Types are kept if both fields belong to the same
     * domain. Otherwise, they become the target domain's types of the same name.
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
     * Performs {@code SET path[] = list}: replaces the children that the step matched by a copy of
     * each item, with the step's name.
     *
     * @param parent parent element; null is ignored
     * @param items elements of any tree, including those that are replaced
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
        Element behind = old.isEmpty() ? null : old.getLast().next();
        old.forEach(Element::remove);
        for (Element item : taken) {
            Element made = step.create();
            if (behind == null) {
                parent.addLast(made);
            } else {
                behind.addBefore(made);
            }
            begin(made, parsers);
            TreeCopy.into(made, item, item.domain(), parsers);
        }
    }
}
