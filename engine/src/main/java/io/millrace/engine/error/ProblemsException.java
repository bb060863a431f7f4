package io.millrace.engine.error;

import java.util.List;
import java.util.stream.Collectors;

/** A check found errors, so that what was asked for (a deployment, a compilation) was not done. */
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

    /** Everything that was found, warnings included. */
    public List<Problem> problems() {
        return problems;
    }
}
