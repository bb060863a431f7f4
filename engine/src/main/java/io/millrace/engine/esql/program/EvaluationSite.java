package io.millrace.engine.esql.program;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import java.util.Optional;

/**
 * The location of an EVAL, with everything on which the EVAL string depends, such as the visible
 * names. Compared by identity. Safe for use by several threads.
 */
public interface EvaluationSite {

    /**
     * Checks an EVAL string.
     *
     * @return a module whose Main has the variables of {@link Evaluation#visible} as its first
     *     local variables; empty if an error was added
     */
    Optional<ProgramModule> check(Source text, Problems problems);
}
