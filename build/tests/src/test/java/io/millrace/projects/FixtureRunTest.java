package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;

import io.millrace.engine.queue.QueueStore;
import io.millrace.projects.Fixture.Form;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * The behaviour of the fixtures as projects and after conversion. The name of each test begins with
 * the number of the fixture. Sources of the expectations: documented (D) in manuals, recorded (V)
 * on a server by others, recalled (R).
 */
class FixtureRunTest {

    @TempDir Path work;

    private static final String[] COASTS = {"TIDE.COAST.NORTH", "TIDE.COAST.SOUTH"};

    private Fixture tide(Form form, String... queues) {
        return new Fixture(work, "01-legacy-embedded-msgflow", form).run("", queues);
    }

    /** D 3: order of connections in the file, list of destinations, labels. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void f01AHighLevelIsSentToTheCoastTheAlarmAndTheLog(Form form) {
        try (Fixture tide = tide(form, COASTS)) {
            tide.put("TIDE.GAUGE.IN", "high.xml");

            String reading =
                    "<reading><station>G7</station><cm>612</cm><metres>6.12</metres></reading>";
            assertThat(tide.take("TIDE.COAST.NORTH")).isEqualTo(reading);
            assertThat(tide.take("TIDE.ALARM")).isEqualTo(reading);
            assertThat(tide.take("TIDE.LOG")).isEqualTo(reading);
        }
    }

    /** D 1. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void f01ALowLevelIsOnlyLogged(Form form) {
        try (Fixture tide = tide(form, COASTS)) {
            tide.put("TIDE.GAUGE.IN", "low.xml");

            assertThat(tide.take("TIDE.LOG")).contains("<cm>140</cm>");
            assertThat(tide.depth("TIDE.ALARM")).isZero();
        }
    }

    /** D 2, V 1: UNKNOWN has its own terminal; a sent message stays sent after a catch. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void f01AMissingLevelIsCaughtAndCopied(Form form) {
        try (Fixture tide = tide(form, COASTS)) {
            tide.put("TIDE.GAUGE.IN", "none.xml");

            assertThat(tide.take("TIDE.GAUGE.ERR")).contains("<number>3001</number>");
            assertThat(tide.take("TIDE.ERR")).contains("<number>3001</number>");
            assertThat(tide.take("TIDE.COAST.SOUTH"))
                    .isEqualTo("<reading><station>G9</station></reading>");
        }
    }

    /** D 2: promotion over two levels, parse timing. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void f01FailuresAreCopiedToTheQueueOfTheirInstance(Form form) {
        try (Fixture tide = tide(form, COASTS)) {
            tide.put("TIDE.GAUGE.IN", "text.xml");
            assertThat(tide.take("TIDE.GAUGE.ERR")).startsWith("<fault>");
            assertThat(tide.take("TIDE.ERR")).startsWith("<fault>");

            tide.put("TIDE.GAUGE.IN", "cut.xml");
            assertThat(tide.take("TIDE.COPY")).startsWith("<fault>");
            assertThat(tide.take("TIDE.ERR")).startsWith("<fault>");
        }
    }

    /** D 1. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void f01AMissingQueueOfTheListIsCaught(Form form) {
        try (Fixture tide = tide(form)) {
            tide.put("TIDE.GAUGE.IN", "high.xml");

            assertThat(tide.take("TIDE.GAUGE.ERR")).contains("TIDE.COAST.NORTH");
            assertThat(tide.depth("TIDE.ALARM")).isZero();
        }
    }

    /** D 3, R 1 (a property of a flow is not seen in its subflows). */
    @ParameterizedTest
    @EnumSource(Form.class)
    void f02InstancesHaveTheirOwnUserDefinedProperties(Form form) {
        try (Fixture orchard = new Fixture(work, "02-application-libraries-udps", form).run("")) {
            orchard.put("ORCHARD.IN", "big.xml");

            assertThat(orchard.take("ORCHARD.BIG"))
                    .isEqualTo(
                            "<harvest><tree>pear</tree><crates>9</crates><kilos>108</kilos>"
                                    + "<stamp area=\"south\" limit=\"100\" remark=\"no remark\""
                                    + " node=\"South.Stamp it\"/></harvest>");
        }
    }

