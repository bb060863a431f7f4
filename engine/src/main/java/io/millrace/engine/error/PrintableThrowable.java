package io.millrace.engine.error;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * A printable form of a throwable: class, stack trace, causes and suppressed throwables of the
 * original, with escaped messages.
 */
public final class PrintableThrowable extends Throwable {

    private static final long serialVersionUID = 1L;

    /** Maximum depth of a chain of causes. Limits chains that contain themselves. */
    private static final int MAX_DEPTH = 20;

    private PrintableThrowable(Throwable original, int depth) {
        super(PrintableText.line(original.toString()), cause(original, depth));
        setStackTrace(original.getStackTrace());
        if (depth < MAX_DEPTH) {
            for (Throwable other : original.getSuppressed()) {
                addSuppressed(new PrintableThrowable(other, MAX_DEPTH));
            }
        }
    }

    /** Returns a printable form of a throwable. */
    public static PrintableThrowable of(Throwable original) {
        return new PrintableThrowable(original, 0);
    }

    private static @Nullable Throwable cause(Throwable original, int depth) {
        Throwable cause = original.getCause();
        return cause == null || depth == MAX_DEPTH
                ? null
                : new PrintableThrowable(cause, depth + 1);
    }

    /** Returns the class and the message of the original throwable. */
    @Override
    public String toString() {
        return Objects.requireNonNull(getMessage());
    }
}
