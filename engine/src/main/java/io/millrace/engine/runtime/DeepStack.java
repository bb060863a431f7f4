package io.millrace.engine.runtime;

import java.util.function.Supplier;

/** Runs work on a thread with a large stack while the caller waits. */
final class DeepStack {

    private DeepStack() {}

    static <T> T call(String name, Supplier<T> work) {
        Carrier<T> carrier = new Carrier<>(work);
        Thread thread = new Thread(null, carrier, name, FlowInstance.STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException again) {
                // The message is not left half done; the caller learns of the interrupt when it is
                // through.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return carrier.result();
    }

    private static final class Carrier<T> implements Runnable {
        private final Supplier<T> work;
        private T value;
        private RuntimeException exception;
        private Error error;

        Carrier(Supplier<T> work) {
            this.work = work;
        }

        @Override
        public void run() {
            try {
                value = work.get();
            } catch (RuntimeException e) {
                exception = e;
            } catch (Error e) {
                error = e;
            }
        }

        T result() {
            if (exception != null) {
                throw exception;
            }
            if (error != null) {
                throw error;
            }
            return value;
        }
    }
}
