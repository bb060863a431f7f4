package io.millrace.engine.esql.program;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/** An operand that returns elements in their order. */
public sealed interface ListOperand extends Operand {

    /**
     * A list of fields: {@code path[]}. The brackets can be omitted in contexts that require a
     * list, for example in CARDINALITY.
     */
    record Fields(FieldPath path) implements ListOperand {
        public Fields {
            Preconditions.unless(path.isList(), "the path must end in []");
        }
    }

    /**
     * A list of siblings, {@code ref[]}: the target of a REFERENCE and all its siblings with the
     * same name.
     */
    record Namesakes(Variable variable) implements ListOperand {
        public Namesakes {
            Preconditions.unless(
                    variable.kind() == Variable.Kind.REFERENCE, "the variable must be a REFERENCE");
        }
    }

    /** A list of explicit items: {@code LIST{a, b}}. */
    record Items(List<Operand> items) implements ListOperand {
        public Items {
            items = List.copyOf(items);
        }
    }

    /**
     * A SELECT that yields a list.
     *
     * @param from ranges, at least one; ranges over tables come first
     * @param where condition; null if not written
     * @param result form of each item of the result
     */
    record Select(List<Range> from, @Nullable Expression where, Result result)
            implements ListOperand {
        public Select {
            from = List.copyOf(from);
            Preconditions.unless(!from.isEmpty(), "a SELECT must have a FROM");
            Objects.requireNonNull(result);
        }
    }

    /**
     * A call of the PASSTHRU function. The list has an item for each row, with a child for each
     * column.
     */
    record Passthru(PassthruCall call) implements ListOperand {
        public Passthru {
            Objects.requireNonNull(call);
        }
    }

    /** A range in a FROM clause. */
    sealed interface Range {
        /** Returns the correlation name, a REFERENCE that points to the current row. */
        Variable.Local variable();
    }

    /** A range of rows in a tree. */
    record TreeRange(ListOperand rows, Variable.Local variable) implements Range {
        public TreeRange {
            Objects.requireNonNull(rows);
            Preconditions.unless(
                    variable.kind() == Variable.Kind.REFERENCE,
                    "the correlation name must be a REFERENCE");
        }
    }

    /** A range of rows of a database table. */
    record TableRange(Table table, Variable.Local variable) implements Range {
        public TableRange {
            Objects.requireNonNull(table);
            Preconditions.unless(
                    variable.kind() == Variable.Kind.REFERENCE,
                    "the correlation name must be a REFERENCE");
        }
    }

    /** Form of each item of the result. */
    sealed interface Result {}

    /** An item with columns. */
    record Columns(List<Column> columns) implements Result {
        public Columns {
            columns = List.copyOf(columns);
            Preconditions.unless(!columns.isEmpty(), "a SELECT must have columns");
        }
    }

    /** A result with {@code ITEM}: a value, or a copy of a tree. */
    record Item(Operand value) implements Result {
        public Item {
            Preconditions.unless(!(value instanceof ListOperand), "an ITEM must not be a list");
        }
    }
}