    /** D 1: validation fails in the input node, whose failure terminal is not connected. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void f02AnInvalidMessageIsBackedOut(Form form) {
        try (Fixture orchard = new Fixture(work, "02-application-libraries-udps", form).run("")) {
            orchard.put("ORCHARD.IN", "invalid.xml");

            assertThat(orchard.takeMessage(QueueStore.DEAD_LETTER_QUEUE).body().length())
                    .isPositive();
        }
    }

    /**
     * Differs from the expectation of the fixture: the output node inherits contentAndValue, and
     * the schema has no attribute season. D 1: inherit applies the validation of the input.
     */
    @ParameterizedTest
    @EnumSource(Form.class)
    void f02AnOutputThatItsSchemaDoesNotAllowIsBackedOut(Form form) {
        try (Fixture orchard = new Fixture(work, "02-application-libraries-udps", form).run("")) {
            orchard.put("ORCHARD.IN", "ok.xml");

            assertThat(orchard.takeMessage(QueueStore.DEAD_LETTER_QUEUE).body().length())
                    .isPositive();
            assertThat(orchard.depth("ORCHARD.DONE")).isZero();
        }
    }

    /** D 3, R 1 (type names of numbers): layouts, the order of formats, XML with a root tag. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void f08ARecordIsWrittenAsText(Form form) {
        try (Fixture mint = new Fixture(work, "08-message-set-cwf-tds-xml", form).run("")) {
            mint.put("MINT.IN", "florin.bin");

            assertThat(mint.take("MINT.TEXT")).isEqualTo("florin|1849|22.62|A,7|B,-2\n");
            assertThat(mint.take("MINT.XML"))
                    .contains("<coin n=\"florin\"><year>1849</year><grams>22.62</grams>");
        }
    }

    /** R 1: a library's flows and ESQL belong to the application. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void f11FlourIsCopiedBeforeItIsGround(Form form) {
        try (Fixture mill =
                new Fixture(work, "11-bar-overrides-interchange/source", form)
                        .write("environment.yaml", "paths: {/var/mill: " + work + "}")
                        .run("")) {
            mill.broker().put("MILL.IN", "<grain>rye</grain>".getBytes(StandardCharsets.UTF_8));

            assertThat(mill.take("MILL.COPY")).isEqualTo("<grain>rye</grain>");
            assertThat(mill.take("MILL.FLOUR")).isEqualTo("<grain grade=\"fine\">rye</grain>");
        }
    }

    /** D 5, R 2 (headers of the response are not passed on, missing body fields are left out). */
    @ParameterizedTest
    @EnumSource(Form.class)
    void f03RequestsAreRoutedAndAnswered(Form form) throws IOException, InterruptedException {
        int port = freePort();
        try (Store store = new Store();
                Fixture lantern =
                        new Fixture(work, "03-http-route", form)
                                .write(
                                        "environment.yaml",
                                        "urls: {'http://localhost:7999/stock': '%s'}"
                                                .formatted(store.url()))
                                .run("listeners: {http: {port: " + port + "}}")) {
            assertThat(lantern.broker().name()).isNotEmpty();
            Requests requests = new Requests(port);

            assertThat(requests.post("/lantern/x", "{\"kind\":\"lamp\",\"watts\":60}"))
                    .isEqualTo("200 {\"stock\":4,\"colours\":[\"amber\",\"white\"]} lit");
            store.status = 503;
            assertThat(requests.post("/lantern/x", "{\"kind\":\"lamp\",\"watts\":60}"))
                    .startsWith("502 {\"trouble\":\"503");
            assertThat(requests.post("/lantern/x", "{\"kind\":\"lamp\",\"watts\":7}"))
                    .isEqualTo("200 {\"kind\":\"lamp\",\"colours\":[\"amber\",\"white\"]} lit");
            assertThat(requests.post("/lantern/x?note=gift%20wrap", "{\"kind\":\"candle\"}"))
                    .startsWith("200 {\"kind\":\"candle\",\"note\":\"gift wrap\"");
            assertThat(requests.post("/lantern/x", "{\"kind\":\"candle\"}"))
                    .startsWith("400 {\"refused\":true}");
            assertThat(requests.post("/lantern/x", "{\"kind\":")).startsWith("400 ");
            store.stop();
            assertThat(requests.post("/lantern/x", "{\"kind\":\"lamp\",\"watts\":60}"))
                    .startsWith("502 {\"trouble\":\"no answer\"}");
        }
    }

