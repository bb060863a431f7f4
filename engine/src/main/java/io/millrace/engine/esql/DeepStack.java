package io.millrace.engine.esql;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Room for texts that are nested deep. Compilers walk trees by recursion, and a sum of some
 * thousand operands is a tree of as many levels: more than the stack of a flow's thread holds. Such
 * texts are compiled in a thread that has the room. Safe to use from several threads.
 */
public final class DeepStack {

    /** Only what is used of it takes memory, and only while it is. */
    private static final long BYTES = 128L << 20;

    /** As many operators as every stack has room for. */
    private static final int SHALLOW = 250;

    private DeepStack() {}

    /** Does something with a text: where that may be nested deep, in a thread with a deep stack. */
    public static <T> T of(String text, Supplier<T> work) {
        return isShallow(text) ? work.get() : call(work);
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

    private static <T> T call(Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread thread = new Thread(null, task, "esql-compiler", BYTES);
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    // Compiling ends by itself, and whoever waits for it is told afterwards.
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case Error error -> throw error;
                case RuntimeException exception -> throw exception;
                case Throwable other -> throw new IllegalStateException(other);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
