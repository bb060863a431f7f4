package io.millrace.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.work.InDoubtBranch;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.testing.FaultProxy;
import io.millrace.testing.JavaProcess;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What a process leaves behind that dies while a coordinated unit commits. */
class RecoveryTest {

    @TempDir Path home;

    private PostgresServer server;

    @BeforeEach
    void startServer() {
        server = PostgresServer.shared();
    }

    private void die(int place, String moment) throws Exception {
        server.run("CREATE TABLE PART (ID VARCHAR(20))");
        Path output = home.resolve("output");
        Process process =
                JavaProcess.of(
                                DyingUnit.class,
                                List.of(),
                                home.resolve("home").toString(),
                                server.url(),
                                Integer.toString(place),
                                moment)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(() -> text(output)).isEqualTo(9);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private int rows() throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url(), "postgres", "");
                ResultSet row =
                        connection.createStatement().executeQuery("SELECT COUNT(*) FROM PART")) {
            row.next();
            return row.getInt(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, prepare", "0, commit"})
    void aUnitEndsForAllItsResourcesAlike(int place, String moment) throws Exception {
        die(place, moment);
        try (DyingUnit.Parts parts = DyingUnit.Parts.open(home.resolve("home"), server.url())) {
            parts.coordinator().recover();
            boolean decided = moment.equals("commit");
            assertThat(parts.queues().inDoubt()).isEmpty();
            assertThat(parts.stock().inDoubt()).isEmpty();
            assertThat(rows()).isEqualTo(decided ? 1 : 0);
            assertThat(parts.queues().status("OUT").depth()).isEqualTo(decided ? 1 : 0);
            assertThat(parts.queues().status("IN").depth()).isEqualTo(decided ? 0 : 1);
            assertThat(parts.coordinator().damaged()).isEmpty();
            assertThat(parts.decided()).isEmpty();
        }
    }

    @ParameterizedTest
    @Tag("proof")
    @CsvSource({"0, prepare", "1, prepare", "1, commit", "2, commit"})
    void aUnitEndsForItsResourcesInAnyOrder(int place, String moment) throws Exception {
        aUnitEndsForAllItsResourcesAlike(place, moment);
    }

    @Test
    void aDecisionOutlivesProcessesThatCannotReachTheDatabase() throws Exception {
        die(0, "commit");
        for (int start = 0; start < 2; start++) {
            try (FaultProxy proxy = new FaultProxy(server.port());
                    DyingUnit.Parts parts =
                            DyingUnit.Parts.open(
                                    home.resolve("home"), PostgresServer.url(proxy.port()))) {
                proxy.refuse(true);
                parts.coordinator().recover();
                assertThat(parts.decided()).hasSize(1);
                assertThat(parts.queues().status("OUT").depth()).isEqualTo(1);
            }
        }
        assertThat(rows()).isZero();
        try (DyingUnit.Parts parts = DyingUnit.Parts.open(home.resolve("home"), server.url())) {
            assertThat(parts.decided()).hasSize(1);
            parts.coordinator().recover();
            assertThat(rows()).isEqualTo(1);
            assertThat(parts.decided()).isEmpty();
        }
    }

    private static Application application(String url) {
        String source = "dataSources:\n  STOCK: {url: \"" + url + "\", user: postgres}\n";
        return Application.of(
                "stock",
                Map.of(
                        "application.yaml",
                        url.isEmpty() ? "version: 2" : source,
                        "stock.flow.yaml",
                        """
                        flow: stock
                        coordinatedTransaction: yes
                        nodes:
                          in: {type: MQInput, queue: NEXT}
                          out: {type: MQOutput, queue: DONE}
                        connections: {in.out: out}
                        """));
    }

    @Test
    void anApplicationIsNotRemovedWhileItsDataSourceHasUnitsInDoubt() throws Exception {
        die(0, "commit");
        try (FaultProxy proxy = new FaultProxy(server.port());
                Broker broker = Broker.builder().home(home.resolve("home")).start()) {
            proxy.refuse(true);
            broker.deploy(application(PostgresServer.url(proxy.port())));

            assertThatThrownBy(() -> broker.undeploy("stock"))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNITS_IN_DOUBT))
                    .hasMessageStartingWith("data source STOCK of the application stock cannot be")
                    .hasMessageContaining("cannot be reached");
            assertThatThrownBy(() -> broker.deploy(application("")))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNITS_IN_DOUBT));
            assertThat(broker.deployments().getFirst().version()).isEmpty();
            broker.put("NEXT", "still processed");
            assertThat(broker.get("DONE", Duration.ofSeconds(240))).isPresent();
            assertThat(rows()).isZero();

            proxy.refuse(false);
            broker.undeploy("stock");
            assertThat(rows()).isEqualTo(1);
            assertThat(broker.deployments()).isEmpty();
        }
    }

    @Test
    void whatIsPreparedWaitsForTheQueuesThatKnowHowItEnds() throws Exception {
        die(0, "commit");
        try (DyingUnit.Parts parts =
                DyingUnit.Parts.openWithoutQueues(home.resolve("home"), server.url())) {
            parts.coordinator().recover();
            parts.coordinator().recover();
            assertThat(parts.stock().inDoubt()).hasSize(1);
            parts.coordinator().register(parts.queues());
            parts.coordinator().recover();
            assertThat(parts.stock().inDoubt()).isEmpty();
            assertThat(rows()).isEqualTo(1);
            assertThat(parts.decided()).isEmpty();
        }
        assertThat(home.resolve("home/transactions/decided-by-queues")).doesNotExist();
    }

    @Test
    void aPersonSeesPreparedBranchesAndEndsThem() throws Exception {
        die(2, "prepare");
        try (DyingUnit.Parts parts = DyingUnit.Parts.open(home.resolve("home"), server.url())) {
            List<InDoubtBranch> queues = parts.queues().inDoubt();
            List<InDoubtBranch> stock = parts.stock().inDoubt();
            assertThat(queues).as("embedded queues decide, and prepare nothing").isEmpty();
            assertThat(stock).hasSize(1);
            assertThat(stock.getFirst().resource()).isEqualTo("data source STOCK");
            assertThat(stock.getFirst().coordinator())
                    .isEqualTo(Files.readString(home.resolve("home/transactions/node")).strip());
            parts.stock().end(stock.getFirst().id(), false);
            assertThat(rows()).isZero();
            assertThat(parts.queues().status("IN").depth()).isEqualTo(1);
            assertThat(parts.stock().inDoubt()).isEmpty();
        }
    }
}
