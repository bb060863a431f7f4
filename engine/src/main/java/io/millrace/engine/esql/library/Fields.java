package io.millrace.engine.esql.library;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.PathStep.Position;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;
import io.millrace.engine.parser.ParserRegistry;

import java.util.ArrayList;
import java.util.List;

/**
 * Field references: reading, creating, changing and deleting parts of message trees (WMQI ESQL
 * reference, "Field references" and the SET, CREATE, DELETE, ATTACH and DETACH statements).
 *
 * <p>A reference is walked step by step: each method takes the element that the step before gave.
 * Null for an element is a field that is missing, and reading below it gives null again.
 */
public final class Fields {

    private static final CastTarget INDEX = CastTarget.of(ValueType.INTEGER);

    private Fields() {}

    // Reading

    /**
     * The child that a step with a constant index (or none) names; null where it is missing, or
     * {@code parent} is null.
     */
    public static Element find(Element parent, PathStep step, StepCache cache) {
        if (parent == null) {
            return null;
        }
        Element again = cache.again(parent, step);
        return again != null ? again : at(parent, step, step.index(), cache);
    }

    /**
     * What the steps of a path name, one below the other; null where one of them is missing, or
     * {@code start} is null.
     */
    public static Element find(Element start, FixedPath path, PathCache cache) {
        Element again = start == null ? null : cache.again(start);
        return again != null ? again : walk(start, path, cache, null);
    }

