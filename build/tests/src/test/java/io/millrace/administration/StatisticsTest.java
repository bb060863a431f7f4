package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.xml.parsers.DocumentBuilderFactory;

/** Message flow accounting and statistics of a server process. */
class StatisticsTest {

    private static final JsonMapper JSON = new JsonMapper();

    @TempDir Path folder;

    /** Writes an application that sets an accounting origin and receives its own statistics. */
    private Path application() throws Exception {
        Path echo = Echo.write(folder, "1");
        Files.writeString(
                echo.resolve("application.yaml"),
                """
                name: echo
                subscriptions:
                  - {topic: $SYS/Broker/MILLRACE/StatisticsAccounting/SnapShot/default/echo, queue: STATISTICS}
                  - {topic: $SYS/Broker/MILLRACE/Statistics/JSON/#, queue: STATISTICS.JSON}
                queues: [ECHO.IN, ECHO.OUT, STATISTICS, STATISTICS.JSON]
                """);
        Path esql = echo.resolve("echo.esql");
        Files.writeString(
                esql,
                Files.readString(esql)
                        .replace(
                                "RETURN TRUE;",
                                "SET Environment.Broker.Accounting.Origin = 'shop'; RETURN TRUE;"));
        return echo;
    }

    private static JsonNode records(TestServer server, String... more) {
        String[] arguments = new String[more.length + 4];
        String[] first = {"statistics", "echo", "--format", "json"};
        System.arraycopy(first, 0, arguments, 0, first.length);
        System.arraycopy(more, 0, arguments, first.length, more.length);
        return JSON.readTree(server.run(arguments).ok().out());
    }

    private static long messages(JsonNode records) {
        long sum = 0;
        for (JsonNode record : records) {
            for (JsonNode origin : record.path("origins")) {
                sum += origin.path("messages").asLong();
            }
        }
        return sum;
    }

    private static Element parse(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        Document document =
                factory.newDocumentBuilder()
                        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        return document.getDocumentElement();
    }

    private static Element child(Element parent, String name, int index) {
        return (Element) parent.getElementsByTagName(name).item(index);
    }

    @Test
    void snapshotsAreSwitchedOnAtRunTimePublishedAndKeptAfterARestart() throws Exception {
        Path home = folder.resolve("home");
        try (ServerProcess server = ServerProcess.start(home)) {
            server.run("deploy", application().toString()).ok();
            server.run("put", Echo.IN, "--text", "<a/>").ok();
            server.run("get", Echo.OUT, "--wait", "60").ok();
            assertThat(server.run("statistics", "echo").err()).contains("no snapshot yet");
            server.run("statistics", "--snapshot-seconds", "1").ok();
            assertThat(
                            server.run(
                                            "statistics",
                                            "echo",
                                            "--snapshot",
                                            "on",
                                            "--nodes",
                                            "advanced",
                                            "--threads",
                                            "--origins")
                                    .ok()
                                    .out())
                    .contains("nodes advanced, threads, origins");
            server.run("put", Echo.IN, "--text", "<a/>", "--copies", "5").ok();
            Element xml = null;
            while (xml == null) {
                Element next = parse(server.run("get", "STATISTICS", "--wait", "60").ok().out());
                for (int i = 0; i < next.getElementsByTagName("MessageFlow").getLength(); i++) {
                    Element flow = child(next, "MessageFlow", i);
                    xml =
                            flow.getAttribute("AccountingOrigin").equals("shop")
                                    ? (Element) flow.getParentNode()
                                    : xml;
                }
            }
            assertThat(xml.getTagName()).isEqualTo("WMQIStatisticsAccounting");
            assertThat(xml.getAttribute("RecordType")).isEqualTo("SnapShot");
            assertThat(xml.getAttribute("RecordCode")).isEqualTo("Snapshot");
            Element flow = child(xml, "MessageFlow", 0);
            assertThat(flow.getAttribute("TotalInputMessages")).isEqualTo("5");
            assertThat(flow.getAttribute("TotalSizeOfInputMessages")).isEqualTo("20");
            assertThat(flow.getAttribute("TotalNumberOfCommits")).isEqualTo("5");
            assertThat(flow.getAttribute("BrokerLabel")).isEqualTo("MILLRACE");
            assertThat(Long.parseLong(flow.getAttribute("TotalElapsedTime"))).isPositive();
            assertThat(Long.parseLong(flow.getAttribute("TotalCPUTime"))).isPositive();
            Element threads = child(xml, "Threads", 0);
            assertThat(threads.getAttribute("Number")).isEqualTo("1");
            Element nodes = child(xml, "Nodes", 0);
            assertThat(nodes.getAttribute("Number")).isEqualTo("3");
            Element set = child(xml, "NodeStatistics", 2);
            assertThat(set.getAttribute("Label")).isEqualTo("set");
            assertThat(set.getAttribute("Type")).isEqualTo("ComputeNode");
            assertThat(set.getAttribute("CountOfInvocations")).isEqualTo("5");
            assertThat(child(set, "TerminalStatistics", 0).getAttribute("CountOfInvocations"))
                    .isEqualTo("5");
            assertThat(server.run("browse", "STATISTICS.JSON").ok().out())
                    .contains("\"recordType\":\"SnapShot\"");
            server.kill();
        }
        try (ServerProcess server = ServerProcess.start(home)) {
            assertThat(server.run("statistics").ok().out())
                    .contains("snapshots every 1 s", "nodes advanced");
            await().until(
                            () -> {
                                server.run("put", Echo.IN, "--text", "<a/>").ok();
                                return messages(records(server)) > 0;
                            });
            server.run("statistics", "echo", "--snapshot", "off").ok();
            assertThat(server.run("statistics").ok().out()).doesNotContain("advanced");
        }
    }

