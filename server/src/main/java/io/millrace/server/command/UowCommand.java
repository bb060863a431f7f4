package io.millrace.server.command;

import io.millrace.engine.queue.CoordinatedQueues;
import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.work.InDoubtBranch;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.flows.BrokerBuilder;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;
import io.millrace.server.queue.WorkUnits;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

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

    @Mixin private AdministrationOptions administration;

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
        if (administration.usesApi()) {
            if (!applications.isEmpty()) {
                throw Usage.wrong("--application", "cannot be combined with --server");
            }
            return administration.call(console, client -> run(new UnitAccess.OfServer(client)));
        }
        HomeFolder home = administration.home();
        Optional<QueueStore> attached = home.attach(console);
        if (attached.isPresent()) {
            try (QueueStore store = attached.get()) {
                if (!applications.isEmpty()) {
                    console.report("a broker runs on this home: its own applications are queried");
                }
                return run(
                        new UnitAccess.OfStore(
                                store,
                                store instanceof CoordinatedQueues queues
                                        ? queues.unresolved().orElse(null)
                                        : null));
            }
        }
        BrokerBuilder builder = Broker.builder().home(home.path());
        try (Broker broker = builder.start()) {
            for (Path folder : applications) {
                broker.connect(
                        Application.load(folder, settings.options().with(builder.extensions())));
            }
            return run(new UnitAccess.OfStore(broker.store(), broker.unresolved()));
        }
    }

    private int run(UnitAccess access) {
        return switch (operation) {
            case LIST -> list(access.units());
            case SHOW -> show(access.units());
            case BACKOUT -> backOut(access);
            case COMMIT, ROLLBACK -> end(access, operation == Operation.COMMIT);
            case FORGET -> forget(access);
        };
    }

    private int list(WorkUnits units) {
        if (administration.isJson()) {
            print(units.json());
            return ExitCode.OK;
        }
        Table table = new Table("unit", "owner", "seconds", "got", "put", "bytes");
        for (OpenUnit u : units.open()) {
            table.row(u.id(), u.owner(), seconds(u), u.got(), u.put(), u.bytes());
        }
        table.print(console);
        new UnresolvedTables(console).print(units.report());
        return ExitCode.OK;
    }

    private int show(WorkUnits units) {
        if (administration.isJson()) {
            WorkUnits selected = units.only(id);
            print(selected.json());
            return selected.isEmpty() ? ExitCode.ERRORS : ExitCode.OK;
        }
        Optional<OpenUnit> unit = units.open().stream().filter(u -> u.id().equals(id)).findFirst();
        if (unit.isEmpty()) {
            return new UnresolvedTables(console).show(units.report(), id) ? ExitCode.OK : notOpen();
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

    private int backOut(UnitAccess access) {
        if (!access.backOut(id)) {
            return notOpen();
        }
        ended("the unit of work " + id + " is being backed out", List.of());
        return ExitCode.OK;
    }

    private int end(UnitAccess access, boolean commit) {
        if (!isToEnd(access, commit ? "commit" : "roll back")) {
            return ExitCode.ERRORS;
        }
        List<InDoubtBranch> branches = access.end(id, commit);
        String verb = commit ? "committed " : "rolled back ";
        ended(
                branches.stream()
                        .map(branch -> verb + branch.id() + " in " + branch.resource())
                        .collect(Collectors.joining("\n")),
                branches);
        return ExitCode.OK;
    }

    private int forget(UnitAccess access) {
        if (!isToEnd(access, "forget")) {
            return ExitCode.ERRORS;
        }
        access.forget(id);
        ended("forgot " + id, List.of());
        return ExitCode.OK;
    }

    /** Shows a coordinated unit, and returns whether it exists and the user confirms the change. */
    private boolean isToEnd(UnitAccess access, String verb) {
        WorkUnits units = access.units();
        boolean known =
                administration.isJson()
                        ? !units.only(id).report().isEmpty()
                        : new UnresolvedTables(console).show(units.report(), id);
        if (!known) {
            notOpen();
        }
        return known && isConfirmed(verb);
    }

    private void ended(String text, List<InDoubtBranch> branches) {
        if (administration.isJson()) {
            print(
                    Map.of(
                            "unit",
                            id,
                            "action",
                            operation.name().toLowerCase(Locale.ROOT),
                            "branches",
                            branches.stream().map(InDoubtBranch::id).toList()));
        } else {
            text.lines().forEach(console::report);
        }
    }

    private void print(Object value) {
        AdministrationOptions.print(new JsonMapper().valueToTree(value), console);
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

    private int notOpen() {
        console.report(
                "no unit of work %s is open or unresolved; see ./millrace uow list".formatted(id));
        return ExitCode.ERRORS;
    }

    private static String seconds(OpenUnit unit) {
        return Double.toString(unit.ageMillis() / 1_000.0);
    }
}
