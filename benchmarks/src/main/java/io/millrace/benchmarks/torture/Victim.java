package io.millrace.benchmarks.torture;

import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.flows.BrokerBuilder;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The process that dies: a normal broker with an application, which clients find through its home
 * folder. It prints {@code ready} and ends in an orderly way on request, or at the end of its
 * input, because its parent has ended.
 */
public final class Victim {

    static final String OPENED = "opened";
    static final String READY = "ready";
    static final String DONE = "done";
    static final String FINISH = "finish";

    /** Usual time of a disk to force its data, so that no process measures it again. */
    private static final int SYNC_MICROS = 200;

    private static final int MAX_DISK_PERCENT = 99;

    /** The option of a victim that ends with {@link #FAILED} when Artemis finds no space. */
    static final String UNGUARDED = "millrace.torture.unguarded";

    /** Exit code of a victim whose broker has failed, as of {@code millrace run}. */
    static final int FAILED = 3;

    private static final Duration MAX_REST = Duration.ofSeconds(120);

    private Victim() {}

    /** Runs the victim. Arguments: home folder, folder of the application. */
    public static void main(String[] arguments) throws IOException {
        Thread.currentThread().setContextClassLoader(new SeamLoader(Victim.class.getClassLoader()));
        BufferedReader orders =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Broker broker = open(Path.of(arguments[0]))) {
            say(OPENED);
            broker.deploy(Application.load(Path.of(arguments[1])));
            say(READY + " " + CrashingCoordination.RECOVERING.get() / 1_000);
            if (FINISH.equals(orders.readLine())) {
                boolean idle = broker.awaitIdle(MAX_REST);
                say(DONE + " " + idle + " " + broker.damagedUnits().size());
            }
        }
        System.exit(0);
    }

    private static Broker open(Path home) {
        String unguarded = System.getProperty(UNGUARDED);
        BrokerBuilder builder = Broker.builder();
        if (unguarded != null) {
            builder.fatalErrorHandler(
                    error -> {
                        System.err.println(error.code().id() + " " + error.getMessage());
                        Runtime.getRuntime().halt(FAILED);
                    });
        }
        int percent = Boolean.parseBoolean(unguarded) ? 100 : MAX_DISK_PERCENT;
        return builder.home(home)
                .acceptor(Acceptor.loopback(Acceptor.Protocol.CORE))
                .journal(new QueueStoreSettings.Journal(SYNC_MICROS, true, percent))
                .retryDelay(Duration.ofMillis(2), Duration.ofMillis(50))
                .start();
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
