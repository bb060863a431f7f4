package io.millrace.engine.esql.plain;

import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Local;

import java.util.ArrayDeque;
import java.util.Deque;

/** One call of a routine. */
final class PlainFrame {

    final Routine routine;

    /** A Value, PlainReference or PlainField each, by the variables' slots. */
    final Object[] variables;

    /** The blocks with handlers that execution is in, innermost first. */
    final Deque<Statement.Block> guards = new ArrayDeque<>();

    /** What the handlers that execution is in run for, innermost first. */
    final Deque<PlainFailure> caught = new ArrayDeque<>();

    PlainFrame(Routine routine) {
        this.routine = routine;
        this.variables = new Object[routine.locals().size()];
        for (Local local : routine.locals()) {
            if (local.kind() == Variable.Kind.REFERENCE) {
                variables[local.slot()] = PlainReference.to(null, null);
            }
        }
    }
}
