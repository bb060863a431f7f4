package io.millrace.store.artemis;

import io.millrace.JavaProcess;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.ReceivedKeys;
import io.millrace.engine.work.UnitOfWork;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that moves messages from IN to OUT, each text once, until it is killed or done. */
final class ReceivingProcess {

    static final String IN = "IN";
    static final String OUT = "OUT";

    private ReceivingProcess() {}

    /** Runs it until it has said so many lines, then kills it; false where it was done before. */
    static boolean run(Path home, int lines) throws IOException, InterruptedException {
        Process process =
                JavaProcess.of(ReceivingProcess.class, List.of(), home.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (var said = process.inputReader(StandardCharsets.UTF_8)) {
            for (int i = 0; i < lines; i++) {
                if (said.readLine() == null) {
                    return false;
                }
            }
            return true;
        } finally {
            process.destroyForcibly();
            process.waitFor(60, TimeUnit.SECONDS);
        }
    }

    /** The process. */
    public static void main(String[] arguments) {
        try (ArtemisStore store =
                        ArtemisStore.embed(QueueStoreSettings.embedded(Path.of(arguments[0])));
                QueueSession session = store.session();
                ReceivedKeys keys = ReceivedKeys.open(store, "SYSTEM.RECEIVED.IN", 1_000)) {
            List.of(IN, OUT).forEach(q -> store.create(QueueDefinition.named(q)));
            UnitOfWork unit = new UnitOfWork();
            QueueReader reader = session.reader(IN);
            QueueMessage message;
            while ((message = reader.receive(500)) != null) {
                unit.enlist(session);
                String key = message.body().text(StandardCharsets.UTF_8);
                if (keys.claim(key, unit, session, () -> false)) {
                    session.put(OUT, message, true);
                }
                System.out.println(key);
                unit.commit();
            }
        }
    }
}
