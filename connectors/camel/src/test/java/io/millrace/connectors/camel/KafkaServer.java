package io.millrace.connectors.camel;

import io.millrace.testing.FaultProxy;

import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A Kafka broker in this process, which ends with it. */
final class KafkaServer {

    private static KafkaServer running;

    private final String address;

    /** Port of the broker to which a proxy for clients can connect. */
    private final int proxied;

    /** Port of that proxy, which clients connect to. */
    private final int proxy;

    private KafkaServer(Path folder) throws Exception {
        int client = freePort();
        int controller = freePort();
        address = "127.0.0.1:" + client;
        proxied = freePort();
        proxy = freePort();
        String data = folder.toString();
        Formatter formatter =
                new Formatter()
                        .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
                        .setNodeId(1)
                        .setClusterId(Uuid.randomUuid().toString())
                        .addDirectory(data)
                        .setMetadataLogDirectory(data)
                        .setControllerListenerName("CONTROLLER")
                        .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION);
        formatter.run();
        Map<String, String> settings = new HashMap<>();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", "1");
        settings.put("controller.quorum.voters", "1@127.0.0.1:" + controller);
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put(
                "listeners",
                "PLAINTEXT://%s,PROXIED://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
                        .formatted(address, proxied, controller));
        settings.put(
                "advertised.listeners",
                "PLAINTEXT://%s,PROXIED://127.0.0.1:%d".formatted(address, proxy));
        settings.put(
                "listener.security.protocol.map",
                "PLAINTEXT:PLAINTEXT,PROXIED:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("log.dirs", data);
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("offsets.topic.num.partitions", "1");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("share.coordinator.state.topic.replication.factor", "1");
        settings.put("share.coordinator.state.topic.min.isr", "1");
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("group.min.session.timeout.ms", "1000");
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
        server.startup();
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    /** Returns the address of the broker of this process, which is started if necessary. */
    static synchronized String address() throws Exception {
        if (running == null) {
            running = new KafkaServer(Files.createTempDirectory("kafka"));
        }
        return running.address;
    }

    /** Opens a proxy between clients and the broker of this process. */
    static synchronized FaultProxy proxy() throws Exception {
        address();
        return new FaultProxy(running.proxied, running.proxy);
    }
}
