package io.millrace.engine.error;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown if a check finds errors, so that the operation (a deployment, a compilation) is not done.
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
