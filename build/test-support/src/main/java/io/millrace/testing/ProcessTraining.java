package io.millrace.testing;

import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * Work that loads the classes of the processes of a module's tests. {@link JavaProcess} runs it in
 * a process of its own before the first of them. A module with such tests provides one as a
 * service.
 */
public interface ProcessTraining {

    /**
     * Runs the work.
     *
     * @param folder empty folder for its files
     */
    void run(Path folder) throws Exception;

    /** The main class of the training process. */
    final class Program {

        private Program() {}

        /** Runs all trainings, then ends the process even if threads remain. */
        public static void main(String[] arguments) throws Exception {
            for (ProcessTraining training : ServiceLoader.load(ProcessTraining.class)) {
                training.run(Path.of(arguments[0]));
            }
            System.exit(0);
        }
    }
}
