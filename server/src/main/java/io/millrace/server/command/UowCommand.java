package io.millrace.server.command;

import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.queue.QueueStore;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code millrace uow}. */
@Command(
        name = "uow",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the units of work that are open on a broker's queues, those of flows and those"
                    + " of clients; shows one, or has it backed out.",
            "What a flow does in a unit that is backed out fails at its next get, put or commit;"
                    + " a client is disconnected."
        },
        footer = {
            "",
            "Examples:  ./millrace uow list --home .millrace",
            "           ./millrace uow show 12.7",
            "           ./millrace uow backout 12.7"
        })
public final class UowCommand implements Callable<Integer> {

    /** What is to be done. */
    enum Operation {
        LIST,
        SHOW,
        BACKOUT
    }

    private final Console console;

    @Spec private CommandSpec spec;

    @Mixin private HomeFolder home;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "OPERATION",
            defaultValue = "list",
            description = "list, show or backout (default: ${DEFAULT-VALUE}).")
    private Operation operation;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "UNIT",
            description = "The unit's id, as list tells it.")
    private String id;

    public UowCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if ((operation == Operation.LIST) != (id == null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    operation == Operation.LIST ? "list takes no unit" : "which unit?");
        }
        try (QueueStore store = home.open(false)) {
            return switch (operation) {
                case LIST -> list(store.units());
                case SHOW -> show(store.units());
                case BACKOUT -> backOut(store);
            };
        }
    }

    private int list(List<OpenUnit> units) {
        Table table = new Table("unit", "owner", "seconds", "got", "put", "bytes");
        for (OpenUnit u : units) {
            table.row(u.id(), u.owner(), seconds(u), u.got(), u.put(), u.bytes());
        }
        table.print(console);
        return ExitCode.OK;
    }

    private int show(List<OpenUnit> units) {
        Optional<OpenUnit> unit = units.stream().filter(u -> u.id().equals(id)).findFirst();
        if (unit.isEmpty()) {
            return notOpen();
        }
        OpenUnit u = unit.get();
        console.out().println("unit     " + u.id());
        console.out().println("owner    " + u.owner());
        console.out().println("from     " + u.origin());
        console.out().println("seconds  " + seconds(u));
        console.out().println("got      " + Console.count(u.got(), "message"));
        console.out().println("put      " + Console.count(u.put(), "message"));
        console.out().println("bytes    " + u.bytes());
        return ExitCode.OK;
    }

    private int backOut(QueueStore store) {
        if (!store.backOut(id)) {
            return notOpen();
        }
        console.err().println("the unit of work " + id + " is being backed out");
        return ExitCode.OK;
    }

    private int notOpen() {
        console.err().println("no unit of work " + id + " is open");
        return ExitCode.ERRORS;
    }

    private static String seconds(OpenUnit unit) {
        return Double.toString(unit.ageMillis() / 1_000.0);
    }
}
