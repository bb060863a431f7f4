package io.millrace.engine.esql.library;

import io.millrace.engine.esql.library.PathStep.Position;

import java.util.List;

/** Steps of a path that follow each other and are all known when the program is compiled. */
public final class FixedPath {

    private final PathStep[] steps;

    private FixedPath(PathStep[] steps) {
        this.steps = steps;
    }

    /**
     * A path.
     *
     * @param steps each counted from the first: which one is the last changes with every child that
     *     is appended
     */
    public static FixedPath of(List<PathStep> steps) {
        if (steps.stream().anyMatch(s -> s.position() != Position.FRONT)) {
            throw new IllegalArgumentException(
                    "a step that is not counted from the first: " + steps);
        }
        return new FixedPath(steps.toArray(PathStep[]::new));
    }

    int length() {
        return steps.length;
    }

    PathStep step(int index) {
        return steps[index];
    }
}
