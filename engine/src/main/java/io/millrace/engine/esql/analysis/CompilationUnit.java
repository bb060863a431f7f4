package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.program.Evaluation;
import io.millrace.engine.esql.program.Expression;

/** The shared objects of all checks in a compilation. */
record CompilationUnit(
        EsqlSettings settings,
        RoutineCatalog catalog,
        GlobalVariables globals,
        TypeConstants types,
        Evaluations evaluations) {

    /** The checker of EVAL. */
    interface Evaluations {
        /**
         * Returns an EVAL at the position of a context.
         *
         * @param text expression that returns the source text
         */
        Evaluation at(AnalysisContext context, Expression text, boolean statement);
    }
}
