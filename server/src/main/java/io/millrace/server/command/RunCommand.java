package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.flows.Application;
import io.millrace.flows.ApplicationOptions;
import io.millrace.flows.Broker;
import io.millrace.flows.BrokerBuilder;
import io.millrace.flows.Extensions;
import io.millrace.flows.broker.Deployment;
import io.millrace.server.deploy.SharedQueues;
import io.millrace.server.process.Server;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The command {@code millrace run}. */
@Command(
        name = "run",
        description = {
            """
            Runs applications on a broker with embedded queues, until it is interrupted \
            (Ctrl-C) or idle.\
            """,
            """
            The queues are stored in the home folder; the commands put, get, browse and queues \
            can access them while the broker runs.\
            """
        },
        footer =
                """

                Examples:  ./millrace run samples/orders --put samples/orders/messages \
                --until-idle
                           ./millrace run samples/csim --put samples/csim/messages:complex.in\
                """)
final class RunCommand extends ConsoleCommand {

    private static final Duration REFRESH = Duration.ofMillis(500);

    @Parameters(arity = "1..*", paramLabel = "APP", description = "Folders of applications.")
    private List<Path> folders;

    @Option(
            names = "--put",
            paramLabel = "DIR[:NODE]",
            description =
                    """
                    Puts the messages of a folder (or one file) to the input node's queue. With \
                    several input nodes, NODE specifies the input node: flow.node, or node if it \
                    is unique.\
                    """)
    private List<String> puts = List.of();

