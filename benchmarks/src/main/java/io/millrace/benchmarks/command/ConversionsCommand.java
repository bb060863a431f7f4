package io.millrace.benchmarks.command;

import io.millrace.benchmarks.sidebyside.Comparison;
import io.millrace.benchmarks.sidebyside.Comparisons;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.List;

/** {@code millrace bench conversions}. */
@Command(
        name = "conversions",
        mixinStandardHelpOptions = true,
        description = {
            "The sixteen conversions of the WMQI V2.1 report's Table 1: the programs of the sample"
                + " conversions from bytes to bytes (millrace), its flows with queues in memory,"
                + " and libraries and Java that do the same, in turns in one virtual machine.",
            "report/s is the report's rate for the whole product on its machine of 2002."
        },
        footer = {
            "",
            "Examples:  ./millrace bench conversions",
            "           ./millrace bench conversions --size 4096 --rounds 20"
        })
public final class ConversionsCommand extends TurnsCommand {

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            split = ",",
            defaultValue = "4096,16384,65536",
            description = "Sizes of the messages (default: ${DEFAULT-VALUE}).")
    private List<Integer> sizes;

    public ConversionsCommand(Console console) {
        super(console);
    }

    @Override
    List<Comparison> comparisons() {
        sizes.forEach(size -> requireAtLeast(0, "--size", size));
        return Comparisons.conversions(sizes);
    }
}
