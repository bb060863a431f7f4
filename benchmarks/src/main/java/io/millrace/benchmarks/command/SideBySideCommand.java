package io.millrace.benchmarks.command;

import io.millrace.benchmarks.sidebyside.Comparison;
import io.millrace.benchmarks.sidebyside.Comparisons;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.List;
import java.util.regex.Pattern;

/** {@code millrace bench side-by-side}. */
@Command(
        name = "side-by-side",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the engine alone, without queues, beside others that do the same work: in"
                    + " turns, in one virtual machine, after a shared warm-up.",
            "The ratio is the time of the first contender divided by that of the last one: the"
                    + " median of the rounds and their quartiles. The goal is its upper bound."
                    + " Allocated KB are those of the measuring thread."
        },
        footer = {
            "",
            "Examples:  ./millrace bench side-by-side complex-compute",
            "           ./millrace bench side-by-side 'read-.*' --rounds 40 --json read.json"
        })
public final class SideBySideCommand extends TurnsCommand {

    @Parameters(
            arity = "0..1",
            paramLabel = "PATTERN",
            defaultValue = "",
            description = "Regular expression found in names of comparisons (default: all).")
    private String pattern;

    @Option(names = "--list", description = "Prints names and goals, and measures nothing.")
    private boolean list;

    public SideBySideCommand(Console console) {
        super(console);
    }

    @Override
    List<Comparison> comparisons() {
        Pattern wanted = pattern(pattern);
        List<Comparison> found =
                Comparisons.all().stream().filter(c -> wanted.matcher(c.id()).find()).toList();
        if (found.isEmpty()) {
            throw usage("no comparison matches '" + pattern + "'; --list prints all names");
        }
        if (list) {
            found.forEach(c -> console.out().println(c.id() + " at most " + c.goal()));
            return null;
        }
        return found;
    }
}
