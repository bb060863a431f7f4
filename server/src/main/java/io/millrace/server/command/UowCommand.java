package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.CoordinatedQueues;
import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.work.InDoubtBranch;
import io.millrace.engine.work.UnresolvedUnits;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.flows.BrokerBuilder;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The command {@code millrace uow}. */
@Command(
        name = "uow",
        description = {
            """
            Lists the open units of work of flows and clients on a broker's queues and the \
            unresolved coordinated units; shows or ends one of them.\
            """,
            """
            backout: the next get, put or commit of the flow in the open unit fails; a client is \
            disconnected.
            commit, rollback: end the prepared branches of a unit whose coordinator no longer \
            exists. forget: removes a damaged unit from the log.\
            """
        },
        footer =
                """

                Examples:  ./millrace uow list --home .millrace
                           ./millrace uow show 12.7
                           ./millrace uow backout 12.7
                           ./millrace uow list --application samples/orders
                           ./millrace uow rollback 0:ffff7f000001:8b1:6b00c7dc:20\
                """)
final class UowCommand extends ConsoleCommand {

    /** An operation of the command. */
    enum Operation {
        LIST,
        SHOW,
        BACKOUT,
        COMMIT,
        ROLLBACK,
        FORGET
    }

    @Mixin private HomeFolder home;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "OPERATION",
            defaultValue = "list",
            description =
                    "list, show, backout, commit, rollback or forget (default: ${DEFAULT-VALUE}).")
    private Operation operation;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "UNIT",
            description = "The id of a unit or branch, as shown by list.")
    private String id;

    @Option(
            names = "--application",
            paramLabel = "APP",
            description =
                    """
                    A folder of an application whose data sources are also queried if no broker \
                    runs on the home; can be repeated.\
                    """)
    private List<Path> applications = List.of();

    @Mixin private SettingOptions settings;

    @Option(
            names = "--yes",
            description = "Does not request confirmation; required without a terminal.")
    private boolean yes;

    @Override
    public Integer call() {
        if ((operation == Operation.LIST) != (id == null)) {
            throw wrongUsage(
                    operation == Operation.LIST
                            ? "list cannot have the argument UNIT"
                            : "missing argument: UNIT");
        }
        Optional<QueueStore> attached = home.attach(console);
        if (attached.isPresent()) {
            try (QueueStore store = attached.get()) {
                if (!applications.isEmpty()) {
                    console.report("a broker runs on this home: its own applications are queried");
                }
                return run(
                        store,
                        store instanceof CoordinatedQueues queues
                                ? queues.unresolved().orElse(null)
                                : null);
            }
        }
        BrokerBuilder builder = Broker.builder().home(home.path());
        try (Broker broker = builder.start()) {
            for (Path folder : applications) {
                broker.connect(
                        Application.load(folder, settings.options().with(builder.extensions())));
            }
            return run(broker.store(), broker.unresolved());
        }
    }

    private int run(QueueStore store, UnresolvedUnits unresolved) {
        return switch (operation) {
            case LIST -> list(store.units(), unresolved);
            case SHOW -> show(store.units(), unresolved);
            case BACKOUT -> backOut(store);
            case COMMIT, ROLLBACK -> end(unresolved, operation == Operation.COMMIT);
            case FORGET -> forget(unresolved);
        };
    }

    private int list(List<OpenUnit> units, UnresolvedUnits unresolved) {
        Table table = new Table("unit", "owner", "seconds", "got", "put", "bytes");
        for (OpenUnit u : units) {
            table.row(u.id(), u.owner(), seconds(u), u.got(), u.put(), u.bytes());
        }
        table.print(console);
        if (unresolved != null) {
            new UnresolvedTables(console).print(unresolved.look());
        }
        return ExitCode.OK;
    }

    private int show(List<OpenUnit> units, UnresolvedUnits unresolved) {
        Optional<OpenUnit> unit = units.stream().filter(u -> u.id().equals(id)).findFirst();
        if (unit.isEmpty()) {
            boolean known =
                    unresolved != null && new UnresolvedTables(console).show(unresolved.look(), id);
            return known ? ExitCode.OK : notOpen();
        }
        OpenUnit u = unit.get();
        console.fields(
                "seconds  ".length(),
                "unit",
                u.id(),
                "owner",
                u.owner(),
                "from",
                u.origin(),
                "seconds",
                seconds(u),
                "got",
                Console.count(u.got(), "message"),
                "put",
                Console.count(u.put(), "message"),
                "bytes",
                u.bytes());
        return ExitCode.OK;
    }

    private int backOut(QueueStore store) {
        if (!store.backOut(id)) {
            return notOpen();
        }
        console.report("the unit of work " + id + " is being backed out");
        return ExitCode.OK;
    }

    private int end(UnresolvedUnits unresolved, boolean commit) {
        String verb = commit ? "commit" : "roll back";
        if (!new UnresolvedTables(console).show(known(unresolved).look(), id)) {
            return notOpen();
        }
        if (!isConfirmed(verb)) {
            return ExitCode.ERRORS;
        }
        for (InDoubtBranch branch : unresolved.end(id, commit)) {
            console.report(
                    (commit ? "committed " : "rolled back ")
                            + branch.id()
                            + " in "
                            + branch.resource());
        }
        return ExitCode.OK;
    }

    private int forget(UnresolvedUnits unresolved) {
        if (!new UnresolvedTables(console).show(known(unresolved).look(), id)) {
            return notOpen();
        }
        if (!isConfirmed("forget")) {
            return ExitCode.ERRORS;
        }
        unresolved.forget(id);
        console.report("forgot " + id);
        return ExitCode.OK;
    }

    private boolean isConfirmed(String verb) {
        if (!yes && !console.canConfirm()) {
            throw Usage.wrong("--yes", "is required to " + verb + " a unit without a terminal");
        }
        boolean confirmed = yes || console.confirms(verb + " this?");
        if (!confirmed) {
            console.report("nothing was done");
        }
        return confirmed;
    }

    private static UnresolvedUnits known(UnresolvedUnits unresolved) {
        if (unresolved == null) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_BRANCH,
                    "the broker on this home has no coordinated units of work");
        }
        return unresolved;
    }

    private int notOpen() {
        console.report(
                "no unit of work %s is open or unresolved; see ./millrace uow list".formatted(id));
        return ExitCode.ERRORS;
    }

    private static String seconds(OpenUnit unit) {
        return Double.toString(unit.ageMillis() / 1_000.0);
    }
}
