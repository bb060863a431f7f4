package io.millrace.engine.esql.program;

import java.util.List;
import java.util.Objects;

/**
 * An EVAL: a string that is checked and compiled at run time.
 *
 * @param text source text: a statement, or an expression whose value is returned
 * @param visible local variables that the string can read and, except for constants, set
 */
public record Evaluation(Expression text, List<Variable.Local> visible, EvaluationSite site) {

    public Evaluation {
        Objects.requireNonNull(text);
        Objects.requireNonNull(site);
        visible = List.copyOf(visible);
    }
}
