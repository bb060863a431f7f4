package io.millrace.benchmarks.result;

import io.millrace.server.Millrace;

/**
 * What was measured.
 *
 * @param millrace its version
 * @param commit of its sources; with a {@code +} where they were changed after it; {@code unknown}
 *     outside of a repository
 * @param java vendor and version
 * @param options of the virtual machine
 */
public record Software(String millrace, String commit, String java, String options) {

    /** This process. */
    public static Software here() {
        String version = Millrace.class.getPackage().getImplementationVersion();
        return new Software(
                version == null ? "(not packaged)" : version,
                System.getProperty("millrace.commit", "unknown"),
                System.getProperty("java.vendor") + " " + Runtime.version(),
                String.join(" ", VirtualMachine.options()));
    }
}
