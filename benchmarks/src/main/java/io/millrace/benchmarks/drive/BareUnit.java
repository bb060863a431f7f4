package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.scenario.Database;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.postgresql.xa.PGXADataSource;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/** One thread's sessions with the broker and a database, and its unit of work after unit. */
abstract sealed class BareUnit implements AutoCloseable {

    /**
     * As far as a quick instance of a flow reads ahead: a whole unit of the benchmark's messages.
     */
    private static final int WINDOW = 80 << 10;

    private static final String UPDATE = "UPDATE BENCH_ORDERS SET TIMES = TIMES + 1 WHERE ID = ?";

    final ClientSession session;
    final Connection connection;
    private final ClientConsumer consumer;
    private final ClientProducer producer;
    private final PreparedStatement update;

    private BareUnit(ClientSession session, Connection connection, String input, String output)
            throws ActiveMQException, SQLException {
        this.session = session;
        this.connection = connection;
        consumer = session.createConsumer(input, null, WINDOW, -1, false);
        producer = session.createProducer(output);
        update = connection.prepareStatement(UPDATE);
    }

    /** The database commits, then the queues. */
    static BareUnit plain(CoreApi api, Database database, String input, String output)
            throws Exception {
        Connection connection = DriverManager.getConnection(database.url(), database.user(), "");
        connection.setAutoCommit(false);
        return new Plain(api.session(true), connection, input, output);
    }

    /** Both commit, or none: the database prepares, and the queues' commit decides. */
    static BareUnit coordinated(CoreApi api, Database database, String input, String output)
            throws Exception {
        PGXADataSource source = new PGXADataSource();
        source.setUrl(database.url());
        source.setUser(database.user());
        return new Coordinated(api.session(true), source.getXAConnection(), input, output);
    }

    ClientMessage receive(long millis) throws ActiveMQException {
        return consumer.receive(millis);
    }

    /** A message that has come already; null for none. */
    ClientMessage ready() throws ActiveMQException {
        return BareLoop.hasMore(consumer) ? consumer.receiveImmediate() : null;
    }

    void work(ClientMessage in, String row) throws ActiveMQException, SQLException {
        update.setString(1, row);
        update.executeUpdate();
        ClientMessage out = BareLoop.copy(session, in, RoutingType.ANYCAST);
        sending(out);
        producer.send(out);
        in.acknowledge();
    }

    /** A message is about to be put. */
    void sending(ClientMessage out) {}

    boolean isClosed() {
        return consumer.isClosed();
    }

    abstract void begin() throws XAException;

    abstract void commit() throws ActiveMQException, SQLException, XAException;

    @Override
    public void close() {
        CoreApi.close(session);
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Plain extends BareUnit {

        Plain(ClientSession session, Connection connection, String input, String output)
                throws ActiveMQException, SQLException {
            super(session, connection, input, output);
        }

        @Override
        void begin() {
            // Both begin by themselves.
        }

        @Override
        void commit() throws ActiveMQException, SQLException {
            connection.commit();
            session.commit();
        }
    }

    private static final class Coordinated extends BareUnit {
        private final XAConnection database;
        private final XAResource rows;
        private BareBranch branch;
        private boolean decided;

        Coordinated(ClientSession session, XAConnection database, String input, String output)
                throws ActiveMQException, SQLException {
            super(session, database.getConnection(), input, output);
            this.database = database;
            this.rows = database.getXAResource();
        }

        @Override
        void begin() throws XAException {
            byte[] unit =
                    ByteBuffer.allocate(2 * Long.BYTES)
                            .putLong(System.nanoTime())
                            .putLong(ThreadLocalRandom.current().nextLong())
                            .array();
            branch = new BareBranch(unit, new byte[] {1});
            decided = false;
            rows.start(branch, XAResource.TMNOFLAGS);
        }

        /**
         * The first message has the unit's id, which Artemis keeps in its journal with the unit.
         */
        @Override
        void sending(ClientMessage out) {
            if (!decided) {
                out.putBytesProperty(
                        Message.HDR_DUPLICATE_DETECTION_ID, branch.getGlobalTransactionId());
                decided = true;
            }
        }

        @Override
        void commit() throws ActiveMQException, XAException {
            rows.end(branch, XAResource.TMSUCCESS);
            rows.prepare(branch);
            session.commit();
            rows.commit(branch, false);
        }

        @Override
        public void close() {
            super.close();
            try {
                database.close();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
