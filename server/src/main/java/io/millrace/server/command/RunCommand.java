package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.flows.BrokerBuilder;
import io.millrace.flows.Extensions;
import io.millrace.server.console.Display;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

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
public final class RunCommand extends ConsoleCommand {

    private static final Duration REFRESH = Duration.ofMillis(500);

    /**
     * Maximum time in seconds for the normal end of a failed broker, before the process is halted.
     */
    private static final int MAX_CLOSE_SECONDS = 20;

    /**
     * Maximum time in seconds for a normal end after an interrupt. Container platforms kill a
     * process 30 seconds after the request to end.
     */
    private static final long END_SECONDS = 24;

    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicReference<MillraceException> fatal = new AtomicReference<>();

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
            names = "--home",
            paramLabel = "DIR",
            description = "The broker's home folder (default: " + HomeFolder.DEFAULT + ").")
    private Path home;

    @Option(names = "--config", paramLabel = "FILE", description = "A broker.yaml.")
    private Path configuration;

    @Option(
            names = "--memory",
            description =
                    "Keeps the queues in memory. Their messages are lost when the "
                            + "command ends.")
    private boolean memory;

    @Option(
            names = "--accept-damage",
            description =
                    """
                    Starts even if files of the queues are damaged: keeps the intact data and \
                    lists the damage. Messages with damaged files are moved to \
                    SYSTEM.DAMAGED.QUEUE.\
                    """)
    private boolean acceptDamage;

    @Mixin private SettingOptions settings;

    @Option(
            names = "--amqp",
            paramLabel = "PORT",
            description = {"Listens for AMQP 1.0 clients on loopback.", "${bundle:acceptor.port}"})
    private Integer amqp;

    @Option(
            names = "--mqtt",
            paramLabel = "PORT",
            description = {"Listens for MQTT clients on loopback.", "${bundle:acceptor.port}"})
    private Integer mqtt;

    @Option(
            names = "--stomp",
            paramLabel = "PORT",
            description = {"Listens for STOMP clients on loopback.", "${bundle:acceptor.port}"})
    private Integer stomp;

    @Override
    public Integer call() throws InterruptedException {
        Usage.atLeast(0, "--timeout", timeout);
        if (timeout > 0 && !untilIdle) {
            throw Usage.wrong("--timeout", "requires --until-idle");
        }
        BrokerBuilder builder = builder();
        List<Application> applications = load(builder.extensions());
        List<Feed> feeds = puts.stream().map(p -> Feed.of(p, applications)).toList();
        Thread hook = new Thread(this::interrupt, "interrupt");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return run(builder, applications, feeds);
        } finally {
            closed.countDown();
            removeHook(hook);
        }
    }

    /** Loads all applications, or reports the problems of all of them. */
    private List<Application> load(Extensions extensions) {
        List<Application> applications = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (Path folder : folders) {
            try {
                Application application =
                        Application.load(folder, settings.options().with(extensions));
                applications.add(application);
                problems.addAll(application.warnings());
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
                                + folders.get(names.indexOf(name))
                                + " and "
                                + folders.get(names.lastIndexOf(name))
                                + "); set different names in application.yaml");
            }
        }
        console.problems(problems);
        warnOfSharedQueues(applications);
        warnOfBrokerFiles();
        return applications;
    }

    /** Reports files that look like the settings of the broker, but are not specified. */
    private void warnOfBrokerFiles() {
        for (Path folder : folders) {
            Path file = folder.resolve("broker.yaml");
            if (configuration == null && Files.exists(file)) {
                console.report(
                        console.yellow("warning")
                                + ": %s is not read; specify it with --config %s"
                                        .formatted(file, file));
            }
        }
    }

    /** Reports queues from which several applications take messages. */
    private void warnOfSharedQueues(List<Application> applications) {
        Map<String, Set<String>> readers = new TreeMap<>();
        for (Application application : applications) {
            for (String flow : application.flows()) {
                for (String queue : application.inputs(flow).values()) {
                    readers.computeIfAbsent(queue, q -> new TreeSet<>()).add(application.name());
                }
            }
        }
        readers.forEach(
                (queue, names) -> {
                    if (!queue.isEmpty() && names.size() > 1) {
                        console.report(
                                console.yellow("warning")
                                        + ": the applications "
                                        + String.join(", ", names)
                                        + " read the same queue "
                                        + queue
                                        + ", so each of its messages reaches only one of them");
                    }
                });
    }

    private int run(BrokerBuilder builder, List<Application> applications, List<Feed> feeds)
            throws InterruptedException {
        builder.statistics(true).fatalErrorHandler(this::end);
        try (Broker broker = start(builder);
                RunningBrokers.Entry _ = entry(builder)) {
            RunReport report = new RunReport(broker, console, !memory);
            applications.forEach(broker::deploy);
            announce(broker, applications);
            feeds.forEach(f -> f.put(broker));
            boolean idle = watch(broker, report);
            if (fatal.get() != null) {
                throw fatal.get();
            }
            boolean deadLetters = report.summary();
            if (untilIdle && !idle && interrupted.getCount() > 0) {
                throw new MillraceException(
                        ErrorCode.FLOW_STOPPED, "still busy after " + timeout + " seconds");
            }
            return deadLetters ? ExitCode.ERRORS : ExitCode.OK;
        }
    }

    /** Starts the broker, in the time of {@code --timeout}. */
    private Broker start(BrokerBuilder builder) throws InterruptedException {
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
                    the broker did not start within %s seconds (--timeout); check its log, and \
                    that the remote broker at url answers\
                    """
                            .formatted(timeout),
                    e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure
                    ? failure
                    : MillraceException.from(e.getCause());
        }
    }

    /** Makes the broker known to the commands for queues; null if they cannot reach it. */
    private static RunningBrokers.Entry entry(BrokerBuilder builder) {
        return builder.isEmbedded() ? builder.home().map(RunningBrokers::add).orElse(null) : null;
    }

    private BrokerBuilder builder() {
        BrokerBuilder builder = Broker.builder();
        if (configuration != null) {
            builder.configuration(configuration);
        }
        if (memory && (home != null || acceptDamage)) {
            throw Usage.wrong(
                    "--memory",
                    "cannot be combined with " + (home != null ? "--home" : "--accept-damage"));
        }
        if (memory) {
            // The default home is used for its extensions only.
            builder.home(builder.home().orElse(Path.of(HomeFolder.DEFAULT))).memory();
        } else if (home != null || builder.isInMemory()) {
            builder.home(home == null ? Path.of(HomeFolder.DEFAULT) : home);
        }
        if (acceptDamage) {
            builder.acceptDamage();
        }
        if (builder.isEmbedded()) {
            builder.acceptor(Acceptor.loopback(Protocol.CORE));
        }
        listen(builder, Protocol.AMQP, amqp);
        listen(builder, Protocol.MQTT, mqtt);
        listen(builder, Protocol.STOMP, stomp);
        return builder;
    }

    private void listen(BrokerBuilder builder, Protocol protocol, Integer port) {
        if (port != null) {
            String option = "--" + protocol.name().toLowerCase(Locale.ROOT);
            Usage.port(option, port);
            if (memory) {
                throw Usage.wrong("--memory", "cannot be combined with " + option);
            }
            builder.acceptor(new Acceptor(protocol, Acceptor.LOOPBACK, port));
        }
    }

    private void announce(Broker broker, List<Application> applications) {
        for (Application a : applications) {
            console.report("running " + a + ": " + String.join(", ", a.flows()));
        }
        for (Acceptor a : broker.store().listening()) {
            if (a.protocol() != Protocol.CORE) {
                console.report(
                        "listening for " + a.protocol() + " on " + a.host() + ":" + a.port());
            }
        }
        if (!untilIdle) {
            console.report("Ctrl-C ends it");
        }
    }

    /**
     * Shows the activity until the broker is idle, an interrupt or the timeout. Returns true if
     * idle.
     */
    private boolean watch(Broker broker, RunReport report) throws InterruptedException {
        Display display = new Display(console);
        long start = System.nanoTime();
        long most = timeout > 0 ? TimeUnit.SECONDS.toNanos(timeout) : Long.MAX_VALUE;
        boolean idle = false;
        while (!idle && interrupted.getCount() > 0 && System.nanoTime() - start < most) {
            if (console.colours()) {
                display.show(report.display());
            }
            if (untilIdle) {
                idle = broker.awaitIdle(REFRESH);
            } else {
                interrupted.await(REFRESH.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
        display.clear();
        return idle;
    }

    /** Ends the command with an error. A supervisor of the process can start it again. */
    private void end(MillraceException error) {
        if (error.code() == ErrorCode.HEAP_EXHAUSTED) {
            // There is no memory for an orderly end. Units of work are rolled back.
            Runtime.getRuntime().halt(ExitCode.report(error, console));
        }
        fatal.set(error);
        interrupted.countDown();
        try {
            if (!closed.await(MAX_CLOSE_SECONDS, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(ExitCode.report(error, console));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Requests the end of the command and waits for it. Runs in the thread of an interrupt. */
    private void interrupt() {
        interrupted.countDown();
        try {
            if (!closed.await(END_SECONDS, TimeUnit.SECONDS)) {
                console.report("not all flows have ended; open units of work are rolled back");
                console.err().flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // The command was ended by the hook itself.
        }
    }
}
