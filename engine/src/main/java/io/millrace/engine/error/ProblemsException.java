package io.millrace.engine.error;

import java.util.List;
import java.util.stream.Collectors;

/**
 * An exception for a check that found errors. The operation, for example a deployment or
 * compilation, is not performed.
 */
public final class ProblemsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    public ProblemsException(List<Problem> problems) {
        super(
                problems.stream().map(Problem::render).collect(Collectors.joining("\n")),
                null,
                false,
                false);
        this.problems = List.copyOf(problems);
    }

    /** Returns all problems, including warnings. */
    public List<Problem> problems() {
        return problems;
    }
}