    @Option(
            names = "--until-idle",
            description =
                    "Ends when no message is left on any input queue and no unit of work is open.")
    private boolean untilIdle;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description =
                    """
                    With --until-idle: ends after this time with exit code 1 (default: \
                    never).\
                    """)
    private long timeout;

    @Option(
            names = "--watch",
            description =
                    """
                    Deploys an application again when its files change. If the new version has \
                    problems, the version before continues.\
                    """)
    private boolean watched;

    @Option(
            names = "--memory",
            description =
                    "Keeps the queues in memory. Their messages are lost when the "
                            + "command ends.")
    private boolean memory;

    @Mixin private JsonOption json;

    @Mixin private BrokerOptions options;

    @Mixin private SettingOptions settings;

    @Override
    public Integer call() throws Exception {
        Usage.atLeast(0, "--timeout", timeout);
        if (timeout > 0 && !untilIdle) {
            throw Usage.wrong("--timeout", "requires --until-idle");
        }
        if (watched && untilIdle) {
            throw Usage.wrong("--watch", "cannot be combined with --until-idle");
        }
        BrokerBuilder builder = options.builder(memory);
        List<Application> applications = load(builder.extensions());
        List<Feed> feeds = puts.stream().map(p -> Feed.of(p, applications)).toList();
        BrokerProcess process = new BrokerProcess(console);
        return process.run(builder, () -> run(process, builder, applications, feeds));
    }

    /** Loads all applications. If any has errors, reports the problems of all applications. */
    private List<Application> load(Extensions extensions) {
        List<Application> applications = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        ApplicationOptions options = settings.options().with(extensions);
        List<Path> paths =
                folders.stream()
                        .flatMap(f -> Application.applications(f, options).stream())
                        .toList();
        for (Path folder : paths) {
            try {
                Application application = Application.load(folder, options);
                applications.add(application);
                application.warnings().stream()
                        .filter(p -> !isOfResource(p))
                        .forEach(problems::add);
            } catch (ProblemsException e) {
                problems.addAll(e.problems());
            }
        }
        Problems all = new Problems();
        problems.forEach(all::add);
        all.throwIfErrors();
        List<String> names = applications.stream().map(Application::name).toList();
        for (String name : names) {
            if (names.indexOf(name) != names.lastIndexOf(name)) {
                throw Usage.wrong(
                        "run",
                        "found two applications named "
                                + name
                                + " (in "
                                + paths.get(names.indexOf(name))
                                + " and "
                                + paths.get(names.lastIndexOf(name))
                                + "); specify one of them, or set different names in"
                                + " application.yaml");
            }
        }
        console.problems(problems);
        warnOfSharedQueues(applications);
        warnOfBrokerFiles();
        return applications;
    }

    /** Whether a problem is a missing resource. If this is an error, the deployment reports it. */
    private static boolean isOfResource(Problem problem) {
        return problem.code() == ErrorCode.UNKNOWN_RESOURCE
                || problem.code() == ErrorCode.UNKNOWN_DATA_SOURCE;
    }

    /** Reports files that look like the settings of the broker, but are not specified. */
    private void warnOfBrokerFiles() {
        for (Path folder : folders) {
            Path file = folder.resolve("broker.yaml");
            if (options.configuration() == null && Files.exists(file)) {
                console.report(
                        console.yellow("warning")
                                + ": %s is not read; specify it with --config %s"
                                        .formatted(file, file));
            }
        }
    }

    /** Reports queues from which several applications take messages. */
    private void warnOfSharedQueues(List<Application> applications) {
        SharedQueues.sentences(applications)
                .forEach(text -> console.report(console.yellow("warning") + ": " + text));
    }

    private int run(
            BrokerProcess process,
            BrokerBuilder builder,
            List<Application> applications,
            List<Feed> feeds)
            throws InterruptedException {
        try (Broker broker = start(builder);
                RunningBrokers.Entry _ = BrokerProcess.entry(builder);
                Server server = server(builder, broker)) {
            RunReport report = new RunReport(broker, console, !memory);
            if (server != null) {
                server.restore(applications.stream().map(Application::name).toList());
            }
            applications.forEach(broker::deploy);
            announce(process, broker);
            feeds.forEach(f -> f.put(broker));
            boolean idle;
            try (RunWatch changes = watched ? watchFiles(builder, broker, applications) : null) {
                idle = watch(process, broker, report, changes);
            }
            process.throwIfFailed();
            EventLog.summarize();
            boolean hasFailed = report.summary(json.isGiven());
            if (untilIdle && !idle && !process.isInterrupted()) {
                throw new MillraceException(
                        ErrorCode.FLOW_STOPPED,
                        "the broker was not idle after %s seconds (--timeout)%s"
                                .formatted(timeout, report.obstacles()));
            }
            return hasFailed ? ExitCode.ERRORS : ExitCode.OK;
        }
    }

    /**
     * Opens the deployed applications and the administration API. Returns null if the broker has no
     * persistent home folder.
     */
    private Server server(BrokerBuilder builder, Broker broker) {
        if (memory || builder.home().isEmpty()) {
            return null;
        }
        Server server = Server.open(builder.home().get(), builder, broker, false);
        try {
            if (!untilIdle) {
                server.openApi();
            }
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Starts the broker within the time of {@code --timeout}. */
    private Broker start(BrokerBuilder builder) throws InterruptedException {
        if (!memory && builder.home().isPresent()) {
            Server.prepare(builder.home().get(), builder);
        }
        if (timeout == 0) {
            return builder.start();
        }
        FutureTask<Broker> start = new FutureTask<>(builder::start);
        Thread.ofPlatform().name("start").daemon().start(start);
        try {
            return start.get(timeout, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new MillraceException(
                    ErrorCode.FLOW_STOPPED,
                    """
                    the broker did not start within %s seconds (--timeout); %s\
                    """
                            .formatted(
                                    timeout,
                                    builder.isEmbedded()
                                            ? "increase --timeout"
                                            : "check that the remote broker at url answers"),
                    e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure
                    ? failure
                    : MillraceException.from(e.getCause());
        }
    }

    private void announce(BrokerProcess process, Broker broker) {
        for (Deployment d : broker.deployments()) {
            String version = d.version().isEmpty() ? "" : " " + d.version();
            console.report(
                    "running " + d.application() + version + ": " + String.join(", ", d.flows()));
        }
        process.announcePorts(broker);
        if (!untilIdle) {
            console.report("Ctrl-C ends it");
        }
    }

    private RunWatch watchFiles(
            BrokerBuilder builder, Broker broker, List<Application> applications) {
        RunWatch changes =
                new RunWatch(
                        applications,
                        settings.options().with(builder.extensions()),
                        broker,
                        console);
        console.report("watching the files of the applications");
        return changes;
    }

    /**
     * Shows the activity until the broker is idle, the process is interrupted or the timeout
     * expires. Returns true if the broker is idle.
     */
    private boolean watch(BrokerProcess process, Broker broker, RunReport report, RunWatch changes)
            throws InterruptedException {
        Display display = new Display(console);
        long start = System.nanoTime();
        long most = timeout > 0 ? TimeUnit.SECONDS.toNanos(timeout) : Long.MAX_VALUE;
        boolean idle = false;
        while (!idle && !process.isInterrupted() && System.nanoTime() - start < most) {
            if (console.colours() && !json.isGiven()) {
                display.show(report.display());
            }
            if (untilIdle) {
                idle = broker.awaitIdle(REFRESH);
            } else if (changes != null) {
                Set<Path> changed = changes.await(REFRESH.toMillis());
                if (!changed.isEmpty()) {
                    display.clear();
                    changes.deploy(changed);
                }
            } else {
                process.await(REFRESH.toMillis());
            }
        }
        display.clear();
        return idle;
    }
}
