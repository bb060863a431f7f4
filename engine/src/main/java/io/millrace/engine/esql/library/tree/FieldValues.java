package io.millrace.engine.esql.library.tree;

import io.millrace.engine.message.ChildSearch;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.NamePath;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

/**
 * Read access to fields of which a program needs only the value. If the body can locate the field
 * in its bytes, the first read decodes the value there. Later reads, and reads of other fields,
 * find the field's element and cache it.
 */
public final class FieldValues {

    private FieldValues() {}

    /** Returns the value of the field at a path; null if it is missing. */
    public static @Nullable Value valueOfPath(
            @Nullable Element start, FixedPath path, PathCache cache) {
        Element again = start == null ? null : cache.again(start);
        if (again != null) {
            return again.fieldValue();
        }
        Element e = start;
        boolean isFirst = start != null && cache.isFirstRead(start);
        cache.forget();
        for (int i = 0; i < path.length() && e != null; i++) {
            if (isFirst && path.isAnswerable(i)) {
                Value answer = ChildSearch.readDirect(e, path, i, path.index(path.length() - 1));
                if (isAnswer(answer)) {
                    return answer;
                }
            }
            e = step(e, path, i, cache);
        }
        return FieldAccess.value(e);
    }

    /** Returns the value of the child for a step that has a constant index or no index. */
    public static @Nullable Value value(@Nullable Element parent, PathStep step, StepCache cache) {
        return parent == null ? null : valueAt(parent, step, step.index(), cache);
    }

    /** Like {@link #value}, with an index expression. */
    public static @Nullable Value valueIndexed(
            @Nullable Element parent, PathStep step, Value index, StepCache cache) {
        return parent == null ? null : valueAt(parent, step, FieldAccess.index(step, index), cache);
    }

    private static @Nullable Value valueAt(
            Element parent, PathStep step, long index, StepCache cache) {
        Element again = cache.again(parent, step, index);
        if (again != null) {
            return again.fieldValue();
        }
        if (step.isNamed() && ChildSearch.answers(parent) && cache.isFirstRead(parent, index)) {
            Value answer = ChildSearch.readDirect(parent, step, 0, index);
            if (isAnswer(answer)) {
                return answer;
            }
        }
        return FieldAccess.value(FieldAccess.at(parent, step, index, cache));
    }

    /**
     * Returns the field at a path as the source of a copy. The result can be an equal field without
     * a tree. Returns null if the field is missing.
     */
    public static @Nullable Element sourceOfPath(
            @Nullable Element start, FixedPath path, PathCache cache) {
        Element again = start == null ? null : cache.again(start);
        if (again != null) {
            return again;
        }
        Element e = start;
        boolean isFirst = start != null && cache.isFirstRead(start);
        cache.forget();
        for (int i = 0; i < path.length() && e != null; i++) {
            if (isFirst && path.isAnswerable(i)) {
                Element answer = field(e, path, i, path.index(path.length() - 1));
                if (answer != null) {
                    return answer;
                }
            }
            e = step(e, path, i, cache);
        }
        return e;
    }

    /** Like {@link #value}, but returns the source of a copy. */
    public static @Nullable Element source(
            @Nullable Element parent, PathStep step, StepCache cache) {
        return parent == null ? null : sourceAt(parent, step, step.index(), cache);
    }

    /** Like {@link #source}, with an index expression. */
    public static @Nullable Element sourceIndexed(
            @Nullable Element parent, PathStep step, Value index, StepCache cache) {
        return parent == null
                ? null
                : sourceAt(parent, step, FieldAccess.index(step, index), cache);
    }

    private static @Nullable Element sourceAt(
            Element parent, PathStep step, long index, StepCache cache) {
        Element again = cache.again(parent, step, index);
        if (again != null) {
            return again;
        }
        if (step.isNamed() && ChildSearch.answers(parent) && cache.isFirstRead(parent, index)) {
            Element answer = field(parent, step, 0, index);
            if (answer != null) {
                return answer;
            }
        }
        return FieldAccess.at(parent, step, index, cache);
    }

    private static @Nullable Element step(Element e, FixedPath path, int i, PathCache cache) {
        PathStep step = path.step(i);
        Element below = FieldAccess.at(e, step, step.index(), cache.step(i));
        if (below == null) {
            cache.forget();
        } else {
            cache.keep(i, e, below);
        }
        return below;
    }

    /**
     * Whether an answer is a value. The comparison is by identity, so a string in a message cannot
     * be mistaken for {@code UNANSWERED}.
     */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isAnswer(@Nullable Value answer) {
        return answer != Content.UNANSWERED;
    }

    /**
     * Returns a field to copy; null if it cannot be read from the bytes, or its existence is
     * unknown.
     */
    private static @Nullable Element field(Element from, NamePath path, int step, long index) {
        int last = path.length() - 1;
        String namespace = path.namespace(last);
        String name = path.name(last);
        if (namespace == null || name == null) {
            return null;
        }
        Value answer = ChildSearch.readDirect(from, path, step, index);
        return answer != null && isAnswer(answer)
                ? Element.of(ElementType.NAME_VALUE, namespace, name, answer)
                        .domain(from.owningDomain())
                : null;
    }
}