    @Test
    void anArchiveRecordCollectsUntilItsIntervalOrTheSettingEnds() throws Exception {
        try (ServerThread server = ServerThread.start(folder.resolve("home"))) {
            server.run("deploy", Echo.write(folder, "1").toString()).ok();
            server.run("statistics", "--snapshot-seconds", "1", "--archive-minutes", "10").ok();
            server.run("statistics", "echo", "echo", "--archive", "on").ok();
            server.run("put", Echo.IN, "--text", "<a/>", "--copies", "3").ok();
            server.run("get", Echo.OUT, "--count", "3", "--wait", "60", "--to", folder + "/o").ok();
            assertThat(records(server, "--record", "archive")).isEmpty();
            server.run("statistics", "echo", "--archive", "on", "--nodes", "basic").ok();
            JsonNode ended = records(server, "--record", "archive");
            assertThat(ended.get(0).path("recordCode").asString())
                    .isEqualTo("StatsSettingsModified");
            assertThat(messages(ended)).isEqualTo(3);
            assertThat(server.run("statistics", "echo", "--record", "archive").ok().out())
                    .containsPattern("echo +default +3 ");
            String csv =
                    server.run("statistics", "echo", "--record", "archive", "--format", "csv")
                            .ok()
                            .out();
            assertThat(csv.lines().findFirst().orElseThrow()).startsWith("recordType,recordCode,");
            assertThat(csv)
                    .contains("Archive,StatsSettingsModified,flow,MILLRACE,default,echo,echo,");
            Element xml =
                    parse(
                            server.run(
                                            "statistics",
                                            "echo",
                                            "--record",
                                            "archive",
                                            "--format",
                                            "xml")
                                    .ok()
                                    .out());
            assertThat(child(xml, "MessageFlow", 0).getAttribute("TotalInputMessages"))
                    .isEqualTo("3");
        }
    }

    @Test
    void wrongSettingsAreRefused() throws Exception {
        try (ServerThread server = ServerThread.start(folder.resolve("home"))) {
            assertThat(server.run("statistics", "none", "--snapshot", "on").err())
                    .contains("the application none is not deployed", "no application is deployed");
            server.run("deploy", Echo.write(folder, "1").toString()).ok();
            assertThat(server.run("statistics", "echo", "ecko", "--snapshot", "on").err())
                    .contains("echo/ecko", "echo/echo");
            assertThat(server.run("statistics", "--snapshot-seconds", "0").err())
                    .contains("snapshotSeconds must be 1 to 3600 (found 0)");
            assertThat(
                            server.run("statistics", "echo", "--snapshot", "on", "--nodes", "many")
                                    .err())
                    .contains("nodes must be none, basic or advanced (found many)");
            assertThat(server.run("statistics", "echo", "--format", "yaml").err())
                    .contains("--format must be");
        }
    }
}
