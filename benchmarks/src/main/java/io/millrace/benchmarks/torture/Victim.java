package io.millrace.benchmarks.torture;

import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.flows.BrokerBuilder;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * The process that crashes: a broker with an application. Clients connect to the victim through its
 * home folder. The victim prints {@code ready} after the start. When the victim reads a byte from
 * the standard input, it finishes its work and ends. At the end of the input, the victim ends
 * immediately, because the parent process has ended.
 */
public final class Victim {

    static final String READY = "ready ";
    static final String DONE = "done ";

    /** Option of a victim that ends only when Artemis finds no space, not before. */
    static final String UNGUARDED = "millrace.torture.unguarded";

    private Victim() {}

    /** Runs the victim. The arguments are the home folder and the folder of the application. */
    public static void main(String[] arguments) throws IOException {
        Thread.currentThread()
                .setContextClassLoader(
                        new ClassLoader("victim", Victim.class.getClassLoader()) {
                            /**
                             * Returns the service files of the queues and the coordinator with
                             * crash points.
                             */
                            @Override
                            public Enumeration<URL> getResources(String name) throws IOException {
                                URL own = Victim.class.getResource(name.replace("META-INF/", ""));
                                return own == null
                                        ? super.getResources(name)
                                        : Collections.enumeration(List.of(own));
                            }
                        });
        try (Broker broker = open(Path.of(arguments[0]))) {
            broker.deploy(Application.load(Path.of(arguments[1])));
            say(READY + CrashingCoordination.RECOVERING.get() / 1_000);
            if (System.in.read() >= 0) {
                say(
                        DONE
                                + broker.awaitIdle(Duration.ofSeconds(120))
                                + " "
                                + broker.damagedUnits().size());
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
                        Runtime.getRuntime().halt(CrashPoint.FAILED);
                    });
        }
        int percent = Boolean.parseBoolean(unguarded) ? 100 : 99;
        return builder.home(home)
                .acceptor(Acceptor.loopback(Acceptor.Protocol.CORE))
                .journal(new QueueStoreSettings.Journal(200, true, percent))
                .retryDelay(Duration.ofMillis(2), Duration.ofMillis(50))
                .start();
    }

    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
