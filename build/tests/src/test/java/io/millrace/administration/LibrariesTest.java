package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.administration.TestServer.Result;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Libraries that are deployed by themselves, and the applications that use them. */
@Timeout(900)
class LibrariesTest {

    private static final int KILLS = 2 * Integer.getInteger("millrace.cycles", 1);
    private static final int MAX_DELAY_MILLIS = 400;

    @TempDir Path folder;

    private Path home() {
        return folder.resolve("home");
    }

    /** Writes an application that multiplies prices with the function of the library. */
    private String application(String name) throws IOException {
        Path application = Files.createDirectories(folder.resolve(name));
        Files.writeString(
                application.resolve("application.yaml"),
                "name: %s\nversion: \"7\"\nlibraries: [common]\n".formatted(name));
        Files.writeString(
                application.resolve(name + ".flow.yaml"),
                """
                flow: %1$s
                nodes:
                  in: {type: MQInput, queue: "%1$s.IN", domain: XMLNSC}
                  tax: {type: Compute, module: Tax}
                  out: {type: MQOutput, queue: "%1$s.OUT"}
                connections:
                  in.out: tax
                  tax.out: out
                """
                        .formatted(name));
        Files.writeString(
                application.resolve("tax.esql"),
                """
                CREATE COMPUTE MODULE Tax
                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                    SET OutputRoot = InputRoot;
                    SET OutputRoot.XMLNSC.price = WithTax(CAST(InputBody.price AS DECIMAL));
                    RETURN TRUE;
                  END;
                END MODULE;
                """);
        return application.toString();
    }

    private String library(String version, String factor) throws IOException {
        return library(version, "WithTax", factor);
    }

    private String library(String version, String function, String factor) throws IOException {
        Path library = Files.createDirectories(folder.resolve("common"));
        Files.writeString(
                library.resolve("library.yaml"),
                "name: common\nversion: \"%s\"\n".formatted(version));
        Files.writeString(
                library.resolve("tax.esql"),
                """
                CREATE FUNCTION %s(IN net DECIMAL) RETURNS DECIMAL BEGIN
                  RETURN net * %s;
                END;
                """
                        .formatted(function, factor));
        return library.toString();
    }

    private static String price(TestServer server, String name) {
        server.run("put", name + ".IN", "--text", "<price>10</price>").ok();
        return server.run("get", name + ".OUT", "--wait", "60").ok().out().strip();
    }

    private static void refused(Result result, int code, String... texts) {
        assertThat(result.code()).as(result.out() + result.err()).isEqualTo(code);
        assertThat(result.err()).contains(texts);
    }

