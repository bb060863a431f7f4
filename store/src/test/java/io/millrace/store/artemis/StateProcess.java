package io.millrace.store.artemis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;
import io.millrace.engine.state.StateRecord;
import io.millrace.engine.state.StateStore;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.store.TestSettings;
import io.millrace.store.home.Credentials;
import io.millrace.testing.JavaProcess;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that reads records of an imaginary file, and is killed meanwhile. In one unit, it puts
 * up to four records to LINES, sets a timer for each, and stores the position after them. A second
 * thread puts each timer that is due to FIRED.
 */
final class StateProcess {

    static final String LINES = "LINES";
    static final String FIRED = "FIRED";
    static final int MANY = 240;
    private static final String FILE = "file";
    private static final int UNIT = 4;

    private final StateStore states;
    private final ArtemisStore store;

    private StateProcess(ArtemisStore store) {
        this.store = store;
        states = new StateStore(store, Clock.systemUTC());
    }

    /**
     * Runs it until it has reported so many units, then kills it; false where it was done before.
     *
     * @param url the broker; empty for one in the process
     */
    static boolean run(Path home, String url, int units) throws IOException, InterruptedException {
        Process process =
                JavaProcess.of(StateProcess.class, List.of(), home.toString(), url)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (var said = process.inputReader(StandardCharsets.UTF_8)) {
            for (int i = 0; i < units; i++) {
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
    public static void main(String[] arguments) throws InterruptedException {
        Path home = Path.of(arguments[0]);
        try (ArtemisStore store =
                arguments[1].isEmpty()
                        ? ArtemisStore.embed(TestSettings.embedded(home))
                        : connect(arguments[1], home)) {
            List.of(LINES, FIRED).forEach(q -> store.create(QueueDefinition.named(q)));
            StateProcess process = new StateProcess(store);
            Thread timers = Thread.ofPlatform().start(process::fire);
            process.read();
            timers.join();
        }
    }

    static ArtemisStore connect(String url, Path home) {
        Credentials left = Credentials.left(home);
        return ArtemisStore.connect(
                TestSettings.endpoint(url, left), QueueStoreSettings.inMemory());
    }

    private State open(String name, UnitOfWork unit, QueueSession session) {
        return states.open(name, StateLimits.DEFAULT, unit, () -> session, () -> false);
    }

    /** Opens the state as soon as the broker knows that the process before has ended. */
    private static void awaitOwnership(State state) {
        while (true) {
            try {
                state.records();
                return;
            } catch (MillraceException e) {
                if (e.code() != ErrorCode.QUEUE_STORE_DOWN) {
                    throw e;
                }
            }
        }
    }

    private void read() {
        UnitOfWork unit = new UnitOfWork();
        try (QueueSession session = store.session();
                State positions = open("positions", unit, session);
                State timers = open("timers", unit, session)) {
            awaitOwnership(positions);
            awaitOwnership(timers);
            for (int next = position(positions.get(FILE)); next < MANY; ) {
                for (int i = 0; i < UNIT && next < MANY; i++, next++) {
                    String line = Integer.toString(next);
                    put(LINES, line, session);
                    timers.put(
                            new StateRecord(line, Bytes.utf8(line), Clock.systemUTC().instant()));
                    positions.put(FILE, Bytes.utf8(Integer.toString(next + 1)));
                }
                System.out.println(next);
                unit.commit();
            }
        }
    }

    private static int position(StateRecord record) {
        return record == null ? 0 : Integer.parseInt(text(record));
    }

    private static String text(StateRecord record) {
        return record.value().text(StandardCharsets.UTF_8);
    }

    private static void put(String queue, String text, QueueSession session) {
        session.put(queue, new QueueMessage(new Mqmd(), Bytes.utf8(text)), true);
    }

    private void fire() {
        UnitOfWork unit = new UnitOfWork();
        try (QueueSession session = store.session();
                State timers = open("timers", unit, session);
                State positions = open("positions", unit, session)) {
            awaitOwnership(timers);
            awaitOwnership(positions);
            while (true) {
                StateRecord due = timers.receiveDue(20);
                if (due != null) {
                    put(FIRED, text(due), session);
                    unit.commit();
                } else if (positions.records().stream().anyMatch(r -> position(r) == MANY)
                        && timers.records().isEmpty()) {
                    return;
                }
            }
        }
    }
}
