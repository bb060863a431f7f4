package io.millrace.engine.esql;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.analysis.Analysis;

import java.util.List;
import java.util.stream.Collectors;

/** The entry type of the ESQL compiler. */
public final class Esql {

    private Esql() {}

    /**
     * Compiles ESQL files that belong together. Adds the problems of all files. If there are
     * errors, the program contains only the modules without errors.
     *
     * @param sources files; the schema of a file is set by its BROKER SCHEMA statement, not by its
     *     folder
     */
    public static EsqlProgram compile(
            List<Source> sources, EsqlSettings settings, Problems problems) {
        return compile(sources, settings, false, problems);
    }

    /**
     * Checks ESQL files like {@link #compile}, but faster: the code of most modules is generated
     * only when the module is first run.
     */
    public static EsqlProgram check(
            List<Source> sources, EsqlSettings settings, Problems problems) {
        return compile(sources, settings, true, problems);
    }

    private static EsqlProgram compile(
            List<Source> sources, EsqlSettings settings, boolean isCheck, Problems problems) {
        try {
            return DeepStack.of(
                    sources.stream().map(Source::text).collect(Collectors.joining()),
                    () ->
                            new CompiledProgram(
                                    Analysis.of(sources, settings, problems), isCheck, problems));
        } catch (StackOverflowError e) {
            String text = "statements or expressions are nested too deeply; use several steps";
            sources.forEach(
                    s -> problems.error(ErrorCode.ESQL_UNSUPPORTED, new Place(s, 1, 1, 0), text));
            return new CompiledProgram(
                    Analysis.of(List.of(), settings, new Problems()), isCheck, new Problems());
        }
    }
}
