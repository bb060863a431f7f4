package io.millrace.engine.esql;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * A runner for work on deeply nested source text. Compilers traverse trees recursively, and the
 * tree of an expression can have one level for each operand. Such a tree would overflow the stack
 * of a flow thread, so the text is compiled in a thread with a larger stack. Safe for use by
 * several threads.
 */
public final class DeepStack {

    /** Stack size in bytes. Only the used part occupies memory, and only while the thread runs. */
    private static final long BYTES = 128L << 20;

    /** Number of operators that every stack supports. */
    private static final int SHALLOW = 250;

    private DeepStack() {}

    /**
     * Runs work on a source text and returns its result. If the text can be deeply nested, the work
     * runs in a thread with a deep stack.
     */
    public static <T> T of(String text, Supplier<T> work) {
        return isShallow(text) ? work.get() : call("esql-compiler", work);
    }

    private static boolean isShallow(String text) {
        int operators = 0;
        for (int i = 0; i < text.length() && operators <= SHALLOW; i++) {
            switch (text.charAt(i)) {
                case '+', '-', '*', '/', '|' -> operators++;
                default -> {}
            }
        }
        return operators <= SHALLOW;
    }

    /** Runs work in a thread with a deep stack, and returns its result. */
    public static <T> T call(String thread, Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread deep = new Thread(null, task, thread, BYTES);
        deep.setDaemon(true);
        deep.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    // The work ends without the interrupt, which is restored afterwards.
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case Error error -> throw error;
                case RuntimeException exception -> throw exception;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
