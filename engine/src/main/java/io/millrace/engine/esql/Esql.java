package io.millrace.engine.esql;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.analysis.Analysis;

import java.util.List;

/** The door of the ESQL compiler. */
public final class Esql {

    private Esql() {}

    /**
     * Compiles texts that belong together. All problems of all texts are added; a program with
     * errors may be asked for its modules, but only those without errors are there.
     *
     * @param sources files; the folder of a file is not its schema, a BROKER SCHEMA statement is
     */
    public static EsqlProgram compile(
            List<Source> sources, EsqlSettings settings, Problems problems) {
        return new CompiledProgram(Analysis.of(sources, settings, problems), problems);
    }
}
