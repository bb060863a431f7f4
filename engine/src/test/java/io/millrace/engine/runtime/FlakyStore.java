package io.millrace.engine.runtime;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueBrowser;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A store that can be taken down; sessions that saw it down stay broken. */
final class FlakyStore implements QueueStore {

    private final QueueStore real;
    private final AtomicInteger sessions = new AtomicInteger();
    private final List<Long> firstTimeouts = new CopyOnWriteArrayList<>();
    private volatile boolean down;

    FlakyStore(QueueStore real) {
        this.real = real;
    }

    void down(boolean value) {
        down = value;
    }

    /** Returns the timeouts of the first receives of all readers. */
    List<Long> firstTimeouts() {
        return firstTimeouts;
    }

    int sessions() {
        return sessions.get();
    }

    private void check() {
        if (down) {
            throw new MillraceException(ErrorCode.QUEUE_STORE_DOWN, "the store is down");
        }
    }

    @Override
    public QueueSession session() {
        check();
        sessions.incrementAndGet();
        return new Session(real.session());
    }

    private final class Session implements QueueSession {
        private final QueueSession session;
        private boolean broken;

        Session(QueueSession session) {
            this.session = session;
        }

        private void use() {
            broken |= down;
            if (broken) {
                throw new MillraceException(ErrorCode.QUEUE_STORE_DOWN, "the session is broken");
            }
        }

        @Override
        public QueueReader reader(String queue) {
            use();
            QueueReader reader = session.reader(queue);
            return new QueueReader() {
                private boolean isUsed;

                @Override
                public QueueMessage receive(long timeoutMillis) {
                    if (!isUsed) {
                        firstTimeouts.add(timeoutMillis);
                        isUsed = true;
                    }
                    use();
                    QueueMessage message = reader.receive(Math.min(timeoutMillis, 5));
                    if (down) {
                        session.rollback();
                    }
                    use();
                    return message;
                }

                @Override
                public QueueMessage receive(Predicate<QueueMessage> filter) {
                    use();
                    return reader.receive(filter);
                }

                @Override
                public void acceptNow() {
                    reader.acceptNow();
                }

                @Override
                public void giveBack() {
                    reader.giveBack();
                }

                @Override
                public void wake() {
                    reader.wake();
                }

                @Override
                public void close() {
                    reader.close();
                }
            };
        }

        @Override
        public QueueMessage take(
                String queue, Bytes id, Predicate<Mqmd> filter, long timeoutMillis) {
            use();
            return session.take(queue, id, filter, timeoutMillis);
        }

        @Override
        public Mqmd put(String queue, QueueMessage message, boolean inUnit) {
            use();
            return session.put(queue, message, inUnit);
        }

        @Override
        public void publish(String topic, QueueMessage message, boolean inUnit) {
            use();
        }

        @Override
        public int maxUncommittedMessages() {
            return session.maxUncommittedMessages();
        }

        @Override
        public void commit() {
            use();
            session.commit();
        }

        @Override
        public void rollback() {
            session.rollback();
        }

        @Override
        public void close() {
            session.close();
        }
    }

    @Override
    public QueueBrowser browser(String queue) {
        return real.browser(queue);
    }

    @Override
    public Optional<QueueMessage> browse(String queue, Bytes id, Predicate<Mqmd> filter) {
        return real.browse(queue, id, filter);
    }

    @Override
    public void create(QueueDefinition definition) {
        real.create(definition);
    }

    @Override
    public Optional<QueueDefinition> definition(String queue) {
        return real.definition(queue);
    }

    @Override
    public void delete(String queue) {
        real.delete(queue);
    }

    @Override
    public List<QueueStatus> status() {
        return real.status();
    }

    @Override
    public QueueStatus status(String queue) {
        return real.status(queue);
    }

    @Override
    public void browse(String queue, Consumer<QueueMessage> consumer) {
        real.browse(queue, consumer);
    }

    @Override
    public List<QueueMessage> browse(String queue, int max) {
        return real.browse(queue, max);
    }

    @Override
    public long clear(String queue) {
        return real.clear(queue);
    }

    @Override
    public void close() {
        real.close();
    }
}
