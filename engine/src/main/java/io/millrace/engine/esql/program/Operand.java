package io.millrace.engine.esql.program;

import java.util.List;
import java.util.Objects;

/**
 * The right side of a SET, the value of a RETURN, or an argument. It is a scalar ({@link
 * Expression}), a tree, or a list ({@link ListOperand}).
 */
public sealed interface Operand permits Expression, ListOperand, Operand.Tree {

    /**
     * An operand that returns an element or no element. In a scalar context, it returns the value
     * of the element.
     */
    sealed interface Tree extends Operand {}

    /** A field. A SET copies its subtree. The path must not be a list. */
    record Field(FieldPath path) implements Tree {
        public Field {
            Preconditions.unless(!path.isList(), "the path must not be a list");
        }
    }

    /** A ROW constructor: {@code ROW(a AS x, b AS y)}. */
    record Row(List<Column> columns) implements Tree {
        public Row {
            columns = List.copyOf(columns);
        }
    }

    /** The first item of a list, or no item: {@code THE(list)}. */
    record The(ListOperand list) implements Tree {
        public The {
            Objects.requireNonNull(list);
        }
    }

    /** A call of a routine that returns a ROW or REFERENCE. */
    record TreeCall(Call call) implements Tree {
        public TreeCall {
            Preconditions.unless(
                    call.signature().returns() == Signature.Returns.TREE,
                    "the routine must return a tree");
        }
    }

    /**
     * A column of a ROW or SELECT.
     *
     * @param value value of the column
     * @param as path in the item, with fixed or computed names and types. Only the last step can be
     *     a list. Without AS, the analysis derives the path from the value. Empty for {@code x.*}
     *     and INSERT: the children of the value (a tree) then become children of the item
     */
    record Column(Operand value, List<FieldPath.Step> as) {
        public Column {
            Objects.requireNonNull(value);
            as = List.copyOf(as);
            Preconditions.unless(
                    !as.isEmpty() || value instanceof Tree,
                    "only the children of a tree can be merged");
        }
    }
}
