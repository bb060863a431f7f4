package io.millrace.engine.esql.runtime;

import io.millrace.engine.esql.LongExecution;
import io.millrace.engine.esql.program.Origin;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The positions of the statements of a generated class, by number. Entries are added while the
 * class is written; afterwards the table is read-only.
 */
public final class StatementOrigins {

    /** Maximum line number in a class file. */
    private static final int MAX_LINE = 65_535;

    private static final ClassValue<AtomicReference<@Nullable StatementOrigins>> OF_CLASS =
            new ClassValue<>() {
                @Override
                protected AtomicReference<@Nullable StatementOrigins> computeValue(Class<?> type) {
                    return new AtomicReference<>();
                }
            };

    private static final StackWalker STACK =
            StackWalker.getInstance(
                    Set.of(
                            StackWalker.Option.RETAIN_CLASS_REFERENCE,
                            StackWalker.Option.SHOW_HIDDEN_FRAMES));

    private final Map<Origin, Integer> numbers = new IdentityHashMap<>();
    private final List<Origin> places = new ArrayList<>();

    public int number(Origin origin) {
        return numbers.computeIfAbsent(
                origin,
                o -> {
                    places.add(o);
                    return places.size() - 1;
                });
    }

    Origin place(int number) {
        return places.get(Math.max(number, 0));
    }

    /**
     * Returns the line number with which the generated code of a statement is marked; 0 if there
     * are too many statements.
     */
    public static int line(int number) {
        return number < MAX_LINE ? number + 1 : 0;
    }

    /** Sets the table of a generated class. */
    public void attachTo(Class<?> generated) {
        OF_CLASS.get(generated).set(this);
    }

    /**
     * Returns the execution of the current thread with the innermost statement; null if the thread
     * executes no program.
     */
    static @Nullable LongExecution current(long ownMillis, boolean reported) {
        Origin at = innermost();
        return at == null ? null : new LongExecution(at.place(), at.text(), ownMillis, reported);
    }

    private static @Nullable Origin innermost() {
        return STACK.walk(
                frames ->
                        frames.filter(f -> f.getDeclaringClass().isHidden())
                                .map(StatementOrigins::of)
                                .filter(Objects::nonNull)
                                .findFirst()
                                .orElse(null));
    }

    private static @Nullable Origin of(StackWalker.StackFrame frame) {
        StatementOrigins table = OF_CLASS.get(frame.getDeclaringClass()).get();
        int line = frame.getLineNumber();
        return table == null || line < 1 || line > table.places.size()
                ? null
                : table.places.get(line - 1);
    }
}
