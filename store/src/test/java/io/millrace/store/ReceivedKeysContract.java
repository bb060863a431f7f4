package io.millrace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.ReceivedKeys;
import io.millrace.engine.work.UnitOfWork;

import org.junit.jupiter.api.Test;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Keys of received messages that are kept by a store: what holds for every store. */
abstract class ReceivedKeysContract extends QueueUnitContract {

    private static final String KEYS = "SYSTEM.RECEIVED.test";

    /** A thread's unit of work and its session. */
    private final class Worker implements AutoCloseable {
        private final UnitOfWork unit = new UnitOfWork();
        private final QueueSession session = store.session();
        private final ReceivedKeys keys;

        Worker(ReceivedKeys keys) {
            this.keys = keys;
        }

        boolean claim(String key) {
            return keys.claim(key, unit, session, () -> Thread.currentThread().isInterrupted());
        }

        @Override
        public void close() {
            unit.rollback();
            session.close();
        }
    }

    private ReceivedKeys keys(int requested) {
        return ReceivedKeys.open(store, KEYS, requested);
    }

    @Test
    void aKeyIsNewOnceAndKeptByTheStore() {
        try (ReceivedKeys keys = keys(10);
                Worker worker = new Worker(keys)) {
            assertThat(worker.claim("a")).isTrue();
            assertThat(worker.claim("a")).as("in the same unit").isFalse();
            worker.unit.commit();
            assertThat(worker.claim("a")).isFalse();
        }
        try (ReceivedKeys keys = keys(10);
                Worker worker = new Worker(keys)) {
            assertThat(worker.claim("a")).isFalse();
            assertThat(worker.claim("b")).isTrue();
        }
        assertThat(drain(KEYS)).containsExactly("a");
    }

    @Test
    void aKeyOfAUnitThatIsRolledBackIsNewAgain() {
        try (ReceivedKeys keys = keys(10);
                Worker worker = new Worker(keys)) {
            assertThat(worker.claim("a")).isTrue();
            worker.unit.rollback();
            assertThat(worker.claim("a")).isTrue();
            worker.unit.commit();
        }
        assertThat(drain(KEYS)).containsExactly("a");
    }

    @Test
    void theSecondUnitOfAKeyWaitsForTheFirstToEnd() throws Exception {
        try (ReceivedKeys keys = keys(10);
                Worker first = new Worker(keys);
                Worker second = new Worker(keys);
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            assertThat(first.claim("a")).isTrue();
            Future<Boolean> waiting = threads.submit(() -> second.claim("a"));
            assertThat(first.claim("b")).isTrue();
            assertThat(waiting).isNotDone();
            first.unit.rollback();
            assertThat(waiting.get()).isTrue();
            second.unit.commit();
            assertThat(first.claim("a")).isFalse();
        }
    }

    @Test
    void unitsThatWaitForEachOtherDoNotWaitForEver() throws Exception {
        try (ReceivedKeys keys = keys(10);
                Worker first = new Worker(keys);
                Worker second = new Worker(keys);
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            assertThat(first.claim("a")).isTrue();
            assertThat(second.claim("b")).isTrue();
            Future<Boolean> waiting = threads.submit(() -> ended(second, "a"));
            // One of the two is refused, whichever comes second; then the other goes on.
            boolean refused = !ended(first, "b");
            assertThat(waiting.get()).isEqualTo(refused);
        }
    }

    /** Claims a key and commits; false where that was refused, and the unit rolled back. */
    private static boolean ended(Worker worker, String key) {
        try {
            worker.claim(key);
            worker.unit.commit();
            return true;
        } catch (MillraceException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.QUEUE_STORE_DOWN);
            worker.unit.rollback();
            return false;
        }
    }

    @Test
    void ofMoreKeysThanWantedTheOldestGo() {
        int many = 400;
        try (ReceivedKeys keys = keys(100);
                Worker worker = new Worker(keys)) {
            for (int i = 0; i < many; i++) {
                assertThat(worker.claim("k" + i)).isTrue();
                worker.unit.commit();
            }
            for (int i = many - 100; i < many; i++) {
                assertThat(worker.claim("k" + i)).isFalse();
            }
            assertThat(worker.claim("k0")).isTrue();
        }
        await().until(() -> store.status(KEYS).depth() <= 201);
    }
}
