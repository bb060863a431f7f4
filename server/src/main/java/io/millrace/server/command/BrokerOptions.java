package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.flows.Broker;
import io.millrace.flows.BrokerBuilder;

import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The options of commands that start a broker. */
final class BrokerOptions {

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "The broker's home folder (default: " + HomeFolder.DEFAULT + ").")
    private Path home;

    @Option(names = "--config", paramLabel = "FILE", description = "A broker.yaml.")
    private Path configuration;

    @Option(
            names = "--accept-damage",
            description =
                    """
                    Starts even if files of the queues are damaged: keeps the intact data and \
                    lists the damage. Messages with damaged files are moved to \
                    SYSTEM.DAMAGED.QUEUE.\
                    """)
    private boolean acceptDamage;

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

    /** Returns the broker.yaml; null if none is specified. */
    Path configuration() {
        return configuration;
    }

    /**
     * Returns a builder with these options.
     *
     * @param memory whether the queues are in memory
     */
    BrokerBuilder builder(boolean memory) {
        BrokerBuilder builder = Broker.builder();
        if (configuration != null) {
            requireFile(configuration);
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
        listen(builder, Protocol.AMQP, amqp, memory);
        listen(builder, Protocol.MQTT, mqtt, memory);
        listen(builder, Protocol.STOMP, stomp, memory);
        return builder;
    }

    private static void requireFile(Path configuration) {
        if (Files.isDirectory(configuration)) {
            throw Usage.wrong(
                    "--config",
                    "must be a file (found the folder %s), for example %s"
                            .formatted(configuration, configuration.resolve("broker.yaml")));
        }
        if (!Files.exists(configuration)) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    "the file %s does not exist; correct the path of --config, or omit the option to use the defaults"
                            .formatted(configuration));
        }
    }

    private static void listen(
            BrokerBuilder builder, Protocol protocol, Integer port, boolean memory) {
        if (port != null) {
            String option = "--" + protocol.name().toLowerCase(Locale.ROOT);
            Usage.port(option, port);
            if (memory) {
                throw Usage.wrong("--memory", "cannot be combined with " + option);
            }
            builder.acceptor(new Acceptor(protocol, Acceptor.LOOPBACK, port));
        }
    }
}