    /** Walks a path step by step; makes what is missing where there are parsers. */
    private static Element walk(
            Element start, FixedPath path, PathCache cache, ParserRegistry parsers) {
        cache.forget();
        Element e = start;
        for (int i = 0; i < path.length() && e != null; i++) {
            PathStep step = path.step(i);
            Element below =
                    parsers == null
                            ? at(e, step, step.index(), cache.step(i))
                            : ensure(e, step, step.index(), cache.step(i), parsers);
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
     * The child that a step with an index expression names. The step's position tells from which
     * end it counts.
     */
    public static Element find(Element parent, PathStep step, Value index, StepCache cache) {
        return parent == null ? null : at(parent, step, index(step, index), cache);
    }

    static Element at(Element parent, PathStep step, long index, StepCache cache) {
        return step.position() == Position.BACK
                ? cache.back(parent, step, index)
                : cache.front(parent, step, index);
    }

    private static long index(PathStep step, Value index) {
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

    /** The first child that a step's filter matches, for iteration. */
    public static Element first(Element parent, PathStep step) {
        if (parent == null) {
            return null;
        }
        Element e = step.hasName() ? parent.firstNamed() : parent.firstChild();
        return e == null || step.matches(e) ? e : next(e, step);
    }

    /** The next sibling that a step's filter matches, for iteration; null at the end. */
    public static Element next(Element current, PathStep step) {
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

    /** All children that a step's filter matches, as they are now; for {@code path[]} as a list. */
    public static List<Element> list(Element parent, PathStep step) {
        List<Element> found = new ArrayList<>();
        for (Element e = first(parent, step); e != null; e = next(e, step)) {
            found.add(e);
        }
        return found;
    }

    /** The fields beside a field that are named as it is, itself among them. */
    public static List<Element> namesakes(Element field) {
        if (field == null) {
            return List.of();
        }
        return field.parent() == null
                ? List.of(field)
                : list(field.parent(), PathStep.like(field, false, true));
    }

    /** One of the fields beside a field that are named as it is; null where there is none. */
    public static Element namesake(Element field, Value index, boolean fromBack) {
        if (field == null) {
            return null;
        }
        PathStep.Position position = fromBack ? PathStep.Position.BACK : PathStep.Position.FRONT;
        PathStep step = PathStep.of(0, field.namespace(), field.name(), position, 1);
        if (field.parent() == null) {
            return index(step, index) == 1 ? field : null;
        }
        return find(field.parent(), step, index, new StepCache());
    }

    /** CARDINALITY of {@code path[]}: how many children match; 0 where {@code parent} is null. */
    public static long count(Element parent, PathStep step, StepCache cache) {
        return parent == null ? 0 : cache.count(parent, step);
    }

    /** The value of a field; null where the field is missing or has none. */
    public static Value value(Element field) {
        return field == null ? null : field.fieldValue();
    }

    /** As {@link #value(Element)}, of what a path names, which need not become elements. */
    public static Value value(Element start, FixedPath path, PathCache cache) {
        return FieldValues.value(start, path, cache);
    }

    /** As {@link #value(Element)}, of the child that a step names, which need not become one. */
    public static Value value(Element parent, PathStep step, StepCache cache) {
        return parent == null ? null : FieldValues.value(parent, step, step.index(), cache);
    }

    /** As {@link #value(Element, PathStep, StepCache)}, with an index expression. */
    public static Value value(Element parent, PathStep step, Value index, StepCache cache) {
        return parent == null ? null : FieldValues.value(parent, step, index(step, index), cache);
    }

    /**
     * What a path names, to be copied and not kept: perhaps an element without a tree that has its
     * name and value; null where it is missing.
     */
    public static Element source(Element start, FixedPath path, PathCache cache) {
        return FieldValues.source(start, path, cache);
    }

    /** As {@link #source(Element, FixedPath, PathCache)}, of a child. */
    public static Element source(Element parent, PathStep step, StepCache cache) {
        return parent == null ? null : FieldValues.source(parent, step, step.index(), cache);
    }

    /** As {@link #source(Element, PathStep, StepCache)}, with an index expression. */
    public static Element source(Element parent, PathStep step, Value index, StepCache cache) {
        return parent == null ? null : FieldValues.source(parent, step, index(step, index), cache);
    }

    /** As {@link #value}, of a field that has nothing else: not children and no value. */
    public static Value wholeValue(Element field) {
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
     * The child that a target's step names, made where it is missing: as the last child, a folder
     * of the step's type. With an index only the next one can be made.
     *
     * @param parent null (a reference into a deleted part) gives null
     * @throws io.millrace.engine.error.MillraceException ESQL_FIELD where an earlier sibling is
     *     missing
     */
    public static Element ensure(
            Element parent, PathStep step, StepCache cache, ParserRegistry parsers) {
        if (parent == null) {
            return null;
        }
        Element again = cache.again(parent, step);
        return again != null ? again : ensure(parent, step, step.index(), cache, parsers);
    }

    /**
     * What the steps of a path name, one below the other, each made where it is missing.
     *
     * @param start null (a reference into a deleted part) gives null
     */
    public static Element ensure(
            Element start, FixedPath path, PathCache cache, ParserRegistry parsers) {
        Element again = start == null ? null : cache.again(start);
        return again != null ? again : walk(start, path, cache, parsers);
    }

    /**
     * As {@link #ensure(Element, PathStep, StepCache, ParserRegistry)}, with an index expression.
     */
    public static Element ensure(
            Element parent, PathStep step, Value index, StepCache cache, ParserRegistry parsers) {
        return parent == null ? null : ensure(parent, step, index(step, index), cache, parsers);
    }

    private static Element ensure(
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
     * {@code SET parent.step = scalar}: {@link #ensure} and {@link #set} in one, which saves what a
     * new field would go through in between.
     *
     * @param parent null does nothing
     * @param value not NULL
     */
    public static void put(
            Element parent, PathStep step, Value value, StepCache cache, ParserRegistry parsers) {
        if (parent != null) {
            put(parent, step, step.index(), value, cache, parsers);
        }
    }

    /**
     * As {@link #put(Element, PathStep, Value, StepCache, ParserRegistry)}, with an index
     * expression.
     */
    public static void put(
            Element parent,
            PathStep step,
            Value index,
            Value value,
            StepCache cache,
            ParserRegistry parsers) {
        if (parent != null) {
            put(parent, step, index(step, index), value, cache, parsers);
        }
    }

    private static void put(
            Element parent,
            PathStep step,
            long index,
            Value value,
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
     * {@code SET parent.step = source} for two fields: {@link #ensure} and {@link #copy} in one.
     *
     * @param parent null does nothing
     * @param source not null
     */
    public static void putCopy(
            Element parent,
            PathStep step,
            Element source,
            StepCache cache,
            ParserRegistry parsers) {
        if (parent != null) {
            putCopy(parent, step, step.index(), source, cache, parsers);
        }
    }

    /**
     * As {@link #putCopy(Element, PathStep, Element, StepCache, ParserRegistry)}, with an index
     * expression.
     */
    public static void putCopy(
            Element parent,
            PathStep step,
            Value index,
            Element source,
            StepCache cache,
            ParserRegistry parsers) {
        if (parent != null) {
            putCopy(parent, step, index(step, index), source, cache, parsers);
        }
    }

    private static void putCopy(
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

    /** The path to an element, for errors. */
    static String place(Element element) {
        StringBuilder path = new StringBuilder(element.name());
        Element e = element.parent();
        for (int i = 0; i < 20 && e != null; i++) {
            path.insert(0, e.name() + ".");
            e = e.parent();
        }
        return path.toString();
    }

    /** A child of a message root that is named as a domain begins a subtree of that domain. */
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
     * {@code SET field = scalar}: children that are fields of their own stay. NULL deletes the
     * field; so where the value is NULL, {@link #find} the target instead of making it first.
     *
     * @param field null does nothing
     */
    public static void set(Element field, Value value) {
        if (value == null) {
            TreeStatements.delete(field);
        } else if (field != null) {
            field.fieldValue(value);
            valued(field);
        }
    }

    /** {@code SET field VALUE = scalar}: NULL leaves the field without a value. */
    public static void setValue(Element field, Value value) {
        if (field != null) {
            field.fieldValue(value);
            if (value != null) {
                valued(field);
            }
        }
    }

    /** What was made as a folder becomes a field. */
    private static void valued(Element field) {
        if (field.type() == ElementType.NAME && field.parent() != null) {
            field.type(field.name().isEmpty() ? ElementType.VALUE : ElementType.NAME_VALUE);
        }
    }

    /**
     * {@code SET target = source} for two fields, and CREATE ... FROM: the target drops children
     * and value and takes copies of the source's; its name stays, unless it was made by {@code *}
     * and has none. Types are kept where both belong to the same domain, else they become the
     * target domain's types of the same name.
     *
     * @param target null does nothing
     * @param source null deletes the target
     */
    public static void copy(Element target, Element source, ParserRegistry parsers) {
        if (source == null) {
            TreeStatements.delete(target);
        } else if (target != null && target != source) {
            TreeCopy.into(target, source, source.owningDomain(), parsers);
        }
    }

    /**
     * {@code SET path[] = list}: what the step matched before goes, a copy of each item comes in
     * its place, under the step's name.
     *
     * @param parent null does nothing
     * @param items elements of any tree, perhaps those that are replaced
     */
    public static void replace(
            Element parent, PathStep step, List<Element> items, ParserRegistry parsers) {
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

    // Statements

    /** DELETE FIELD. Null does nothing; the top of a tree stays, but loses all that is in it. */
    public static void delete(Element field) {
        TreeStatements.delete(field);
    }

    /**
     * DELETE FIRSTCHILD, LASTCHILD, PREVIOUSSIBLING or NEXTSIBLING OF a field. Where there is none,
     * does nothing.
     */
    public static void delete(Element field, Direction where) {
        TreeStatements.delete(Moves.find(field, where, null));
    }

    /**
     * CREATE FIRSTCHILD, LASTCHILD, PREVIOUSSIBLING or NEXTSIBLING OF a field; always makes a new
     * element. Value, source and bit stream come afterwards through {@link #setValue}, {@link
     * #copy} and {@link #parse}.
     *
     * @param at null gives null
     * @param identity type, name space and name of the new field; null for none of them
     * @param domain DOMAIN; null for none. The new field is named after it where it has no other
     *     name
     */
    public static Element create(
            Direction where, Element at, PathStep identity, Value domain, ParserRegistry parsers) {
        return at == null ? null : TreeStatements.create(where, at, identity, domain, parsers);
    }

    /**
     * CREATE PREVIOUSSIBLING or NEXTSIBLING ... REPEAT: a new sibling with the type and name of
     * {@code at}.
     */
    public static Element createLike(Direction where, Element at) {
        return at == null ? null : TreeStatements.createLike(where, at);
    }

    /**
     * ATTACH.
     *
     * @param moved null does nothing
     * @param detached whether a DETACH took it out of its tree
     * @param at null does nothing
     * @throws io.millrace.engine.error.MillraceException ESQL_FIELD where {@code moved} is in a
     *     tree, or its top, or would come into itself
     */
    public static void attach(Element moved, boolean detached, Element at, Direction where) {
        if (moved != null && at != null) {
            TreeStatements.attach(moved, detached, at, where);
        }
    }

    /** DETACH. Null does nothing. */
    public static void detach(Element field) {
        if (field != null) {
            field.detach();
        }
    }

    /**
     * CREATE ... DOMAIN ... PARSE: fills a field from a bit stream.
     *
     * @param field null does nothing
     * @param domain null for the domain that the field belongs to
     * @param bits BLOB; NULL leaves the field empty
     * @param options each null where not written
     */
    public static void parse(
            Element field,
            Value domain,
            Value bits,
            BitStreamOptions options,
            EsqlEnvironment environment) {
        if (field != null && bits != null) {
            TreeStatements.parse(field, domain, bits, options, environment);
        }
    }

    // Comparison

    /** SAMEFIELD: whether two references point to the same field; null where one is missing. */
    public static Value same(Element left, Element right) {
        return left == null || right == null ? null : BooleanValue.of(left == right);
    }
}
