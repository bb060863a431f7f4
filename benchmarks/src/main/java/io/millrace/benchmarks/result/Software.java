package io.millrace.benchmarks.result;

import io.millrace.server.Millrace;

import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;

/**
 * The measured software.
 *
 * @param millrace version
 * @param commit of its sources, followed by {@code +} if they have uncommitted changes; {@code
 *     unknown} outside of a repository
 * @param java vendor and version
 * @param options of the virtual machine that affect speed
 */
public record Software(String millrace, String commit, String java, String options) {

    /** Describes this process. */
    public static Software here() {
        String version = Millrace.class.getPackage().getImplementationVersion();
        return new Software(
                version == null ? "(not packaged)" : version,
                System.getProperty("millrace.commit", "unknown"),
                System.getProperty("java.vendor") + " " + Runtime.version(),
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(o -> o.startsWith("-X") && !o.startsWith("-Xlog"))
                        .filter(option -> !option.contains("AOTCache"))
                        .collect(Collectors.joining(" ")));
    }
}
