package io.millrace.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.queue.Acceptor;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.server.Millrace;
import io.millrace.server.console.Console;
import io.millrace.testing.JavaProcess;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code millrace uow} on units that another process prepared and did not end. */
class UowCommandTest {

    private static final String FLOW =
            """
            flow: work
            coordinatedTransaction: yes
            nodes:
              in:     {type: MQInput, queue: IN, domain: XMLNSC}
              work:   {type: DataInsert, dataSource: STOCK, table: PART, mapping: [ID = Body.a]}
            connections:
              in.out: work
            """;

    private static final Pattern IN_DOUBT =
            Pattern.compile("(?m)^(\\S+\\.\\S+) +data source STOCK");

    @TempDir Path home;

    private PostgresServer server;
    private Path application;

    @BeforeEach
    void prepare() throws Exception {
        server = PostgresServer.shared();
        server.run("CREATE TABLE PART (ID VARCHAR(20))");
        application = Files.createDirectories(home.resolve("work"));
        Files.writeString(
                application.resolve("application.yaml"),
                "name: work\ndataSources:\n  STOCK: {url: \""
                        + server.url()
                        + "\", user: postgres}\n");
        Files.writeString(application.resolve("work.flow.yaml"), FLOW);
        Process process =
                JavaProcess.of(
                                DyingUnit.class,
                                List.of(),
                                home.resolve("gone").toString(),
                                server.url(),
                                "2",
                                "prepare")
                        .redirectErrorStream(true)
                        .redirectOutput(home.resolve("output").toFile())
                        .start();
        assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
    }

    private int rows() throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url(), "postgres", "");
                ResultSet row =
                        connection.createStatement().executeQuery("SELECT COUNT(*) FROM PART")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static String run(boolean terminal, String answer, String... arguments) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        Millrace.run(new Console(text, text, terminal, () -> answer), arguments);
        return text.toString(StandardCharsets.UTF_8);
    }

    private String uow(String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "uow";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[all.length - 2] = "--home";
        all[all.length - 1] = home.resolve("home").toString();
        return run(false, "", all);
    }

    private static String branch(String list) {
        Matcher branch = IN_DOUBT.matcher(list);
        assertThat(branch.find()).as(list).isTrue();
        return branch.group(1);
    }

    @Test
    void aBranchOfACoordinatorThatIsGoneIsEndedThroughTheBrokerThatRuns() throws Exception {
        try (Broker broker =
                Broker.builder()
                        .home(home.resolve("home"))
                        .acceptor(Acceptor.loopback(Acceptor.Protocol.CORE))
                        .start()) {
            broker.deploy(Application.load(application));
            String list = uow("list");
            String node = Files.readString(home.resolve("gone/transactions/node")).strip();
            assertThat(list).contains(node).doesNotContain("unknown");
            String branch = branch(list);
            assertThat(uow("show", branch))
                    .contains("data source STOCK")
                    .contains("no longer exists");
            String unit = branch.substring(0, branch.lastIndexOf('.'));
            assertThat(uow("commit", unit)).contains("--yes is required");
            assertThat(rows()).isZero();
            assertThat(uow("commit", unit, "--yes")).contains("committed " + branch);
            assertThat(rows()).isEqualTo(1);
            assertThat(uow("list")).doesNotContain("in doubt");
            assertThat(uow("commit", unit, "--yes")).contains("no unit of work");
            assertThat(auditLog()).contains("unit.commit", unit);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"commit", "rollback"})
    void aPreparedBranchIsEndedThroughTheAdministrationApi(String outcome) throws Exception {
        Path own = home.resolve("home");
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        Console console = new Console(output, output, false);
        Thread server =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> Millrace.run(console, "server", "--home", own.toString()));
        try {
            await().until(
                            () ->
                                    !server.isAlive()
                                            || output.toString(StandardCharsets.UTF_8)
                                                    .contains(" is ready: "));
            assertThat(run(false, "", "deploy", application.toString(), "--home", own.toString()))
                    .contains("work is running");
            // With this option, commands use the API.
            String token = own.resolve("server/token").toString();
            String branch = branch(uow("list", "--token-file", token));
            assertThat(uow(outcome, branch, "--token-file", token)).contains("--yes is required");
            assertThat(rows()).isZero();
            assertThat(uow(outcome, branch, "--yes", "--json", "--token-file", token))
                    .contains("\"action\" : \"" + outcome + "\"", branch);
            assertThat(rows()).isEqualTo(outcome.equals("commit") ? 1 : 0);
            assertThat(uow("list", "--token-file", token)).doesNotContain("in doubt");
            assertThat(uow(outcome, branch, "--yes", "--token-file", token))
                    .contains("no unit of work");
        } finally {
            server.interrupt();
            server.join();
        }
    }

    private String auditLog() throws IOException {
        return Files.readString(home.resolve("home/audit.log"));
    }

    @Test
    void aPersonAtATerminalIsAskedFirst() throws Exception {
        try (Broker broker = Broker.builder().home(home.resolve("home")).start()) {
            assertThat(broker.unresolved().report().inDoubt()).isEmpty();
        }
        String branch = branch(uow("list", "--application", application.toString()));
        String[] rollback = {
            "uow",
            "rollback",
            branch,
            "--application",
            application.toString(),
            "--home",
            home.resolve("home").toString()
        };
        assertThat(run(true, "n", rollback)).contains("nothing was done");
        assertThat(auditLog()).doesNotContain("unit.");
        assertThat(run(true, "y", rollback)).contains("rolled back " + branch);
        assertThat(auditLog()).contains("unit.rollBack", branch);
        assertThat(rows()).isZero();
        assertThat(uow("list", "--application", application.toString())).doesNotContain("in doubt");
    }

    @Test
    void theHomeThatBeganAUnitEndsItWhenItIsOpened() throws Exception {
        String[] list = {
            "uow", "list",
            "--application", application.toString(),
            "--home", home.resolve("gone").toString()
        };
        assertThat(run(false, "", list)).doesNotContain("in doubt");
        assertThat(rows()).isZero();
        // Fails where a branch still holds its locks.
        server.run("SET lock_timeout = '2s'", "DROP TABLE PART");
    }
}
