package io.millrace.engine.esql.library.tree;

import io.millrace.engine.esql.library.tree.PathStep.Position;
import io.millrace.engine.message.NamePath;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** A sequence of path steps that are all known when the program is compiled. */
public final class FixedPath implements NamePath {

    private final PathStep[] steps;

    /** Index of the step from which on all steps have a name and no type. */
    private final int named;

    /** Data that bodies cache for the path. */
    private @Nullable Object place;

    private FixedPath(PathStep[] steps) {
        this.steps = steps;
        int first = steps.length;
        while (first > 0 && steps[first - 1].isNamed()) {
            first--;
        }
        named = first;
    }

    /**
     * Returns a path.
     *
     * @param steps steps that all count from the first match; the last match changes with every
     *     child that is appended
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
    public @Nullable String namespace(int step) {
        return steps[step].namespace();
    }

    @Override
    public @Nullable String name(int step) {
        return steps[step].name();
    }

    @Override
    public long index(int step) {
        return steps[step].index();
    }

    @Override
    public @Nullable Object remembered() {
        return place;
    }

    @Override
    public void remember(Object known) {
        place = known;
    }

    /** Whether the bytes may be searched for the fields after these first steps. */
    boolean isAnswerable(int from) {
        return from >= named;
    }

    PathStep step(int index) {
        return steps[index];
    }
}
