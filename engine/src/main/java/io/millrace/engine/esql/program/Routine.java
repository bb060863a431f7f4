package io.millrace.engine.esql.program;

import java.util.List;
import java.util.Objects;

/**
 * A function or procedure written in ESQL, or the Main of a module.
 *
 * @param signature signature of the routine
 * @param locals all local variables, each at its own slot; the parameters come first, in their
 *     order
 * @param body body of the routine; if its end is reached, the result is NULL (TRUE for a Main)
 */
public record Routine(Signature signature, List<Variable.Local> locals, Statement.Block body) {

    public Routine {
        Objects.requireNonNull(signature);
        Objects.requireNonNull(body);
        locals = List.copyOf(locals);
        for (int i = 0; i < locals.size(); i++) {
            Preconditions.unless(locals.get(i).slot() == i, "a local variable must be at its slot");
        }
        Preconditions.unless(
                locals.size() >= signature.parameters().size(),
                "all parameters must be local variables");
    }
}
