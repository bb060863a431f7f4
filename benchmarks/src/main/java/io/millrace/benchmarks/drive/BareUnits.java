package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.scenario.Database;
import io.millrace.benchmarks.scenario.Scenario;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.client.ClientMessage;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

import javax.transaction.xa.XAException;

/**
 * The least that units of work of queues and a database cost: threads that take what is ready,
 * update a row of the database for each message, put it to another queue, and commit; over the core
 * API of Artemis and JDBC, without an engine or a transaction manager. Without coordination the
 * database commits, then the queues. With it the database prepares, the queues commit, and with
 * them that the unit does, and the database commits: nobody would recover what it leaves behind.
 *
 * <p>Units hold as many messages as those of a flow: what has reached the thread's consumer, up to
 * a number.
 */
public final class BareUnits implements Contender {

    /** Its name in results. */
    public static final String WHO = "bare-units";

    private static final int POLL_MILLIS = 100;

    /** As many as an automatic unit of a flow. */
    private static final int MOST = 64;

    private final String input;
    private final String output;
    private final int most;
    private final boolean coordinated;
    private final List<BareUnit> units = new ArrayList<>();
    private final Workers workers = new Workers();

    private BareUnits(String input, String output, int most, boolean coordinated) {
        this.input = input;
        this.output = output;
        this.most = most;
        this.coordinated = coordinated;
    }

    /** Those of a scenario of coordination; the place has a PostgreSQL. */
    public static final Maker MAKER =
            (place, scenario, persistent) -> Optional.of(start(place, scenario));

    private static BareUnits start(Place place, Scenario scenario) throws Exception {
        boolean coordinated = scenario.isCoordinated();
        String queue = "BARE.UNITS." + (coordinated ? "YES" : "NO");
        BareUnits made =
                new BareUnits(
                        place.queue(queue + ".IN"),
                        place.queue(queue + ".OUT"),
                        scenario.sharesUnits() ? MOST : 1,
                        coordinated);
        try {
            for (int i = 0; i < scenario.instances(); i++) {
                made.start(i, place);
            }
            return made;
        } catch (Exception e) {
            made.close();
            throw e;
        }
    }

    private void start(int number, Place place) throws Exception {
        BareUnit unit =
                coordinated
                        ? BareUnit.coordinated(place.api(), place.database(), input, output)
                        : BareUnit.plain(place.api(), place.database(), input, output);
        units.add(unit);
        workers.start("bare-unit-" + number, () -> run(unit));
    }

    private void run(BareUnit unit) {
        try {
            while (workers.areToGoOn()) {
                ClientMessage first = unit.receive(POLL_MILLIS);
                if (first != null) {
                    together(unit, first);
                }
            }
        } catch (ActiveMQException | SQLException | XAException e) {
            // Closed under it where the whole run is being ended; its clients say so where it is
            // not.
            if (workers.areToGoOn() && !unit.isClosed()) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void together(BareUnit unit, ClientMessage first)
            throws ActiveMQException, SQLException, XAException {
        unit.begin();
        int held = 0;
        for (ClientMessage in = first; in != null; in = held < most ? unit.ready() : null) {
            unit.work(in, "R" + ThreadLocalRandom.current().nextInt(Database.ROWS));
            held++;
        }
        unit.commit();
    }

    @Override
    public String who() {
        return WHO;
    }

    @Override
    public String input() {
        return input;
    }

    @Override
    public String output() {
        return output;
    }

    @Override
    public void check(Scenario scenario, int bytes, byte[] reply) {
        if (!Arrays.equals(reply, scenario.request(bytes).bytes())) {
            throw new IllegalStateException("a bare unit changed a message");
        }
    }

    @Override
    public void close() {
        workers.end();
        units.forEach(BareUnit::close);
    }
}
