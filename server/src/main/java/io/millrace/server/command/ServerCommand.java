package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.flows.Broker;
import io.millrace.flows.BrokerBuilder;
import io.millrace.server.console.Console;
import io.millrace.server.log.ServerLog;
import io.millrace.server.process.Server;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The command {@code millrace server}. */
@Command(
        name = "server",
        description = {
            """
            Runs a broker and the applications that are deployed on it, until it is stopped \
            (Ctrl-C, SIGTERM).\
            """,
            """
            The commands deploy, undeploy, list, diff, rollback, start, stop and restart \
            administer it.\
            """
        },
        footer = "\nExample:  ./millrace server --home /var/lib/millrace --config broker.yaml")
final class ServerCommand extends ConsoleCommand {

    @Mixin private BrokerOptions options;

    @Option(
            names = "--config-locked",
            description =
                    """
                    Rejects the commands assign and queues define, alter and delete (also queues --create), so that assignments and queues change only in files, for example in containers.\
                    """)
    private boolean locked;

    @Override
    public Integer call() throws Exception {
        BrokerBuilder builder = options.builder(false);
        Path home = builder.home().orElse(Path.of(HomeFolder.DEFAULT));
        boolean isNew = !HomeFolder.isHome(home);
        create(home);
        if (isNew) {
            console.report("new home " + home);
        }
        builder.home(home);
        BrokerProcess process = new BrokerProcess(console);
        try (ServerLog _ = ServerLog.open(home, builder.server().log())) {
            return process.run(builder, () -> run(process, builder, home));
        }
    }

    /** Creates the home folder if it does not exist. */
    private static void create(Path home) {
        if (Files.isRegularFile(home)) {
            throw new MillraceException(
                    ErrorCode.STORE_NOT_WRITABLE,
                    "the home %s must be a folder (found a file); specify another with --home"
                            .formatted(home));
        }
        try {
            Files.createDirectories(home);
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.STORE_NOT_WRITABLE,
                    "the home %s cannot be created: %s; specify another with --home"
                            .formatted(home, FileErrors.obstacle(home, e)),
                    e);
        }
    }

    private int run(BrokerProcess process, BrokerBuilder builder, Path home)
            throws InterruptedException {
        Server.prepare(home, builder);
        try (Broker broker = builder.start();
                RunningBrokers.Entry _ = BrokerProcess.entry(builder);
                Server server = Server.open(home, builder, broker, locked)) {
            server.openApi();
            Map<String, RuntimeException> failures = server.restore(List.of());
            announce(process, broker, server, failures);
            process.await();
            process.throwIfFailed();
            console.report("stopping");
            return ExitCode.OK;
        }
    }

    private void announce(
            BrokerProcess process,
            Broker broker,
            Server server,
            Map<String, RuntimeException> failures) {
        failures.forEach(
                (name, failure) -> {
                    console.report(console.red("error") + ": " + name + " was not started:");
                    ExitCode.report(failure, console);
                });
        process.announcePorts(broker);
        Set<String> started = new HashSet<>(server.applications());
        started.removeAll(failures.keySet());
        console.report(
                "the server %s is ready: %s, administration at %s"
                        .formatted(
                                broker.name(),
                                Console.count(started.size(), "application"),
                                server.url()));
    }
}
