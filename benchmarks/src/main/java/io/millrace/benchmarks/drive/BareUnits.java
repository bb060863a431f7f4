package io.millrace.benchmarks.drive;

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
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * The minimum cost of units of work of queues and a database: threads that take ready messages,
 * update a row for each, put them to another queue, and commit, with Artemis' core API and JDBC,
 * without an engine or a transaction manager. Without coordination the database commits, then the
 * queues. With coordination the database prepares, the queues commit together with the unit's id,
 * and the database commits; nothing would recover units after a failure.
 */
final class BareUnits extends Contender {

    /** Read-ahead of a flow instance: a whole unit of messages. */
    private static final int WINDOW = 80 << 10;

    private static final String UPDATE = "UPDATE BENCH_ORDERS SET TIMES = TIMES + 1 WHERE ID = ?";

    private final int max;
    private final List<Unit> units = new ArrayList<>();
    private final Workers workers = new Workers();

    BareUnits(Place place, Scenario scenario) throws Exception {
        this(place, scenario, "BARE.UNITS." + (scenario.isCoordinated() ? "YES" : "NO"));
    }

    private BareUnits(Place place, Scenario scenario, String queue) throws Exception {
        super("bare-units", place.queue(queue + ".IN"), place.queue(queue + ".OUT"));
        max = scenario.sharesUnits() ? Maker.UNIT : 1;
        try {
            for (int i = 0; i < scenario.instances(); i++) {
                Unit unit = new Unit(place, scenario.isCoordinated());
                units.add(unit);
                workers.start("bare-unit-" + i, unit.consumer, unit::run);
            }
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    @Override
    public void close() {
        workers.end();
        units.forEach(Unit::close);
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record BranchId(
            int getFormatId, byte[] getGlobalTransactionId, byte[] getBranchQualifier)
            implements Xid {}

    /** The sessions of a thread. */
    private final class Unit {

        private final ClientSession session;
        private final XAConnection coordinated;
        private final Connection connection;
        private final ClientConsumer consumer;
        private final ClientProducer producer;
        private final PreparedStatement update;

        Unit(Place place, boolean coordinates) throws Exception {
            Database database = place.database();
            session = place.api().session(true, false);
            if (coordinates) {
                PGXADataSource source = new PGXADataSource();
                source.setUrl(database.url());
                source.setUser(database.user());
                coordinated = source.getXAConnection();
                connection = coordinated.getConnection();
            } else {
                coordinated = null;
                connection = database.connect();
                connection.setAutoCommit(false);
            }
            consumer = session.createConsumer(input, null, WINDOW, -1, false);
            producer = session.createProducer(output);
            update = connection.prepareStatement(UPDATE);
        }

        void run() throws ActiveMQException, SQLException, XAException {
            ClientMessage first = consumer.receive(BareLoop.POLL_MILLIS);
            if (first != null && coordinated == null) {
                work(first, null);
                connection.commit();
                session.commit();
            } else if (first != null) {
                XAResource rows = coordinated.getXAResource();
                byte[] id =
                        ByteBuffer.allocate(2 * Long.BYTES)
                                .putLong(System.nanoTime())
                                .putLong(ThreadLocalRandom.current().nextLong())
                                .array();
                Xid branch = new BranchId(0x4241, id, new byte[] {1});
                rows.start(branch, XAResource.TMNOFLAGS);
                work(first, id);
                rows.end(branch, XAResource.TMSUCCESS);
                rows.prepare(branch);
                session.commit();
                rows.commit(branch, false);
            }
        }

        /**
         * Processes messages in a unit. The first message carries the unit's id, which Artemis
         * stores in its journal.
         */
        private void work(ClientMessage first, byte[] id) throws ActiveMQException, SQLException {
            int held = 0;
            for (ClientMessage in = first; in != null; ) {
                update.setString(1, "R" + ThreadLocalRandom.current().nextInt(Database.ROWS));
                update.executeUpdate();
                ClientMessage out =
                        BareLoop.copy(session, in, BareLoop.body(in), RoutingType.ANYCAST);
                if (id != null && held == 0) {
                    out.putBytesProperty(Message.HDR_DUPLICATE_DETECTION_ID, id);
                }
                producer.send(out);
                in.acknowledge();
                in = ++held < max ? BareLoop.ready(consumer) : null;
            }
        }

        void close() {
            CoreApi.close(session);
            try {
                connection.close();
                if (coordinated != null) {
                    coordinated.close();
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
