package io.millrace.benchmarks.command;

import io.millrace.benchmarks.torture.CrashPoint;
import io.millrace.benchmarks.torture.DamageMatrix;
import io.millrace.benchmarks.torture.Finding;
import io.millrace.benchmarks.torture.Plan;
import io.millrace.benchmarks.torture.Scenario;
import io.millrace.benchmarks.torture.Tally;
import io.millrace.benchmarks.torture.Torture;
import io.millrace.benchmarks.torture.TortureException;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code millrace bench torture}. */
@Command(
        name = "torture",
        mixinStandardHelpOptions = true,
        description = {
            "Kills a process that runs flows under load, again and again, at random moments and at"
                    + " named points of its units of work; starts it again, lets it finish, and"
                    + " balances the books by message: lost, duplicated, reordered, in doubt.",
            "All must be zero; else the exit code is 1, and the folders are kept."
        },
        footer = {
            "",
            "Examples:  ./millrace bench torture --cycles 1000",
            "           ./millrace bench torture --cycles 50 --scenario postgres --seed 7"
        })
public final class TortureCommand implements Callable<Integer> {

    private static final int MAX_SHOWN = 40;
    private static final String DAMAGE = "damage";

    private final Console console;

    @Spec private CommandSpec spec;

    @Option(
            names = "--cycles",
            paramLabel = "N",
            defaultValue = "200",
            description = "How often the process dies (default: ${DEFAULT-VALUE}).")
    private int cycles;

    @Option(
            names = "--round",
            paramLabel = "N",
            defaultValue = "5",
            description =
                    "How often before the books are balanced, and the next crash point's turn comes"
                            + " (default: ${DEFAULT-VALUE}).")
    private int round;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Repeats what was chosen at random in a run that said this seed.")
    private Long seed;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Only these: queue, queue-4, fan-out, fan-out-3, publication, memory, h2, h2-4,"
                        + " postgres, postgres-4, disk; the number is that of the flow's threads."
                        + " Or damage alone: files are damaged after the end of a process.")
    private List<String> names = List.of();

    @Option(
            names = "--point",
            paramLabel = "POINT",
            split = ",",
            description = "Only these crash points: ${COMPLETION-CANDIDATES}.")
    private List<CrashPoint> points = List.of();

    @Option(
            names = "--database",
            paramLabel = "DATABASE",
            split = ",",
            description = "Only the scenarios with these: ${COMPLETION-CANDIDATES}.")
    private List<Scenario.Database> databases = List.of();

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description =
                    "Where the victims' folders are made (default: the system's for temporary"
                            + " files). It must be on a disk for the time to mean anything.")
    private Path folder;

    public TortureCommand(Console console) {
        this.console = console;
    }

    /** Damages files instead of killing flows. */
    private int damage() throws IOException, InterruptedException {
        Path place = place();
        console.err().println("folders in " + place);
        List<String> findings = new DamageMatrix(place, console.err()::println).run();
        if (findings.isEmpty()) {
            delete(place);
            return ExitCode.OK;
        }
        findings.forEach(finding -> console.err().println(console.red(finding)));
        return ExitCode.ERRORS;
    }

    @Override
    public Integer call() throws Exception {
        if (names.equals(List.of(DAMAGE))) {
            return damage();
        }
        if (cycles < 1 || round < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--cycles and --round must be 1 or more");
        }
        Plan plan =
                new Plan(
                        cycles,
                        round,
                        seed == null ? System.nanoTime() & 0xffffff : seed,
                        scenarios(),
                        points.isEmpty() ? Arrays.asList(CrashPoint.values()) : points,
                        place());
        console.err().println("seed " + plan.seed() + ", folders in " + plan.folder());
        Torture torture = new Torture(plan, console.err()::println);
        Thread end = new Thread(() -> close(torture), "torture-end");
        Runtime.getRuntime().addShutdownHook(end);
        List<Finding> findings;
        try {
            findings = torture.run();
        } catch (TortureException stuck) {
            print(torture.tallies());
            console.err().println(console.red("the torture ended: ") + stuck.getMessage());
            console.err().println("the folders are kept: " + plan.folder());
            return ExitCode.ERRORS;
        } finally {
            close(torture);
            Runtime.getRuntime().removeShutdownHook(end);
        }
        print(torture.tallies());
        if (findings.isEmpty()) {
            delete(plan.folder());
            return ExitCode.OK;
        }
        console.err().println(console.red("the books do not balance:"));
        findings.stream().limit(MAX_SHOWN).forEach(f -> console.err().println("  " + f));
        if (findings.size() > MAX_SHOWN) {
            console.err().println("  and " + (findings.size() - MAX_SHOWN) + " more");
        }
        console.err()
                .println(
                        "to repeat: --seed "
                                + plan.seed()
                                + " with the same options; the folders are kept: "
                                + plan.folder());
        return ExitCode.ERRORS;
    }

    private List<Scenario> scenarios() {
        for (String name : names) {
            if (Scenario.all().stream().noneMatch(s -> s.name().equals(name))) {
                throw new ParameterException(
                        spec.commandLine(),
                        "there is no scenario "
                                + name
                                + "; there are "
                                + Scenario.all().stream().map(Scenario::name).toList());
            }
        }
        List<Scenario> chosen =
                Scenario.all().stream()
                        .filter(s -> names.isEmpty() || names.contains(s.name()))
                        .filter(s -> databases.isEmpty() || databases.contains(s.database()))
                        .toList();
        if (chosen.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "no scenario of these names has such a database");
        }
        return chosen;
    }

    private Path place() throws IOException {
        if (folder == null) {
            return Files.createTempDirectory("millrace-torture");
        }
        Files.createDirectories(folder);
        return Files.createTempDirectory(folder, "torture");
    }

    private void print(List<Tally> tallies) {
        Table table =
                new Table(
                        "scenario",
                        "crash point",
                        "cycles",
                        "there",
                        "messages",
                        "lost",
                        "duplicated",
                        "reordered",
                        "undone",
                        "in doubt",
                        "start ms",
                        "recovery ms");
        for (Tally t : tallies) {
            table.row(
                    t.scenario().name(),
                    t.point().label(),
                    t.cycles(),
                    t.reached(),
                    t.messages(),
                    t.count(Finding.Kind.LOST),
                    t.count(Finding.Kind.DUPLICATED),
                    t.count(Finding.Kind.REORDERED),
                    t.count(Finding.Kind.UNDONE),
                    t.count(Finding.Kind.IN_DOUBT),
                    t.startMillis(),
                    "%.1f".formatted(t.recoveryMillis()));
        }
        table.print(console);
    }

    private void close(Torture torture) {
        try {
            torture.close();
        } catch (IOException e) {
            console.err().println("PostgreSQL did not end: " + e.getMessage());
        }
    }

    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path visited, IOException failure)
                            throws IOException {
                        Files.delete(visited);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
