package io.millrace.benchmarks.command;

import io.millrace.benchmarks.record.RecordPeer;
import io.millrace.benchmarks.sidebyside.RecordTable;
import io.millrace.benchmarks.sidebyside.SideBySide;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** {@code millrace bench records}. */
@Command(
        name = "records",
        mixinStandardHelpOptions = true,
        description = {
            "Reads and writes the record of the sample conversions (31 fields) with Millrace and"
                + " with the libraries of each format: microseconds and allocated bytes of nothing"
                + " read, the first and the last field, all fields, one number changed and written,"
                + " all read and written anew.",
            "Those of one format take turns in one virtual machine: compare within a format."
        },
        footer = {
            "",
            "Examples:  ./millrace bench records",
            "           ./millrace bench records 'CSV|TAG' --rounds 20"
        })
public final class RecordsCommand implements Callable<Integer> {

    private static final double NANOS_PER_MICRO = 1e3;

    private final Console console;

    @Spec private CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PATTERN",
            defaultValue = "",
            description =
                    "A regular expression that is to be found in a reader's name, such as"
                            + " CSV_FASTCSV (default: all).")
    private String pattern;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "11",
            description = "Rounds of each measurement (default: ${DEFAULT-VALUE}).")
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
            defaultValue = "1000",
            description =
                    "Milliseconds of each before the first round (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    public RecordsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (rounds < 1 || slice < 1 || warmUp < 0) {
            throw new ParameterException(
                    spec.commandLine(), "rounds and slices are at least 1, the warm-up 0");
        }
        List<String> peers = Arrays.stream(RecordPeer.values()).map(Enum::name).toList();
        RecordTable records = new RecordTable(peers, wanted());
        if (records.groups().isEmpty()) {
            throw new MillraceException(
                    ErrorCode.USAGE,
                    "no reader's name has '" + pattern + "' in it; they are " + peers);
        }
        SideBySide turns = new SideBySide(warmUp, rounds, slice);
        List<String> titles = new ArrayList<>(List.of("reader"));
        for (RecordTable.Column column : RecordTable.Column.values()) {
            titles.add(column.title + ", us");
            titles.add("bytes");
        }
        Table table = new Table(titles.toArray(String[]::new));
        for (List<String> group : records.groups()) {
            console.err().println("measuring " + String.join(", ", group) + " ...");
            console.err().flush();
            for (List<String> row : rows(records, turns, group)) {
                Object[] cells = row.toArray();
                table.row(cells);
            }
        }
        table.print(console);
        return ExitCode.OK;
    }

    private static List<List<String>> rows(
            RecordTable records, SideBySide turns, List<String> group) throws Exception {
        Map<String, List<String>> rows = new HashMap<>();
        group.forEach(peer -> rows.put(peer, new ArrayList<>(List.of(peer))));
        for (RecordTable.Column column : RecordTable.Column.values()) {
            Map<String, SideBySide.Share> shares = records.measure(turns, column, group);
            for (String peer : group) {
                SideBySide.Share share = shares.get(peer);
                List<String> row = rows.get(peer);
                row.add(
                        share == null
                                ? "-"
                                : SideBySideCommand.digits(share.nanos() / NANOS_PER_MICRO));
                row.add(share == null ? "-" : SideBySideCommand.digits(share.bytes()));
            }
        }
        return group.stream().map(rows::get).toList();
    }

    private Pattern wanted() {
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    pattern + " is no regular expression: " + e.getDescription());
        }
    }
}
