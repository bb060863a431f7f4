package io.millrace.benchmarks.torture;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;
import io.millrace.engine.work.Coordinator;
import io.millrace.store.xa.NarayanaProvider;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that leaves a home folder with files of all kinds: full journals, large messages, pages
 * and the log of coordinated units.
 */
public final class DamageVictim {

    static final String TRANSACTIONS = "transactions";

    private static final int UNIT = 50;
    private static final int SMALL = 1_400;
    private static final int SMALL_BYTES = 8_000;
    private static final int LARGE = 3;
    private static final int LARGE_BYTES = 150_000;

    /** Number of messages that exceeds the memory for messages. */
    private static final int PAGED = 1_200;

    private static final int PAGED_BYTES = 60_000;

    static final long MESSAGES = SMALL + LARGE + PAGED;

    private static final String READY = "ready";
    private static final String KILL = "kill";

    private DamageVictim() {}

    /** Runs the process. */
    static void leave(Path home, boolean kill) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Xmx256m",
                                "--sun-misc-unsafe-memory-access=allow",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                DamageVictim.class.getName(),
                                home.toString(),
                                kill ? KILL : "")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        boolean ready = false;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                ready |= line.equals(READY);
                if (ready && kill) {
                    process.toHandle().destroyForcibly();
                }
            }
        }
        process.waitFor();
        if (!ready) {
            throw new TortureException("the process that fills the home folder failed");
        }
    }

    /** Runs the process. Arguments: the home folder, and whether it waits to be killed. */
    public static void main(String[] arguments) throws IOException {
        Path home = Path.of(arguments[0]);
        try (QueueStore store =
                        QueueStores.load(DamageVictim.class.getClassLoader())
                                .provider(QueueStores.ARTEMIS)
                                .open(QueueStoreSettings.embedded(home));
                Coordinator coordinator = new NarayanaProvider().open(home.resolve(TRANSACTIONS));
                QueueSession session = store.session()) {
            List.of("SMALL", "LARGE", "PAGED")
                    .forEach(queue -> store.create(QueueDefinition.named(queue)));
            put(session, "SMALL", SMALL, SMALL_BYTES);
            put(session, "LARGE", LARGE, LARGE_BYTES);
            put(session, "PAGED", PAGED, PAGED_BYTES);
            coordinator.recover();
            System.out.println(READY);
            System.out.flush();
            if (arguments[1].equals(KILL)) {
                throw new IllegalStateException("not killed: " + System.in.read());
            }
        }
        System.exit(0);
    }

    private static void put(QueueSession session, String queue, int messages, int bytes) {
        for (int i = 0; i < messages; i++) {
            Mqmd descriptor = new Mqmd().persistence(1);
            Bytes body = Bytes.utf8(i + " " + "x".repeat(bytes));
            session.put(queue, new QueueMessage(descriptor, body), true);
            if (i % UNIT == 0) {
                session.commit();
            }
        }
        session.commit();
    }
}
