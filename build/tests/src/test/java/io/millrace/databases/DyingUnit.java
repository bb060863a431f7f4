package io.millrace.databases;

import io.millrace.engine.database.CoordinatedSource;
import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DataSourceProvider;
import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.database.JdbcDrivers;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.CoordinatedQueues;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;
import io.millrace.engine.resource.Secret;
import io.millrace.engine.work.Coordinator;
import io.millrace.engine.work.CoordinatorProvider;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.store.xa.Decision;
import io.millrace.store.xa.XaParticipant;
import io.millrace.store.xa.XaRecoverable;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A process that takes a message from IN, inserts a row, puts a message to OUT in one coordinated
 * unit, and dies while it commits: in the prepare or commit of a third resource, which stands
 * before, between or behind the others.
 */
final class DyingUnit {

    static final String KILLER = "killer";

    /** What takes part. */
    record Parts(CoordinatedQueues queues, DataSources sources, Coordinator coordinator)
            implements AutoCloseable {

        static Parts open(Path home, String url) {
            Parts parts = openWithoutQueues(home, url);
            parts.coordinator().register(parts.queues());
            return parts;
        }

        /** The coordinator does not know of the queues. */
        static Parts openWithoutQueues(Path home, String url) {
            ClassLoader loader = DyingUnit.class.getClassLoader();
            CoordinatedQueues queues =
                    (CoordinatedQueues)
                            QueueStores.load(loader)
                                    .provider(QueueStores.ARTEMIS)
                                    .open(QueueStoreSettings.embedded(home));
            DataSources sources =
                    ServiceLoader.load(DataSourceProvider.class)
                            .findFirst()
                            .orElseThrow()
                            .open(
                                    List.of(
                                            new DataSourceDefinition(
                                                    "STOCK",
                                                    url,
                                                    PostgresServer.user(),
                                                    Secret.NONE,
                                                    4)),
                                    JdbcDrivers.load(loader));
            Coordinator coordinator =
                    ServiceLoader.load(CoordinatorProvider.class)
                            .findFirst()
                            .orElseThrow()
                            .open(home.resolve("transactions"));
            coordinator.register(sources.coordinated("STOCK").orElseThrow());
            coordinator.register(new Forgotten());
            return new Parts(queues, sources, coordinator);
        }

        CoordinatedSource stock() {
            return sources.coordinated("STOCK").orElseThrow();
        }

        @Override
        public void close() {
            coordinator.close();
            sources.close();
            queues.close();
        }

        /** Units that the queues have decided and not forgotten. */
        List<String> decided() {
            return ((XaRecoverable) queues)
                    .decisions().orElseThrow().open().stream().map(Decision::unit).toList();
        }
    }

    /** The third resource as the recovery sees it: it has nothing prepared. */
    private static final class Forgotten implements XaRecoverable {
        @Override
        public String resourceName() {
            return label();
        }

        @Override
        public String label() {
            return KILLER;
        }

        @Override
        public MillraceException down(XAException error) {
            return new MillraceException(ErrorCode.QUEUE_STORE_DOWN, KILLER, error);
        }

        @Override
        public Line connect() {
            return new Line() {
                @Override
                public XAResource resource() {
                    return new Killer("");
                }

                @Override
                public void close() {}
            };
        }
    }

    /** Ends the process at a moment: {@code prepare} or {@code commit}. */
    private record Killer(String moment) implements XAResource, XaParticipant {
        @Override
        public XAResource resource() {
            return this;
        }

        @Override
        public String label() {
            return KILLER;
        }

        @Override
        public String resourceName() {
            return KILLER;
        }

        @Override
        public Optional<MillraceException> passing(XAException error) {
            return Optional.empty();
        }

        @Override
        public Kind kind() {
            return Kind.DATABASE;
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        private void at(String now) {
            if (moment.equals(now)) {
                Runtime.getRuntime().halt(9);
            }
        }

        @Override
        public int prepare(Xid xid) {
            at("prepare");
            return XA_OK;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) {
            at("commit");
        }

        @Override
        public void start(Xid xid, int flags) {}

        @Override
        public void end(Xid xid, int flags) {}

        @Override
        public void forget(Xid xid) {}

        @Override
        public Xid[] recover(int flag) {
            return new Xid[0];
        }

        @Override
        public void rollback(Xid xid) {}

        @Override
        public boolean isSameRM(XAResource other) {
            return other == this;
        }

        @Override
        public int getTransactionTimeout() {
            return 0;
        }

        @Override
        public boolean setTransactionTimeout(int seconds) {
            return false;
        }
    }

    private DyingUnit() {}

    /** Home folder, URL of the database, place of the killer (0, 1, 2), moment. */
    public static void main(String[] arguments) {
        int place = Integer.parseInt(arguments[2]);
        Killer killer = new Killer(arguments[3]);
        Parts parts = Parts.open(Path.of(arguments[0]), arguments[1]);
        parts.queues().create(QueueDefinition.named("IN"));
        parts.queues().create(QueueDefinition.named("OUT"));
        QueueMessage message = new QueueMessage(new Mqmd().persistence(1), Bytes.utf8("order"));
        try (QueueSession session = parts.queues().session()) {
            session.put("IN", message, false);
        }
        UnitOfWork unit = new UnitOfWork(parts.coordinator());
        QueueSession session = parts.queues().session(unit);
        DatabaseSession stock = parts.stock().open(unit);
        if (place == 0) {
            unit.enlist(killer);
        }
        QueueMessage received = session.reader("IN").receive(10_000);
        session.put("OUT", received, true);
        if (place == 1) {
            unit.enlist(killer);
        }
        stock.update("INSERT INTO PART VALUES ('order')", List.of());
        if (place == 2) {
            unit.enlist(killer);
        }
        unit.commit();
        throw new IllegalStateException("the process should be dead");
    }
}
