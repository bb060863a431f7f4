package io.millrace.benchmarks.command;

import io.millrace.benchmarks.scenario.ReportRow;
import io.millrace.benchmarks.sidebyside.ConversionTurns;
import io.millrace.benchmarks.sidebyside.SideBySide;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.util.List;
import java.util.concurrent.Callable;

/** {@code millrace bench conversions}. */
@Command(
        name = "conversions",
        mixinStandardHelpOptions = true,
        description = {
            "The sixteen conversions of the WMQI V2.1 report's Table 1: the flows of the sample"
                    + " conversions (queues in memory), the same programs from bytes to bytes, and"
                    + " beside these libraries and Java by hand that do the same, in turns in one"
                    + " virtual machine.",
            "Microseconds a message; bytes are what the measuring thread allocates for it. The last"
                    + " column is the rate that the report gives for the whole product on its"
                    + " machine of 2002, messages not persistent."
        },
        footer = {
            "",
            "Examples:  ./millrace bench conversions",
            "           ./millrace bench conversions --size 4096 --rounds 20"
        })
public final class ConversionsCommand implements Callable<Integer> {

    private static final double NANOS_PER_MICRO = 1e3;

    private final Console console;

    @Spec private CommandSpec spec;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            split = ",",
            defaultValue = "4096,16384,65536",
            description = "The sizes of the messages (default: ${DEFAULT-VALUE}).")
    private List<Integer> sizes;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "11",
            description = "Rounds of each conversion (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--slice",
            paramLabel = "MS",
            defaultValue = "30",
            description = "Milliseconds of each in a round (default: ${DEFAULT-VALUE}).")
    private int slice;

    @Option(
            names = "--warm-up",
            paramLabel = "MS",
            defaultValue = "700",
            description =
                    "Milliseconds of each before the first round (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    public ConversionsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (rounds < 1 || slice < 1 || warmUp < 0 || sizes.stream().anyMatch(s -> s < 0)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "rounds and slices are at least 1, the warm-up and sizes 0");
        }
        SideBySide turns = new SideBySide(warmUp, rounds, slice);
        Table table =
                new Table(
                        "from",
                        "to",
                        "KB",
                        "flow us",
                        "bytes",
                        "program us",
                        "bytes",
                        "beside",
                        "us",
                        "bytes",
                        "program/beside",
                        "report's rate");
        // Once for nothing: the first would be measured before what all of them share is compiled.
        String first = ConversionTurns.FORMATS.getFirst();
        ConversionTurns.measure(turns, first, first, sizes.getFirst());
        for (int size : sizes) {
            for (String from : ConversionTurns.FORMATS) {
                console.err().println("measuring " + from + " to others, " + size + " bytes ...");
                console.err().flush();
                for (String to : ConversionTurns.FORMATS) {
                    row(table, turns, from, to, size);
                }
            }
        }
        table.print(console);
        return ExitCode.OK;
    }

    private static void row(Table table, SideBySide turns, String from, String to, int size)
            throws Exception {
        ConversionTurns.Shares shares = ConversionTurns.measure(turns, from, to, size);
        table.row(
                from,
                to,
                SideBySideCommand.digits(size / 1024.0),
                micros(shares.flow()),
                SideBySideCommand.digits(shares.flow().bytes()),
                micros(shares.engine()),
                SideBySideCommand.digits(shares.engine().bytes()),
                ConversionTurns.who(from, to),
                micros(shares.peer()),
                SideBySideCommand.digits(shares.peer().bytes()),
                SideBySideCommand.digits(shares.engine().nanos() / shares.peer().nanos()),
                reported("convert-" + from + "-to-" + to, size));
    }

    private static String reported(String scenario, int size) {
        return ReportRow.all().stream()
                .filter(r -> r.work().scenarioId().equals(scenario))
                .filter(r -> r.work().sizeBytes() == size && !r.work().persistent())
                .findFirst()
                .map(r -> SideBySideCommand.digits(r.messagesPerSecond()))
                .orElse("-");
    }

    private static String micros(SideBySide.Share share) {
        return SideBySideCommand.digits(share.nanos() / NANOS_PER_MICRO);
    }
}