    @Test
    void aLibraryIsDeployedByItselfAndReplacesItsUsers() throws Exception {
        String orders = application("orders");
        String bills = application("bills");
        String common = library("1", "2");
        try (ServerThread server = ServerThread.start(home())) {
            refused(
                    server.run("deploy", orders),
                    1,
                    "orders/application.yaml:3:13",
                    "MR1036",
                    "the library common is not deployed",
                    "./millrace deploy FOLDER");
            assertThat(server.run("deploy", common).ok().out())
                    .contains("common 1 is deployed: revision 1, used by 0 applications");
            assertThat(server.run("deploy", orders).ok().err()).doesNotContain("warning");
            server.run("deploy", bills).ok();
            assertThat(price(server, "orders")).isEqualTo("<price>20</price>");

            library("2", "WithVat", "3");
            for (String[] command :
                    new String[][] {
                        {"deploy", common}, {"deploy", common, "--check-only"},
                    }) {
                refused(
                        server.run(command),
                        1,
                        "bills/tax.esql:4:35: error MR2003",
                        "orders/tax.esql:4:35: error MR2003",
                        "WithTax is not known");
            }
            assertThat(price(server, "orders")).isEqualTo("<price>20</price>");

            library("2", "3");
            refused(
                    server.run("deploy", orders, "--json"),
                    0,
                    "warning MR1036",
                    "the deployed library common 1 differs from the library 2");
            assertThat(server.run("deploy", common).ok().out())
                    .contains("common 2 is deployed: revision 5, used by 2 applications");
            assertThat(price(server, "orders")).isEqualTo("<price>30</price>");
            assertThat(price(server, "bills")).isEqualTo("<price>30</price>");
            refused(
                    server.run("undeploy", common.replaceAll(".*/", "")),
                    3,
                    "MR7028",
                    "the library common is used by bills, orders");
            refused(server.run("stop", "common"), 3, "MR7028", "common is a library");
            refused(
                    server.run("assign", "common", "x", "--group", "y"),
                    3,
                    "MR7028",
                    "common is a library");
            server.run("stop", "bills").ok();
        }
        try (ServerThread server = ServerThread.start(home())) {
            assertThat(server.output()).contains("is ready: 2 applications");
            assertThat(server.run("list").ok().out())
                    .containsPattern("common +2 +deployed +5 +bills, orders")
                    .containsPattern("bills +bills +default +stopped");
            assertThat(server.run("list", "common").ok().out())
                    .containsPattern("library +common 2")
                    .containsPattern("used by +bills, orders")
                    .containsPattern("5 .* deploy +2 ");
            assertThat(server.run("list", "orders").ok().out())
                    .containsPattern("libraries +common");
            assertThat(price(server, "orders")).isEqualTo("<price>30</price>");
            assertThat(server.run("diff", "common", "--revision", "1").ok().out())
                    .containsPattern("tax.esql +changed")
                    .containsPattern("version +2 +1");
            assertThat(server.run("rollback", "common").ok().out())
                    .contains("common 1 is deployed", "restored from revision 1");
            assertThat(price(server, "orders")).isEqualTo("<price>20</price>");
            assertThat(server.run("list").ok().out())
                    .containsPattern("bills +bills +default +stopped");

            Files.delete(folder.resolve("common/library.yaml"));
            Files.writeString(
                    folder.resolve("common/common.flow.yaml"),
                    "flow: common\nnodes:\n  in: {type: MQInput, queue: C}\n");
            refused(
                    server.run("deploy", common),
                    3,
                    "MR7028",
                    "common is the name of a deployed library");
            server.run("undeploy", "orders").ok();
            server.run("undeploy", "bills").ok();
            server.run("undeploy", "common").ok();
            refused(
                    server.run("rollback", "orders"),
                    1,
                    "MR1036",
                    "the library common is not deployed");
            server.run("rollback", "common").ok();
            server.run("rollback", "orders").ok();
            assertThat(price(server, "orders")).isEqualTo("<price>20</price>");
        }
    }

    @Test
    void aLibraryNeedsTheRoleForItsUsers() throws Exception {
        String orders = application("orders");
        String common = library("1", "2");
        Path configuration =
                Files.writeString(
                        folder.resolve("broker.yaml"),
                        """
                        users:
                          some: {userGroups: [libraries]}
                          all: {userGroups: [libraries, orders]}
                        userGroups:
                          libraries: {roles: [deploy-flows], applications: [common]}
                          orders: {roles: [deploy-flows], applications: [orders]}
                        """);
        try (ServerThread server =
                ServerThread.start(home(), "--config", configuration.toString())) {
            AdministrationUser some = AdministrationUser.of(server, "some");
            AdministrationUser all = AdministrationUser.of(server, "all");
            some.run("deploy", common).ok();
            some.refused("view", "the application orders", "deploy", orders);
            all.run("deploy", orders).ok();
            library("2", "3");
            some.refused("deploy-flows", "the application orders", "deploy", common);
            some.refused(
                    "deploy-flows", "the application orders", "deploy", common, "--check-only");
            library("2", "WithVat", "3");
            some.refused("deploy-flows", "the application orders", "deploy", common);
            library("2", "3");
            assertThat(some.run("list").ok().out())
                    .containsPattern("common +1 +deployed")
                    .doesNotContain("orders");
            assertThat(price(server, "orders")).isEqualTo("<price>20</price>");
            all.run("deploy", common).ok();
            assertThat(price(server, "orders")).isEqualTo("<price>30</price>");
        }
    }

