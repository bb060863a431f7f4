package io.millrace.engine.esql.program;

import java.util.List;
import java.util.Objects;

/**
 * EVAL: a text that is checked and compiled when the program runs.
 *
 * @param text what is run: a statement, or an expression whose value is given
 * @param visible the local variables that the text may use, and those that are not constants set
 */
public record Evaluation(Expression text, List<Variable.Local> visible, EvaluationSite site) {

    public Evaluation {
        Objects.requireNonNull(text);
        Objects.requireNonNull(site);
        visible = List.copyOf(visible);
    }
}
