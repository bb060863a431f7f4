package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.ProgramModule;
import java.util.List;
import java.util.Optional;

/**
 * The door of the package: ESQL texts that belong together, checked.
 *
 * <p>Immutable once made; expressions and patterns may be checked against it from several threads.
 */
public final class Analysis {

    private Analysis() {}

    /** Checks files together; all their problems are added. */
    public static Analysis of(List<Source> sources, EsqlSettings settings, Problems problems) {
        throw new UnsupportedOperationException();
    }

    /** All routines and variables, and those modules that neither have errors nor reach a routine that has. */
    public Program program() {
        throw new UnsupportedOperationException();
    }

    /**
     * A single expression; it may call the routines and use the variables of the program, whose indexes it refers to.
     *
     * @return empty where an error was added
     */
    public Optional<ProgramModule> expression(Source text, ModuleKind kind, Problems problems) {
        throw new UnsupportedOperationException();
    }

    /**
     * The pattern of a Trace node, as a module whose Main returns a text.
     *
     * @return empty where an error was added
     */
    public Optional<ProgramModule> pattern(Source text, Problems problems) {
        throw new UnsupportedOperationException();
    }
}