    /** D 3: data source by name, THE and PASSTHRU, commit of one node. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void f10ARideIsLookedUpAndNoted(Form form) throws IOException, SQLException {
        String url = "jdbc:h2:mem:tram" + form + ";DB_CLOSE_DELAY=-1";
        try (Fixture tram = new Fixture(work, "10-policies-and-data-sources", form);
                Connection database = DriverManager.getConnection(url)) {
            try (Statement statement = database.createStatement()) {
                statement.execute(Files.readString(tram.folder.resolve("database.sql")));
            }
            tram.write("environment.yaml", "dataSources: {TRAMODBC: '" + url + "'}").run("");
            tram.put("TRAM.IN", "single.xml");

            assertThat(tram.take("TRAM.OUT"))
                    .isEqualTo(
                            "<ride><kind>single</kind><stop>Quay</stop><cents>250</cents>"
                                    + "<zone>Harbour</zone></ride>");
            try (Statement statement = database.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT KIND, CENTS FROM CITY.RIDE")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1) + rows.getInt(2)).isEqualTo("single250");
            }
        }
    }

    /**
     * D 1, R 1 (names of delimiters): records and end of data. Differs from the expectation of the
     * fixture: the name of the written file is in WrittenDestination.File.DestinationData, so the
     * message of End of Data has no body, and only the file of the node's name is finished.
     */
    @ParameterizedTest
    @EnumSource(Form.class)
    void f05RecordsOfAFileAreWrittenToTwoFiles(Form form) throws IOException {
        Path files = Files.createDirectories(work.resolve("files"));
        try (Fixture bakery =
                new Fixture(work, "05-files-and-timers", form)
                        .write("environment.yaml", "paths: {/var/bakery: " + files + "}")) {
            Files.createDirectories(files.resolve("in"));
            Files.createDirectories(files.resolve("out"));
            Files.copy(
                    bakery.folder.resolve("files/in/orders1.txt"), files.resolve("in/orders1.txt"));
            bakery.run("");

            assertThat(bakery.takeMessage("BAKERY.BAD").body().length()).isZero();
            await().untilAsserted(
                            () ->
                                    assertThat(files.resolve("out/bread.txt"))
                                            .hasContent("1 3 WHEAT\n4 7 SPELT\n"));
        }
    }

    /** D 4, R 1 (an operation without implementation: 501 there, 405 here). */
    @ParameterizedTest
    @EnumSource(Form.class)
    void f12OperationsOfARestApiAreRouted(Form form) throws IOException, InterruptedException {
        int port = freePort();
        try (Fixture museum =
                new Fixture(work, "12-rest-api", form)
                        .run("listeners: {http: {port: " + port + "}}")) {
            assertThat(museum.broker().name()).isNotEmpty();
            Requests requests = new Requests(port);

            assertThat(requests.send("GET", "/museum/pieces/7?lang=de", ""))
                    .isEqualTo(
                            "200 {\"id\":7,\"title\":\"Vase\",\"operation\":\"getPiece\",\"method\":\"GET\"}");
            assertThat(requests.send("GET", "/museum/pieces/7", "")).contains("\"title\":\"Jar\"");
            assertThat(requests.send("GET", "/museum/pieces/900", ""))
                    .isEqualTo("404 {\"error\":true}");
            assertThat(requests.send("POST", "/museum/pieces", "{\"title\":\"Bowl\"}"))
                    .isEqualTo("201 {\"added\":\"Bowl\"}");
            assertThat(requests.send("GET", "/museum/pieces", "")).startsWith("405");
            assertThat(requests.send("DELETE", "/museum/pieces", "")).startsWith("405");
            assertThat(requests.send("GET", "/museum/rooms", "")).startsWith("404");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** A server that gives the stock. */
    private static final class Store implements AutoCloseable {

        private final HttpServer server;
        private volatile int status = 200;

        Store() throws IOException {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
            server.createContext(
                    "/",
                    exchange -> {
                        byte[] body = "{\"stock\": 4}".getBytes(StandardCharsets.UTF_8);
                        exchange.getResponseHeaders().add("X-Store", "yes");
                        exchange.sendResponseHeaders(status, body.length);
                        exchange.getResponseBody().write(body);
                        exchange.close();
                    });
            server.start();
        }

        String url() {
            return "http://127.0.0.1:" + server.getAddress().getPort() + "/stock";
        }

        void stop() {
            server.stop(0);
        }

        @Override
        public void close() {
            stop();
        }
    }

    /** A client whose results are the status, the body and the header X-Lantern. */
    private record Requests(int port) {

        String post(String path, String body) throws IOException, InterruptedException {
            return send("POST", path, body);
        }

        String send(String method, String path, String body)
                throws IOException, InterruptedException {
            try (HttpClient client = HttpClient.newHttpClient()) {
                HttpRequest request =
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .timeout(Duration.ofMinutes(2))
                                .header("Content-Type", "application/json")
                                .method(method, HttpRequest.BodyPublishers.ofString(body))
                                .build();
                HttpResponse<String> response =
                        client.send(request, HttpResponse.BodyHandlers.ofString());
                assertThat(response.headers().firstValue("X-Store")).isEmpty();
                return response.statusCode()
                        + " "
                        + response.body()
                        + response.headers().firstValue("X-Lantern").map(h -> " " + h).orElse("");
            }
        }
    }
}
