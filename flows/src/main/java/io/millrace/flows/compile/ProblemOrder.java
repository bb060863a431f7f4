package io.millrace.flows.compile;

import io.millrace.engine.error.Problem;

import java.util.Comparator;
import java.util.List;

/** The display order of problems: by file, from top to bottom. */
public final class ProblemOrder {

    private static final Comparator<Problem> ORDER =
            Comparator.comparing((Problem p) -> p.place().source().name())
                    .thenComparingInt(p -> p.place().line())
                    .thenComparingInt(p -> p.place().column())
                    .thenComparing(Problem::severity, Comparator.reverseOrder())
                    .thenComparing(Problem::code)
                    .thenComparing(Problem::text);

    private ProblemOrder() {}

    public static List<Problem> sorted(List<Problem> problems) {
        return problems.stream().sorted(ORDER).toList();
    }
}
