package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.scenario.Database;
import io.millrace.benchmarks.scenario.Scenario;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
public final class BareUnits extends Mover {

    /** Its name in results. */
    public static final String WHO = "bare-units";

    /** Creates the contenders of a scenario of coordination; the place must have a PostgreSQL. */
    public static final Maker MAKER =
            (place, scenario, persistent) -> Optional.of(start(place, scenario));

    private static final int POLL_MILLIS = 100;

    /** Maximum number of messages, as in an automatic unit of a flow. */
    private static final int MAX_MESSAGES = 64;

    /** Read-ahead of a flow instance: a whole unit of messages. */
    private static final int WINDOW = 80 << 10;

    private static final String UPDATE = "UPDATE BENCH_ORDERS SET TIMES = TIMES + 1 WHERE ID = ?";

    private final int max;
    private final List<Unit> units = new ArrayList<>();
    private final Workers workers = new Workers();

    private BareUnits(String input, String output, int max) {
        super(WHO, input, output);
        this.max = max;
    }

    private static BareUnits start(Place place, Scenario scenario) throws Exception {
        boolean coordinated = scenario.isCoordinated();
        String queue = "BARE.UNITS." + (coordinated ? "YES" : "NO");
        BareUnits made =
                new BareUnits(
                        place.queue(queue + ".IN"),
                        place.queue(queue + ".OUT"),
                        scenario.sharesUnits() ? MAX_MESSAGES : 1);
        try {
            for (int i = 0; i < scenario.instances(); i++) {
                Unit unit = made.new Unit(place, coordinated);
                made.units.add(unit);
                made.workers.start("bare-unit-" + i, unit::run);
            }
            return made;
        } catch (Exception e) {
            made.close();
            throw e;
        }
    }

    @Override
    public void close() {
        workers.end();
        units.forEach(Unit::close);
    }

    private record BranchId(byte[] unit, byte[] branch) implements Xid {

        private static final int FORMAT = 0x4241;

        @Override
        public int getFormatId() {
            return FORMAT;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return unit;
        }

        @Override
        public byte[] getBranchQualifier() {
            return branch;
        }
    }

    /** The sessions of a thread, and its units of work. */
    private final class Unit {

        private final ClientSession session;
        private final XAConnection coordinated;
        private final Connection connection;
        private final ClientConsumer consumer;
        private final ClientProducer producer;
        private final PreparedStatement update;

        Unit(Place place, boolean coordinates) throws Exception {
            Database database = place.database();
            session = place.api().session(true);
            if (coordinates) {
                PGXADataSource source = new PGXADataSource();
                source.setUrl(database.url());
                source.setUser(database.user());
                coordinated = source.getXAConnection();
                connection = coordinated.getConnection();
            } else {
                coordinated = null;
                connection = DriverManager.getConnection(database.url(), database.user(), "");
                connection.setAutoCommit(false);
            }
            consumer = session.createConsumer(input(), null, WINDOW, -1, false);
            producer = session.createProducer(output());
            update = connection.prepareStatement(UPDATE);
        }

        void run() {
            try {
                while (workers.areToGoOn()) {
                    ClientMessage first = consumer.receive(POLL_MILLIS);
                    if (first != null && coordinated == null) {
                        work(first, null);
                        connection.commit();
                        session.commit();
                    } else if (first != null) {
                        coordinate(first, coordinated.getXAResource());
                    }
                }
            } catch (ActiveMQException | SQLException | XAException e) {
                // Expected if the end of the run closed the session.
                if (workers.areToGoOn() && !consumer.isClosed()) {
                    throw new IllegalStateException(e);
                }
            }
        }

        private void coordinate(ClientMessage first, XAResource rows)
                throws ActiveMQException, SQLException, XAException {
            byte[] id =
                    ByteBuffer.allocate(2 * Long.BYTES)
                            .putLong(System.nanoTime())
                            .putLong(ThreadLocalRandom.current().nextLong())
                            .array();
            BranchId branch = new BranchId(id, new byte[] {1});
            rows.start(branch, XAResource.TMNOFLAGS);
            work(first, id);
            rows.end(branch, XAResource.TMSUCCESS);
            rows.prepare(branch);
            session.commit();
            rows.commit(branch, false);
        }

        /**
         * Processes messages in a unit. The first message carries the unit's id, which Artemis
         * stores in its journal.
         */
        private void work(ClientMessage first, byte[] id) throws ActiveMQException, SQLException {
            int held = 0;
            for (ClientMessage in = first; in != null; in = held < max ? ready() : null) {
                update.setString(1, "R" + ThreadLocalRandom.current().nextInt(Database.ROWS));
                update.executeUpdate();
                ClientMessage out = BareLoop.copy(session, in, RoutingType.ANYCAST);
                if (id != null && held == 0) {
                    out.putBytesProperty(Message.HDR_DUPLICATE_DETECTION_ID, id);
                }
                producer.send(out);
                in.acknowledge();
                held++;
            }
        }

        private ClientMessage ready() throws ActiveMQException {
            return BareLoop.hasMore(consumer) ? consumer.receiveImmediate() : null;
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
