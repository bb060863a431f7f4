package io.millrace.engine.esql.program;

import java.util.List;
import java.util.Objects;

/** Gives elements in their order. */
public sealed interface ListOperand extends Operand {

    /**
     * {@code path[]}; without the brackets where only a list makes sense, for example in
     * CARDINALITY.
     */
    record Fields(FieldPath path) implements ListOperand {
        public Fields {
            Refusal.unless(path.isList(), "the path ends in []");
        }
    }

    /** {@code ref[]}: where a REFERENCE points to, and all fields beside it of the same name. */
    record Namesakes(Variable variable) implements ListOperand {
        public Namesakes {
            Refusal.unless(
                    variable.kind() == Variable.Kind.REFERENCE, "a reference stands among fields");
        }
    }

    /** {@code LIST{a, b}}. */
    record Items(List<Operand> items) implements ListOperand {
        public Items {
            items = List.copyOf(items);
        }
    }

    /**
     * A SELECT that gives a list.
     *
     * @param from at least one range; ranges over tables come first
     * @param where null where not written
     * @param result what each row that passes becomes
     */
    record Select(List<Range> from, Expression where, Result result) implements ListOperand {
        public Select {
            from = List.copyOf(from);
            Refusal.unless(!from.isEmpty(), "a SELECT has a FROM");
            Objects.requireNonNull(result);
        }
    }

    /** PASSTHRU as a function: an item for each row, with a child for each column. */
    record Passthru(PassthruCall call) implements ListOperand {
        public Passthru {
            Objects.requireNonNull(call);
        }
    }

    /** What FROM names. */
    sealed interface Range {
        /** The correlation name, a REFERENCE: it stands at the row that is looked at. */
        Variable.Local variable();
    }

    /** Rows in a tree. */
    record TreeRange(ListOperand rows, Variable.Local variable) implements Range {
        public TreeRange {
            Objects.requireNonNull(rows);
            Refusal.unless(
                    variable.kind() == Variable.Kind.REFERENCE,
                    "a correlation name is a reference");
        }
    }

    /** Rows of a table in a database. */
    record TableRange(Table table, Variable.Local variable) implements Range {
        public TableRange {
            Objects.requireNonNull(table);
            Refusal.unless(
                    variable.kind() == Variable.Kind.REFERENCE,
                    "a correlation name is a reference");
        }
    }

    /** What a row becomes. */
    sealed interface Result {}

    /** An item with columns. */
    record Columns(List<Column> columns) implements Result {
        public Columns {
            columns = List.copyOf(columns);
            Refusal.unless(!columns.isEmpty(), "a SELECT has columns");
        }
    }

    /** {@code ITEM}: a bare value, or a copy of a tree. */
    record Item(Operand value) implements Result {
        public Item {
            Refusal.unless(!(value instanceof ListOperand), "an item is not a list");
        }
    }
}
