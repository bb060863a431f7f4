package io.millrace.benchmarks.result;

import java.lang.management.ManagementFactory;
import java.util.List;

/** How this process was started. */
final class VirtualMachine {

    private VirtualMachine() {}

    /**
     * The options that matter to speed: folders and properties of this project are not among them.
     */
    static List<String> options() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-X"))
                .filter(option -> !option.startsWith("-Xlog") && !option.contains("AOTCache"))
                .toList();
    }
}