    @Test
    void aDamagedLibraryIsRepairedByADeploymentWhichStartsItsUsers() throws Exception {
        String common = library("1", "2");
        try (ServerProcess server = ServerProcess.start(home())) {
            server.run("deploy", common).ok();
            server.run("deploy", application("orders")).ok();
            server.kill();
        }
        String log = Files.readString(home().resolve("server/deployments.log"));
        String sum = log.replaceAll("(?s).*?\"sha256\":\"([0-9a-f]+).*", "$1");
        Files.writeString(home().resolve("server/archives/" + sum + ".zip"), "damaged");
        try (ServerProcess server = ServerProcess.start(home())) {
            assertThat(server.output()).contains("is ready: 0 applications");
            assertThat(server.run("list").ok().out())
                    .containsPattern("orders +7 +failed")
                    .containsPattern("common +1 +failed +1 +orders");
            library("2", "WithVat", "3");
            assertThat(server.run("deploy", common).ok().out()).contains("common 2 is deployed");
            assertThat(server.run("list").ok().out()).containsPattern("orders +7 +failed");
            library("3", "4");
            server.run("deploy", common).ok();
            assertThat(server.run("list").ok().out()).containsPattern("orders +7 +running");
            assertThat(price(server, "orders")).isEqualTo("<price>40</price>");
        }
    }

    /** The users change in the order of their names: orders before waits, which cannot change. */
    @Test
    void aUserThatCannotChangeRestoresTheOthers() throws Exception {
        Path configuration =
                Files.writeString(folder.resolve("broker.yaml"), "drainTimeout: 0.1\n");
        String common = library("1", "2");
        String orders = application("orders");
        String waits = application("waits");
        Path program = folder.resolve("waits/tax.esql");
        Files.writeString(
                program,
                Files.readString(program)
                        .replace(
                                "RETURN TRUE",
                                "SET Environment.slept = SLEEP(600000);\n    RETURN TRUE"));
        try (ServerThread server =
                ServerThread.start(home(), "--config", configuration.toString())) {
            server.run("deploy", common).ok();
            server.run("deploy", orders).ok();
            server.run("deploy", waits).ok();
            server.run("put", "waits.IN", "--text", "<price>10</price>").ok();
            await().until(() -> server.run("list", "waits").out().contains("working"));
            library("2", "3");
            refused(server.run("deploy", common), 1, "MR4007", "application waits was not changed");
            assertThat(server.run("list").ok().out()).containsPattern("common +1 +deployed");
            assertThat(price(server, "orders")).isEqualTo("<price>20</price>");
        }
    }

    private static String version(TestServer server) {
        for (JsonNode found : new JsonMapper().readTree(server.run("list", "--json").ok().out())) {
            if (found.path("name").asString().equals("common")) {
                return found.path("version").asString();
            }
        }
        return "";
    }

    /** All users have the version of the library that the server reports. */
    @Test
    void aKilledServerRunsTheOldOrTheNewLibraryWithAllUsers() throws Exception {
        Random random = new Random(Long.getLong("millrace.seed", 1));
        int known = 1;
        try (ServerProcess server = ServerProcess.start(home())) {
            server.run("deploy", library("1", "1")).ok();
            server.run("deploy", application("orders")).ok();
            server.run("deploy", application("bills")).ok();
            server.kill();
        }
        for (int kill = 0; kill < KILLS; kill++) {
            boolean isDone;
            try (ServerProcess server = ServerProcess.start(home())) {
                String next = Integer.toString(known + 1);
                String common = library(next, next);
                long end =
                        System.nanoTime()
                                + TimeUnit.MILLISECONDS.toNanos(random.nextInt(MAX_DELAY_MILLIS));
                CompletableFuture<Void> killed =
                        CompletableFuture.runAsync(
                                () -> {
                                    while (System.nanoTime() < end) {
                                        Thread.onSpinWait();
                                    }
                                    server.process().destroyForcibly();
                                });
                isDone = server.run("deploy", common).code() == 0;
                killed.join();
                server.kill();
            }
            try (ServerProcess server = ServerProcess.start(home())) {
                String version = version(server);
                assertThat(version)
                        .isIn(Integer.toString(isDone ? known + 1 : known), "" + (known + 1));
                String expected = "<price>%s0</price>".formatted(version);
                assertThat(price(server, "orders")).isEqualTo(expected);
                assertThat(price(server, "bills")).isEqualTo(expected);
                known = Integer.parseInt(version);
                server.kill();
            }
        }
    }
}
