package io.millrace.store.artemis;

import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.StoreUser;
import io.millrace.engine.resource.Secret;
import io.millrace.store.TestSettings;
import io.millrace.testing.JavaProcess;

import org.apache.qpid.jms.JmsConnectionFactory;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A broker in a process with a small heap. It ends in order when its standard input ends, and exits
 * when its heap is exhausted.
 */
public final class BrokerProcess implements AutoCloseable {

    public static final String QUEUE = "Q";

    /** A queue with a maximum depth that the heap does not hold. */
    public static final String LIMITED = "LIMITED";

    /** A queue with an index and a maximum depth that the heap does not hold. */
    public static final String INDEXED = "INDEXED";

    static final String USER = "alice";
    static final String PASSWORD = "wonder";

    private static final String READY = "ready ";

    private final Process process;
    private final int port;

    private BrokerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a broker with its queues, and returns when it listens. */
    public static BrokerProcess start(Path home, String heap) throws IOException {
        Process process =
                JavaProcess.of(
                                BrokerProcess.class,
                                List.of("-Xmx" + heap, "-XX:+ExitOnOutOfMemoryError"),
                                home.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.startsWith(READY)) {
                return new BrokerProcess(process, Integer.parseInt(line.substring(READY.length())));
            }
        }
        throw new IllegalStateException("the broker did not start");
    }

    public JmsConnectionFactory amqp() {
        return new JmsConnectionFactory(
                USER,
                PASSWORD,
                "amqp://" + Acceptor.LOOPBACK + ":" + port + "?jms.forceAsyncSend=true");
    }

    long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends the broker in order. */
    @Override
    public void close() throws IOException {
        try {
            process.getOutputStream().close();
            process.onExit().orTimeout(240, TimeUnit.SECONDS).join();
        } finally {
            process.destroyForcibly();
        }
    }

    static QueueStoreSettings settings(Path home) {
        List<String> all = List.of("*");
        return TestSettings.embedded(home, Acceptor.Protocol.AMQP, Acceptor.Protocol.CORE)
                .withUsers(List.of(new StoreUser(USER, Secret.of(PASSWORD), all, all)));
    }

    /** The process. */
    public static void main(String[] arguments) throws IOException {
        try (ArtemisStore store = ArtemisStore.embed(settings(Path.of(arguments[0])))) {
            store.create(QueueDefinition.named(QUEUE));
            store.create(new QueueDefinition(LIMITED, 100_000_000, true, 0, ""));
            store.create(
                    QueueDefinition.named(INDEXED)
                            .withIndex(QueueIndex.CORREL_ID, QueueIndex.MAX_DEPTH));
            System.out.println(READY + store.listening().getFirst().port());
            while (System.in.read() >= 0) {
                // Until it ends.
            }
        }
    }
}
