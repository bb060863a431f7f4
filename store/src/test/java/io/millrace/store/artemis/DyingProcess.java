package io.millrace.store.artemis;

import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.store.TestSettings;
import io.millrace.store.home.Credentials;
import io.millrace.testing.JavaProcess;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that moves messages from IN to OUT, up to four in a unit, as a flow does, and is killed
 * whenever it has one in hand that says so; unless it has had that as often as a threshold.
 */
final class DyingProcess {

    static final String IN = "IN";
    static final String OUT = "OUT";
    static final String BACKOUT = "BACKOUT";
    static final String POISON = "poison";

    private static final String DIES = "dies";
    private static final int UNIT = 4;

    private DyingProcess() {}

    /** Runs it once; gives back what it said before it was killed or ended. */
    static List<String> run(Path home, int threshold) throws IOException, InterruptedException {
        return run(home, threshold, "", "", "");
    }

    /** With the queues of a broker elsewhere, where a URL is given. */
    static List<String> run(Path home, int threshold, String url, String user, String password)
            throws IOException, InterruptedException {
        Process process =
                JavaProcess.of(
                                DyingProcess.class,
                                List.of(),
                                home.toString(),
                                Integer.toString(threshold),
                                url,
                                user,
                                password)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        List<String> said = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            for (; line != null && !line.equals(DIES); line = lines.readLine()) {
                said.add(line);
            }
            if (line != null) {
                process.destroyForcibly();
            }
        }
        process.waitFor();
        return said;
    }

    /** The process. */
    public static void main(String[] arguments) throws IOException {
        int threshold = Integer.parseInt(arguments[1]);
        try (ArtemisStore store =
                        open(Path.of(arguments[0]), arguments[2], arguments[3], arguments[4]);
                QueueSession session = store.session()) {
            List.of(IN, OUT, BACKOUT).forEach(q -> store.create(QueueDefinition.named(q)));
            QueueReader reader = session.reader(IN);
            reader.keepCandidatesSeparate();
            int held = 0;
            while (true) {
                QueueMessage message = reader.receive(held == 0 ? 500 : 0);
                if (message != null) {
                    process(session, message, threshold);
                    held++;
                }
                if (message == null && held == 0) {
                    return;
                }
                if (message == null || held == UNIT) {
                    session.commit();
                    held = 0;
                }
            }
        }
    }

    private static ArtemisStore open(Path home, String url, String user, String password) {
        return url.isEmpty()
                ? ArtemisStore.embed(QueueStoreSettings.embedded(home))
                : ArtemisStore.connect(
                        TestSettings.endpoint(url, new Credentials(user, password)),
                        QueueStoreSettings.inMemory().withHome(home));
    }

    private static void process(QueueSession session, QueueMessage message, int threshold)
            throws IOException {
        int backouts = message.descriptor().backoutCount();
        String text = message.body().text(StandardCharsets.UTF_8);
        if (backouts > 0 || text.startsWith(POISON)) {
            System.out.println(text + " " + backouts);
        }
        boolean moved = backouts >= threshold;
        session.put(moved ? BACKOUT : OUT, message, true);
        if (text.startsWith(POISON) && !moved) {
            System.out.println(DIES);
            int nothing = System.in.read();
            throw new IllegalStateException("not killed: " + nothing);
        }
    }
}
