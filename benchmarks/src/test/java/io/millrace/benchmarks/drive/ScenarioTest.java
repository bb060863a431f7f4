package io.millrace.benchmarks.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.benchmarks.Resources;
import io.millrace.benchmarks.result.Work;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Broker;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

class ScenarioTest {

    private static final Duration PATIENCE = Duration.ofSeconds(240);

    @Test
    void eachRowOfTheReportHasAScenario() {
        assertThat(ReportRow.wmqi()).hasSize(192);
        assertThat(Scenario.all().stream().flatMap(scenario -> scenario.works().stream()))
                .containsExactlyInAnyOrderElementsOf(
                        ReportRow.wmqi().stream().map(ReportRow::work).toList());
    }

    @Test
    void theCopyOfTheReportsFiguresIsTheirTranscription() throws Exception {
        Path original = Path.of("../../shared/reference/wmqi-v21-node-costs.csv");
        assumeTrue(
                Files.exists(original),
                "The transcription of IBM's report is not in the repository: " + original);
        assertThat(Resources.text("reference/wmqi-v21-node-costs.csv"))
                .isEqualTo(Files.readString(original));
    }

    @Test
    void requestsAreAsLargeAsTheirRowsSay() {
        for (Scenario scenario : Scenario.all()) {
            for (Work work : scenario.works()) {
                int size = work.sizeBytes();
                Request request = scenario.request(size);
                assertThat(request.bytes().length - request.headerBytes())
                        .as("%s, %d bytes", scenario, size)
                        .isBetween(size * 95 / 100, size * 105 / 100);
            }
        }
    }

    /** They are left out where the database has no forced writes; the report's own are not. */
    @Test
    void scenariosOfSharedForcedWritesAreOurOwn() {
        assertThat(Scenario.all()).noneMatch(Scenario::sharesForcedWrites);
        assertThat(Scenario.beyond().stream().filter(Scenario::sharesForcedWrites)).hasSize(8);
    }

    /** Else a flow that shares units would stand beside others that have none. */
    @Test
    void flowsHaveUnitsWhereThoseTheyAreComparedWithHave() {
        Stream.concat(Scenario.all().stream(), Scenario.beyond().stream())
                .forEach(
                        scenario ->
                                assertThat(String.join("\n", scenario.files().values()))
                                        .as("%s", scenario)
                                        .contains(
                                                "transactionMode: "
                                                        + (scenario.isTransacted(false)
                                                                ? "yes"
                                                                : "automatic")));
    }

    @Test
    void eachScenarioGivesTheRepliesThatItShould(@TempDir Path home) throws SQLException {
        Database database = new Database("h2", "jdbc:h2:" + home.resolve("bench"), "sa");
        database.prepare();
        try (Broker broker = Broker.builder().home(home.resolve("home")).start()) {
            for (Scenario scenario : Scenario.all()) {
                broker.deploy(scenario.application(database));
            }
            for (Scenario scenario : Scenario.all()) {
                Work small = scenario.works().getFirst();
                Work persistent = scenario.works().getLast();
                assertThat(persistent.persistent()).isTrue();
                roundTrip(broker, scenario, small);
                roundTrip(broker, scenario, persistent);
            }
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT SUM(TIMES) FROM BENCH_ORDERS")) {
                row.next();
                assertThat(row.getInt(1)).as("updates of 7.10").isEqualTo(4);
            }
        }
    }

    private static void roundTrip(Broker broker, Scenario scenario, Work work) {
        int size = work.sizeBytes();
        broker.put(scenario.inputQueue(), scenario.request(size).message(work.persistent()));
        QueueMessage reply = got(broker, scenario, scenario.outputQueue());
        scenario.check(size, reply.body().toArray());
        assertThat(reply.descriptor().isPersistent())
                .as("%s", scenario)
                .isEqualTo(work.persistent());
        for (String queue : scenario.drainedQueues()) {
            scenario.check(size, got(broker, scenario, queue).body().toArray());
        }
    }

    private static QueueMessage got(Broker broker, Scenario scenario, String queue) {
        Optional<QueueMessage> reply = broker.get(queue, PATIENCE);
        assertThat(reply).as("%s, a message on %s", scenario, queue).isPresent();
        return reply.orElseThrow();
    }
}
