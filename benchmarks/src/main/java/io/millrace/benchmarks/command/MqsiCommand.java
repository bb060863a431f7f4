package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.Place;
import io.millrace.benchmarks.drive.ScratchFolder;
import io.millrace.benchmarks.mqsi.Books;
import io.millrace.benchmarks.mqsi.Case;
import io.millrace.benchmarks.mqsi.CaseRow;
import io.millrace.benchmarks.mqsi.Cases;
import io.millrace.benchmarks.mqsi.Sweep;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Software;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.queue.QueueStoreSettings.Journal;
import io.millrace.flows.Broker;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code millrace bench mqsi}. */
@Command(
        name = "mqsi",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the test cases of the report on MQSI V1.1 for AIX (Figures 3, 7 and 8): programs"
                    + " read files of records and put them to queues, flows with a rule for each"
                    + " type make records of 226 bytes, programs get these and write files.",
            "The cases differ in queue managers (brokers with a journal each, in this process),"
                    + " queues, instances, units of work, the cache of queues and the depth of"
                    + " queues. They take turns, and the books of each must balance: read ="
                    + " written + dropped + failed."
        },
        footer = {
            "",
            "Exit codes: 0 done; 1 the books of a case do not balance; 2 wrong usage;"
                    + " 3 a store, file or disk is in the way.",
            "",
            "Examples:  ./millrace bench mqsi --quick --json mqsi.json",
            "           ./millrace bench mqsi --case C2 --case C2t6"
        })
public final class MqsiCommand implements Callable<Integer> {

    private static final double QUICK = 0.05;
    private static final int CALIBRATIONS = 3;
    private static final double WARM_UP_SHARE = 0.03;

    @Spec private CommandSpec spec;

    @ArgGroup(exclusive = true)
    private Extent extent = new Extent();

    static final class Extent {
        @Option(
                names = "--quick",
                description =
                        "A twentieth of the report's records: 5,600, and 56,000 to 100,000 in the"
                            + " cases of a million and more; all cases in less than ten minutes."
                            + " This is the default without --case.")
        private boolean quick;

        @Option(
                names = "--full",
                description =
                        "The report's records: 112,000, and 1.12 to 2 million. This is the default"
                                + " with --case; all cases take about two hours.")
        private boolean full;

        @Option(
                names = "--records",
                paramLabel = "N",
                description =
                        "As many records where the report has 112,000, and in proportion where it"
                                + " has more.")
        private Integer records;
    }

    @Option(
            names = "--case",
            paramLabel = "ID",
            description =
                    "Only this case of the report, for example C2t3_40; may be given several"
                            + " times.")
    private List<String> ids = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "Rounds of each case (default: ${DEFAULT-VALUE}); cases of more than 112,000"
                            + " records in the report have one.")
    private int rounds;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "Before anything is measured (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description =
                    "Where stores and files are made and deleted afterwards. Default:"
                            + " benchmarks/target of Millrace's folder.")
    private Path folder = Path.of(System.getProperty("millrace.root", ""), "benchmarks", "target");

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the results there.")
    private Path json;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Writes the table there, with commas.")
    private Path csv;

    private final Console console;

    public MqsiCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (rounds < 1 || warmUp < 0 || extent.records != null && extent.records < 1) {
            throw new ParameterException(
                    spec.commandLine(), "rounds and records are at least 1, the warm-up 0");
        }
        List<Case> cases = cases();
        RunResult result;
        try (ScratchFolder scratch = ScratchFolder.in(folder)) {
            result = measure(cases, scratch.path());
        }
        MqsiTable.print(result, console);
        if (json != null) {
            ResultFile.write(result, json);
        }
        if (csv != null) {
            MqsiTable.write(result, csv);
        }
        return balanced(result) ? ExitCode.OK : ExitCode.ERRORS;
    }

    private RunResult measure(List<Case> cases, Path place) throws Exception {
        Instant started = Instant.now();
        int syncMicros = syncMicros(place);
        Journal standard = Journal.DEFAULT;
        Sweep sweep =
                new Sweep(
                        place,
                        new Journal(syncMicros, standard.force(), standard.diskFullPercent()));
        if (warmUp > 0) {
            console.err().println("warming up for " + warmUp + " s ...");
            sweep.warmUp(
                    cases.stream().map(c -> c.share(WARM_UP_SHARE)).toList(),
                    Duration.ofSeconds(warmUp));
        }
        Told told = new Told(Sweep.runs(cases, rounds));
        List<ResultRow> rows = sweep.measure(cases, rounds, told::of);
        return new RunResult(
                "mqsi",
                Typed.behind(spec),
                started,
                Duration.between(started, Instant.now()).toMillis() / 1e3,
                Software.here(),
                Machine.here(place, Place.journal(syncMicros)),
                rows);
    }

    /** Says what is done, run by run. */
    private final class Told {
        private final int total;
        private int done;

        Told(int total) {
            this.total = total;
        }

        void of(Case test, Books books) {
            console.err().printf("[%d/%d] %s: %s%n", ++done, total, test.id(), books);
            console.err().flush();
        }
    }

    /**
     * The stores of all cases wait equally long: the median of what some measure for themselves.
     */
    private static int syncMicros(Path place) {
        int[] micros = new int[CALIBRATIONS];
        for (int i = 0; i < CALIBRATIONS; i++) {
            Path home = place.resolve("calibration-" + i);
            Broker.builder().home(home).start().close();
            micros[i] = Place.calibrated(home);
        }
        Arrays.sort(micros);
        return micros[CALIBRATIONS / 2];
    }

    private List<Case> cases() {
        return chosen().stream().map(c -> c.share(share())).toList();
    }

    private double share() {
        if (extent.records != null) {
            return (double) extent.records / Cases.STANDARD.records();
        }
        return extent.full || !ids.isEmpty() && !extent.quick ? 1 : QUICK;
    }

    private List<Case> chosen() {
        List<Case> all = Cases.all();
        for (String id : ids) {
            if (Cases.of(id).isEmpty()) {
                List<String> known = all.stream().map(Case::id).toList();
                String hint = Problems.didYouMean(id, known);
                throw new MillraceException(
                        ErrorCode.USAGE,
                        "the report has no case "
                                + id
                                + (hint.isEmpty() ? "; cases are " + known : "; " + hint));
            }
        }
        return all.stream().filter(c -> ids.isEmpty() || ids.contains(c.id())).toList();
    }

    private boolean balanced(RunResult result) {
        List<String> wrong = new ArrayList<>();
        for (CaseRow row : CaseRow.among(result.rows())) {
            Books books = row.books();
            if (!books.balance()) {
                long gone = books.read() - books.written() - books.dropped() - books.failed();
                wrong.add(
                        "%s: %s; %d not accounted for, of which %d are still on queues"
                                .formatted(row.id(), books, gone, row.left()));
            }
        }
        if (!wrong.isEmpty()) {
            console.err().println(console.red("the books do not balance") + ":");
            wrong.forEach(line -> console.err().println("  " + line));
        }
        return wrong.isEmpty();
    }
}
