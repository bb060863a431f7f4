package io.millrace.engine.esql.library;

import io.millrace.engine.esql.library.PathStep.Position;
import io.millrace.engine.message.NamePath;

import java.util.List;

/** Steps of a path that follow each other and are all known when the program is compiled. */
public final class FixedPath implements NamePath {

    private final PathStep[] steps;

    /** From which step on all have a name and no type. */
    private final int named;

    /** What bodies remember of the path. */
    private Object place;

    private FixedPath(PathStep[] steps) {
        this.steps = steps;
        int first = steps.length;
        while (first > 0 && steps[first - 1].isNamed()) {
            first--;
        }
        named = first;
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

    @Override
    public int length() {
        return steps.length;
    }

    @Override
    public String namespace(int step) {
        return steps[step].namespace();
    }

    @Override
    public String name(int step) {
        return steps[step].name();
    }

    @Override
    public long index(int step) {
        return steps[step].index();
    }

    @Override
    public Object remembered() {
        return place;
    }

    @Override
    public void remember(Object known) {
        place = known;
    }

    /** Whether bytes may be asked for what lies behind these first steps. */
    boolean isAnswerable(int from) {
        return from >= named;
    }

    PathStep step(int index) {
        return steps[index];
    }
}
