package io.millrace.engine.esql.library.tree;

import io.millrace.engine.esql.library.tree.PathStep.Position;
import io.millrace.engine.message.NamePath;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** A sequence of path steps that are all known at compile time. */
public final class FixedPath implements NamePath {

    private final PathStep[] steps;

    /** Index of the first step from which all steps have a name and no type. */
    private final int named;

    /** Data that a message body caches for the path. */
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
     * @param steps steps; each must count from the first match, because the last match changes with
     *     every appended child
     */
    public static FixedPath of(List<PathStep> steps) {
        if (steps.stream().anyMatch(s -> s.position() != Position.FRONT)) {
            throw new IllegalArgumentException(
                    "not all steps count from the first match: " + steps);
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

    /** Whether the fields after these first steps can be searched for in the bytes. */
    boolean isAnswerable(int from) {
        return from >= named;
    }

    PathStep step(int index) {
        return steps[index];
    }
}
