package io.millrace.benchmarks.command;

import io.millrace.benchmarks.record.RecordPeer;
import io.millrace.benchmarks.sidebyside.Comparison;
import io.millrace.benchmarks.sidebyside.Comparisons;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.util.Arrays;
import java.util.List;

/** {@code millrace bench records}. */
@Command(
        name = "records",
        mixinStandardHelpOptions = true,
        description = {
            "Reads and writes the record of the sample conversions (31 fields) with Millrace and"
                + " with the libraries of each format: nothing read, the first field, the first and"
                + " the last, all fields, one number changed and written, all read and written.",
            "The readers of one format take turns in one virtual machine: compare within a format."
        },
        footer = {
            "",
            "Examples:  ./millrace bench records",
            "           ./millrace bench records 'CSV|TAG' --rounds 20"
        })
public final class RecordsCommand extends TurnsCommand {

    @Parameters(
            arity = "0..1",
            paramLabel = "PATTERN",
            defaultValue = "",
            description =
                    "Regular expression found in names of readers, for example CSV_FASTCSV"
                            + " (default: all).")
    private String pattern;

    public RecordsCommand(Console console) {
        super(console);
    }

    @Override
    List<Comparison> comparisons() {
        List<Comparison> found = Comparisons.records(pattern(pattern));
        if (found.isEmpty()) {
            throw usage(
                    "no reader matches '%s'; readers are %s"
                            .formatted(pattern, Arrays.toString(RecordPeer.values())));
        }
        return found;
    }
}
