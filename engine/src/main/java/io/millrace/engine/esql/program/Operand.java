package io.millrace.engine.esql.program;

import java.util.List;
import java.util.Objects;

/**
 * Whatever can stand on the right of a SET, in a RETURN or as an argument: a scalar ({@link
 * Expression}), a tree, or a list ({@link ListOperand}).
 */
public sealed interface Operand permits Expression, ListOperand, Operand.Tree {

    /** Gives an element, or none. Used where a value is asked for, it gives the element's value. */
    sealed interface Tree extends Operand {}

    /** The field itself: a SET copies its subtree. The path is not a list. */
    record Field(FieldPath path) implements Tree {
        public Field {
            Refusal.unless(!path.isList(), "a list of fields is a ListOperand");
        }
    }

    /** {@code ROW(a AS x, b AS y)}. */
    record Row(List<Column> columns) implements Tree {
        public Row {
            columns = List.copyOf(columns);
        }
    }

    /** {@code THE(list)}: the first item, or none. */
    record The(ListOperand list) implements Tree {
        public The {
            Objects.requireNonNull(list);
        }
    }

    /** A call of a routine that returns a ROW or REFERENCE. */
    record TreeCall(Call call) implements Tree {
        public TreeCall {
            Refusal.unless(
                    call.signature().returns() == Signature.Returns.TREE,
                    "the routine returns a tree");
        }
    }

    /**
     * A column of a ROW or SELECT.
     *
     * @param value what goes there
     * @param as where in the item it goes: fixed or computed names, types, no lists but at the end;
     *     the analysis puts in the name that follows from the value where AS is not written. Empty
     *     for {@code x.*} and INSERT: then the children of the value (a tree) become children of
     *     the item
     */
    record Column(Operand value, List<FieldPath.Step> as) {
        public Column {
            Objects.requireNonNull(value);
            as = List.copyOf(as);
            Refusal.unless(
                    !as.isEmpty() || value instanceof Tree, "only a tree's children can be merged");
        }
    }
}
