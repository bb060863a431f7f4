package io.millrace.engine.esql.program;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import java.util.Optional;

/**
 * The place of an EVAL, as far as the texts that are run there depend on it: which names they may
 * use. Compared by identity. Safe to use from several threads.
 */
public interface EvaluationSite {

    /**
     * Checks a text.
     *
     * @return a module whose Main has the variables of {@link Evaluation#visible} as its first
     *     local variables; empty where an error was added
     */
    Optional<ProgramModule> check(Source text, Problems problems);
}
