package io.millrace.engine.esql.library;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;
import java.util.List;

/**
 * Field references: reading, creating, changing and deleting parts of message trees (WMQI ESQL reference, "Field
 * references" and the SET, CREATE, DELETE, ATTACH, DETACH statements).
 *
 * <p>A reference is walked step by step: each method takes the element that the step before gave. Null for an element is
 * a field that is missing, and reading below it gives null again.
 */
public final class Fields {

    private Fields() {}

    // Reading

    /** The child that a step with a constant index (or none) names; null where it is missing, or {@code parent} is null. */
    public static Element find(Element parent, PathStep step, StepCache cache) {
        throw new UnsupportedOperationException();
    }

    /** The child that a step with an index expression names. The step's position tells from which end it counts. */
    public static Element find(Element parent, PathStep step, Value index, StepCache cache) {
        throw new UnsupportedOperationException();
    }

    /** The first child that a step's filter matches, for iteration. */
    public static Element first(Element parent, PathStep step) {
        throw new UnsupportedOperationException();
    }

    /** The next sibling that a step's filter matches, for iteration; null at the end. */
    public static Element next(Element current, PathStep step) {
        throw new UnsupportedOperationException();
    }

    /** All children that a step's filter matches, as they are now; for {@code path[]} as a list. */
    public static List<Element> list(Element parent, PathStep step) {
        throw new UnsupportedOperationException();
    }

    /** CARDINALITY of {@code path[]}: how many children match; 0 where {@code parent} is null. */
    public static long count(Element parent, PathStep step, StepCache cache) {
        throw new UnsupportedOperationException();
    }

    /** The value of a field; null where the field is missing or has none. */
    public static Value value(Element field) {
        return field == null ? null : field.fieldValue();
    }

    // Targets

    /**
     * The child that a target's step names, made where it is missing: as the last child, a folder of the step's type. With
     * an index only the next one can be made.
     *
     * @param parent null (a reference into a deleted part) gives null
     * @throws io.millrace.engine.error.MillraceException ESQL_FIELD where an earlier sibling is missing
     */
    public static Element ensure(Element parent, PathStep step, StepCache cache, ParserRegistry parsers) {
        throw new UnsupportedOperationException();
    }

    /** As {@link #ensure(Element, PathStep, StepCache, ParserRegistry)}, with an index expression. */
    public static Element ensure(Element parent, PathStep step, Value index, StepCache cache, ParserRegistry parsers) {
        throw new UnsupportedOperationException();
    }

    /**
     * {@code SET field = scalar}: children that are fields of their own stay. NULL deletes the field; so where the value is
     * NULL, {@link #find} the target instead of making it first.
     *
     * @param field null does nothing
     */
    public static void set(Element field, Value value) {
        throw new UnsupportedOperationException();
    }

    /** {@code SET field VALUE = scalar}: NULL leaves the field without a value. */
    public static void setValue(Element field, Value value) {
        throw new UnsupportedOperationException();
    }

    /** {@code SET field TYPE = integer}. */
    public static void setType(Element field, Value type) {
        throw new UnsupportedOperationException();
    }

    /** {@code SET field NAMESPACE = character}. */
    public static void setNamespace(Element field, Value namespace) {
        throw new UnsupportedOperationException();
    }

    /** {@code SET field NAME = character}. */
    public static void setName(Element field, Value name) {
        throw new UnsupportedOperationException();
    }

    /**
     * {@code SET target = source} for two fields, and CREATE ... FROM: the target drops children and value and takes copies of
     * the source's; its name stays, unless it was made by {@code *} and has none. Types are kept where both belong to the
     * same domain, else they are put into the words of the target's.
     *
     * @param target null does nothing
     * @param source null deletes the target
     */
    public static void copy(Element target, Element source, ParserRegistry parsers) {
        throw new UnsupportedOperationException();
    }

    /**
     * {@code SET path[] = list}: what the step matched before goes, a copy of each item comes in its place, under the step's
     * name.
     *
     * @param items elements of any tree; of those without children, only the value counts
     */
    public static void replace(Element parent, PathStep step, List<Element> items, ParserRegistry parsers) {
        throw new UnsupportedOperationException();
    }

    // Statements

    /** DELETE FIELD. Null does nothing. */
    public static void delete(Element field) {
        throw new UnsupportedOperationException();
    }

    /** DELETE FIRSTCHILD, LASTCHILD, PREVIOUSSIBLING or NEXTSIBLING OF a field. Where there is none, does nothing. */
    public static void delete(Element field, Direction where) {
        throw new UnsupportedOperationException();
    }

    /**
     * CREATE FIRSTCHILD, LASTCHILD, PREVIOUSSIBLING or NEXTSIBLING OF a field; always makes a new element. Value, source and
     * bit stream come afterwards through {@link #setValue}, {@link #copy} and {@link #parse}.
     *
     * @param at null gives null
     * @param identity type, name space and name of the new field; null for none of them
     * @param domain DOMAIN; null for none
     */
    public static Element create(
            Direction where, Element at, PathStep identity, Value domain, ParserRegistry parsers) {
        throw new UnsupportedOperationException();
    }

    /** CREATE PREVIOUSSIBLING or NEXTSIBLING ... REPEAT: a new sibling with the type and name of {@code at}. */
    public static Element createLike(Direction where, Element at) {
        throw new UnsupportedOperationException();
    }

    /**
     * CREATE ... DOMAIN ... PARSE: fills a field from a bit stream. Null for a clause that is not given.
     *
     * @param field null does nothing
     * @param domain null for the domain that the field belongs to
     * @param bits BLOB; NULL leaves the field empty
     */
    public static void parse(Element field, Value domain, Value bits, BitStreamOptions options, EsqlEnvironment environment) {
        throw new UnsupportedOperationException();
    }

    /**
     * ATTACH.
     *
     * @param moved a detached field; null does nothing
     * @param at null does nothing
     * @throws io.millrace.engine.error.MillraceException ESQL_FIELD where {@code moved} is in a tree, or would come into itself
     */
    public static void attach(Element moved, Element at, Direction where) {
        throw new UnsupportedOperationException();
    }

    /** DETACH. Null does nothing. */
    public static void detach(Element field) {
        throw new UnsupportedOperationException();
    }

    // Comparison

    /** SAMEFIELD: whether two references point to the same field; null where one is missing. */
    public static Value same(Element left, Element right) {
        throw new UnsupportedOperationException();
    }

    /** {@code =} between rows or folders: values and children, by name and in order. 1 true, 0 false, -1 unknown. */
    public static int testEqual(Element left, Element right) {
        throw new UnsupportedOperationException();
    }

    /** {@code =} between lists: the same number of items, equal one by one. 1 true, 0 false, -1 unknown. */
    public static int testEqual(List<Element> left, List<Element> right) {
        throw new UnsupportedOperationException();
    }
}
