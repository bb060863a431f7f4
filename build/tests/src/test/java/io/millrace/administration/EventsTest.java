package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;

/** The events of a server process. */
@Timeout(300)
class EventsTest {

    @TempDir Path folder;

    /** A client of the events. */
    private static final class Follower implements AutoCloseable {

        private final HttpClient client = HttpClient.newHttpClient();
        private final BufferedReader lines;
        private String id = "";

        private Follower(TestServer server, String after) throws Exception {
            HttpRequest.Builder request = server.request("/v1/broker/events");
            if (!after.isEmpty()) {
                request.header("Last-Event-ID", after);
            }
            HttpResponse<InputStream> response =
                    client.send(request.build(), BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
            lines =
                    new BufferedReader(
                            new InputStreamReader(response.body(), StandardCharsets.UTF_8));
            assertThat(lines.readLine()).isEqualTo(": events of Millrace");
        }

        /** Returns the next event that is selected. */
        private JsonNode next(Predicate<JsonNode> selected) throws IOException {
            while (true) {
                String line = lines.readLine();
                assertThat(line).isNotNull();
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("data: ")) {
                    JsonNode event = new JsonMapper().readTree(line.substring(6));
                    if (selected.test(event)) {
                        return event;
                    }
                }
            }
        }

        private JsonNode next(String type) throws IOException {
            return next(e -> e.path("type").asString().equals(type));
        }

        private void awaitState(String state) throws IOException {
            JsonNode event =
                    next(
                            e ->
                                    e.path("type").asString().equals("flow")
                                            && e.path("state").asString().equals(state));
            assertThat(event.path("application").asString()).isEqualTo("echo");
            assertThat(event.path("group").asString()).isEqualTo("default");
        }

        @Override
        public void close() {
            client.shutdownNow();
        }
    }

    @Test
    void deploymentsStatesAndFailuresAreEvents() throws Exception {
        String one = Echo.write(folder, "1").toString();
        String failing = Echo.write(folder, "2", "CAST('x' AS INTEGER)").toString();
        String last;
        try (ServerProcess server = ServerProcess.start(folder.resolve("home"))) {
            try (Follower events = new Follower(server, "")) {
                server.run("deploy", one).ok();
                JsonNode deployed = events.next("revision");
                assertThat(deployed.path("revision").asInt()).isEqualTo(1);
                assertThat(deployed.path("operation").asString()).isEqualTo("deploy");
                assertThat(deployed.path("applications").path("echo").asString()).isEqualTo("1");
                assertThat(deployed.path("author").asString()).contains("@");
                events.awaitState("running");
                server.run("stop", "echo").ok();
                events.awaitState("stopped");
                server.run("start", "echo").ok();
                events.awaitState("running");
                server.run("deploy", failing).ok();
                server.run("put", Echo.IN, "--text", "<a/>").ok();
                JsonNode failure = events.next("failure");
                assertThat(failure.path("flow").asString()).isEqualTo("echo");
                assertThat(failure.path("errors").asInt()).isPositive();
                assertThat(failure.path("error").asString()).contains("MR");
                server.run("undeploy", "echo").ok();
                JsonNode removed =
                        events.next(e -> e.path("operation").asString().equals("undeploy"));
                assertThat(removed.path("applications").path("echo").isNull()).isTrue();
                last = events.id;
            }
            // The client continues after the last event that it has received.
            server.run("deploy", one).ok();
            try (Follower events = new Follower(server, last)) {
                assertThat(events.next("revision").path("operation").asString())
                        .isEqualTo("deploy");
            }
            assertThat(server.stop()).isEqualTo(143);
        }
    }

    @Test
    void queuesThatReachAThresholdAreEventsAndInTheLog() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder.resolve("home"));
                RunningCommand text = follow(server);
                Follower events = new Follower(server, "")) {
            text.awaitOutput("following the events of the server");
            server.run("queues", "define", "ONE", "maxDepth=3", "depthHigh=2", "noReaderAfter=1")
                    .ok();
            JsonNode unread = events.next("queue");
            assertThat(unread.path("event").asString()).isEqualTo("noReader");
            assertThat(unread.path("readers").asInt()).isZero();
            assertThat(unread.path("oldestAgeSeconds").isNull()).isTrue();
            server.run("put", "ONE", "--text", "a", "--copies", "3").ok();
            JsonNode high = events.next("queue");
            assertThat(high.path("queue").asString()).isEqualTo("ONE");
            assertThat(high.path("event").asString()).isEqualTo("depthHigh");
            assertThat(high.path("depth").asInt()).isEqualTo(3);
            assertThat(events.next("queue").path("event").asString()).isEqualTo("full");
            text.awaitOutput("ONE: full: the queue has 3 messages; maxDepth is 3");
            // Restored attributes and thresholds that contradict each other.
            assertThat(server.run("queues", "alter", "ONE", "depthLow=2").err())
                    .contains("depthLow must be less than depthHigh 2 (found 2)");
            assertThat(server.run("queues", "alter", "ONE", "oldMessageAfter=0.001").code())
                    .isZero();
            assertThat(events.next("queue").path("event").asString()).isEqualTo("oldMessage");
            assertThat(server.stop()).isEqualTo(143);
            assertThat(Files.readString(server.home().resolve("server/log/millrace.log")))
                    .contains("MR5021 ONE: depthHigh: the queue has 3 messages")
                    .contains("MR5021 ONE: oldMessage: the first message");
        }
    }

    @Test
    void theCommandPrintsEventsUntilTheServerEnds() throws Exception {
        String one = Echo.write(folder, "1").toString();
        try (ServerProcess server = ServerProcess.start(folder.resolve("home"));
                RunningCommand text = follow(server);
                RunningCommand json = follow(server, "--json")) {
            text.awaitOutput("following the events of the server");
            json.awaitOutput("following the events of the server");
            server.run("deploy", one).ok();
            text.awaitOutput("revision 1 (deploy of echo 1 by ");
            text.awaitOutput("echo/echo in default is running");
            json.awaitOutput("\"operation\":\"deploy\"");
            assertThat(server.stop()).isEqualTo(143);
            assertThat(text.end()).isEqualTo(3);
            assertThat(text.output()).contains("MR7026", "has ended the connection");
            assertThat(json.end()).isEqualTo(3);
        }
    }

    private RunningCommand follow(TestServer server, String... more) {
        String[] arguments = {"events", "--home", server.home().toString()};
        String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return RunningCommand.start(all);
    }
}
