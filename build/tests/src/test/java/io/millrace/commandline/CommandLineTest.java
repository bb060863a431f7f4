package io.millrace.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Each documented command, and the mistakes that people make with it. */
class CommandLineTest {

    private static final Path SAMPLES = Path.of(System.getProperty("millrace.root"), "samples");
    private static final String ORDERS = SAMPLES.resolve("orders").toString();
    private static final String MESSAGES = SAMPLES.resolve("orders/messages").toString();

    @TempDir Path folder;

    /** What a command gave back and printed. */
    private record Result(int code, String out, String err) {}

    private Result millrace(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Millrace.run(new Console(out, err, false), args);
        return new Result(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private Result onHome(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--home");
        all.add(folder.resolve("home").toString());
        return millrace(all.toArray(String[]::new));
    }

    @Test
    void runTellsWhatWentWhereAndTheQueueCommandsFindIt() throws IOException {
        Result run = onHome("run", ORDERS, "--put", MESSAGES, "--until-idle");
        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.out())
                .contains("60 messages processed")
                .containsPattern("ORDERS.DONE +30 +30 +0")
                .containsPattern("ORDERS.MANUAL +14 +14 +0")
                .containsPattern("ORDERS.EXPRESS +8 +8 +0")
                .containsPattern("ORDERS.FAILED +8 +8 +0")
                .containsPattern("ORDERS.IN +0 +60 +60 +input");

        assertThat(onHome("queues").out()).containsPattern("ORDERS.DONE +30");
        Result browse = onHome("browse", "ORDERS.FAILED");
        assertThat(browse.out()).contains("order 55: two millstones, please");
        assertThat(browse.err()).contains("8 of 8 messages on ORDERS.FAILED");
        Result get =
                onHome(
                        "get",
                        "ORDERS.MANUAL",
                        "--count",
                        "2",
                        "--to",
                        folder.resolve("got").toString());
        assertThat(get.code()).isZero();
        assertThat(folder.resolve("got").toFile().list())
                .hasSize(4)
                .areExactly(2, new Condition<>(f -> f.endsWith(".headers.yaml"), "headers"));
        assertThat(onHome("queues").out()).containsPattern("ORDERS.MANUAL +12");
        assertThat(onHome("put", "ORDERS.IN", "--text", "<order/>", "--copies", "3").err())
                .contains("3 messages put on ORDERS.IN");
        assertThat(onHome("get", "ORDERS.IN").out()).isEqualTo("<order/>");
        assertThat(onHome("queues", "--clear", "ORDERS.DONE").out())
                .containsPattern("ORDERS.DONE +0");
        assertThat(
                        onHome(
                                        "put",
                                        "ORDERS.DONE",
                                        MESSAGES + "/order-01.xml",
                                        MESSAGES + "/order-02.xml")
                                .err())
                .contains("2 messages put on ORDERS.DONE");
        assertThat(onHome("get", "ORDERS.DONE", "--all").out()).contains("00001", "00002");
        Result neither = onHome("put", "ORDERS.DONE");
        assertThat(neither.code()).isEqualTo(2);
        assertThat(neither.err()).contains("missing argument: FILE or --text");
        Result empty = onHome("get", "ORDERS.DONE");
        assertThat(empty.code()).isEqualTo(1);
        assertThat(empty.err()).contains("no message on ORDERS.DONE");
    }

    @Test
    void execShowsThePathAndTheOutput() {
        Result exec = millrace("exec", ORDERS, "--message", MESSAGES + "/order-01.xml", "--tree");
        assertThat(exec.code()).as(exec.toString()).isZero();
        assertThat(exec.out())
                .contains("-> orders.price", "-> orders.large", "-> orders.done", "on ORDERS.DONE")
                .contains("<total>170.55</total>")
                .contains("article");
    }

    @Test
    void execOfAMessageThatCannotBeParsedSaysWhere() {
        Result exec = millrace("exec", ORDERS, "--message", MESSAGES + "/bad-54-wrong-end-tag.xml");
        assertThat(exec.out()).contains("MR3001").contains("amount").contains("on ORDERS.FAILED");
        assertThat(exec.code()).isZero();
    }

    @Test
    void execTellsAllFailuresOfAValidationThatListsThem() throws IOException {
        Path application = Files.createDirectories(folder.resolve("listing"));
        Files.writeString(
                application.resolve("shop.model.yaml"),
                """
                messageSet: shop
                formats: [xml]
                messages:
                  order: {sequence: {id: {int: {maxInclusive: 9}}, sku: {string: {pattern: "[A-Z]+"}}}}
                """);
        Files.writeString(
                application.resolve("in.flow.yaml"),
                """
                flow: in
                nodes:
                  in: {type: MQInput, queue: IN, domain: XMLNSC, messageSet: shop, parseTiming: complete,
                       validate: contentAndValue, failureAction: exceptionList}
                  out: {type: MQOutput, queue: OUT}
                connections:
                  in.out: out
                """);
        Path message =
                Files.writeString(
                        folder.resolve("m.xml"), "<order><id>10</id><sku>a</sku></order>");
        Result exec = millrace("exec", application.toString(), "--message", message.toString());
        assertThat(exec.code()).isEqualTo(1);
        assertThat(exec.out())
                .contains("validation found 2 failures", "who can act: sender")
                .containsOnlyOnce("XMLNSC.order.id: found '10'")
                .containsOnlyOnce("XMLNSC.order.sku: found 'a'");
    }

    @Test
    void deadLettersInMemoryAreNotSaidToBeThereLater() throws IOException {
        Path bad = Files.createDirectories(folder.resolve("bad"));
        Files.writeString(bad.resolve("x.csv"), "heading\none,two\n");
        Result run =
                millrace(
                        "run",
                        SAMPLES.resolve("csv").toString(),
                        "--memory",
                        "--put",
                        bad + ":fromCSV",
                        "--until-idle");
        assertThat(run.err())
                .contains("1 message on SYSTEM.DEAD.LETTER.QUEUE: they are lost now")
                .doesNotContain("millrace browse");
    }

    @Test
    void checkOfASampleFindsNothing() {
        Result check = millrace("check", ORDERS, SAMPLES.resolve("csim").toString());
        assertThat(check.err()).contains("no problems in 2 folders");
        assertThat(check.code()).isZero();
    }

    @Test
    void checkReportsAllProblemsAtOnceWithTheNearestNames() throws IOException {
        Path app = Files.createDirectories(folder.resolve("app"));
        Files.writeString(
                app.resolve("a.flow.yaml"),
                """
                flow: a
                nodes:
                  in: {type: MQInptu, queue: A.IN}
                  work: {type: Compute, modul: Work}
                  out: {type: MQOutput, queue: A.OUT}
                connections:
                  in.out: work
                  work.ot: out
                """);
        Result check = millrace("check", app.toString());
        assertThat(check.code()).isEqualTo(1);
        assertThat(check.err())
                .contains("a.flow.yaml:3:14", "MQInptu", "did you mean MQInput?")
                .contains("did you mean module?")
                .contains("did you mean out");
        Result json = millrace("check", app.toString(), "--format", "json");
        assertThat(json.out()).contains("\"code\" : \"MR1007\"", "\"line\" : 3", "\"column\" : 14");
    }

    @Test
    void checkOfEsqlWithoutAFlowTellsPeopleEditorsAndCodeHosts() throws IOException {
        Path esql = Files.createDirectories(folder.resolve("esql"));
        Files.writeString(
                esql.resolve("a.esql"),
                "CREATE FUNCTION f() RETURNS INTEGER\nRETURN lenght('a');\n");
        Result check = millrace("check", esql.toString());
        assertThat(check.code()).isEqualTo(1);
        assertThat(check.err())
                .contains("a.esql:2:8: error MR2003", "did you mean LENGTH?", "1 error");
        Result sarif = millrace("check", esql.toString(), "--format", "sarif");
        assertThat(sarif.code()).isEqualTo(1);
        assertThat(sarif.out()).contains("\"ruleId\" : \"MR2003\"", "\"startColumn\" : 8");
        assertThat(sarif.err()).isEmpty();
        Result limited = millrace("check", ORDERS, esql.toString(), "gone.esql", "--max", "1");
        assertThat(limited.err()).contains("these are 1 of 2 problems; --max 0 shows all");
    }

    @Test
    void checkOfWhatIsNotThereHasAnExitCodeOfItsOwn() {
        Result check = millrace("check", folder.resolve("gone.esql").toString());
        assertThat(check.code()).isEqualTo(3);
        assertThat(check.err())
                .contains("gone.esql: error MR1001: the file or folder does not exist");
        assertThat(millrace("check", ORDERS, "--max", "-1").code()).isEqualTo(2);
    }

    @Test
    void testRunsTheFlowTestsOfTheSamples() {
        Result test =
                millrace(
                        "test",
                        ORDERS,
                        SAMPLES.resolve("csim").toString(),
                        SAMPLES.resolve("subflows").toString());
        assertThat(test.out()).contains(", 0 failed");
        assertThat(test.code()).as(test.toString()).isZero();
    }

    @Test
    void aFolderThatIsNotThereIsNamed() {
        Result run = onHome("run", folder.resolve("nothing").toString(), "--until-idle");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("nothing").doesNotContain("Exception");
    }

    @Test
    void valuesThatAnOptionDoesNotTakeAreWrongUsage() {
        onHome("queues", "--create", "A");
        List<Result> wrong =
                List.of(
                        onHome("put", "A", "--text", "x", "--correl-id", "xyz"),
                        onHome("put", "A", "--text", "x", "--copies", "0"),
                        onHome("browse", "A", "--count", "-1"),
                        onHome("get", "A", "--count", "0"),
                        onHome("run", ORDERS, "--amqp", "99999999"),
                        onHome("run", ORDERS, "--timeout", "1"),
                        onHome("run", ORDERS, ORDERS, "--until-idle"),
                        millrace("exec", ORDERS, "--flow", "ordres", "--message", MESSAGES));
        assertThat(wrong).extracting(Result::code).containsOnly(2);
        assertThat(wrong).noneMatch(r -> r.err().contains("\tat "));
        assertThat(wrong.getLast().err()).contains("did you mean orders?");
    }

    @Test
    void creatingAQueueThatIsThereSaysSo() {
        assertThat(onHome("queues", "--create", "A").err()).contains("the queue A was created");
        assertThat(onHome("queues", "--create", "A").err()).contains("the queue A already exists");
    }

    @Test
    void runTakesABrokerFileAndKeepsQueuesInMemoryWhenAsked() throws IOException {
        Path home = folder.resolve("configured");
        Path file = Files.writeString(folder.resolve("broker.yaml"), "home: " + home + "\n");
        Result configured =
                millrace(
                        "run",
                        ORDERS,
                        "--config",
                        file.toString(),
                        "--put",
                        MESSAGES,
                        "--until-idle");
        assertThat(configured.out()).as(configured.toString()).contains("60 messages processed");
        assertThat(home).isDirectory();
        Result memory = millrace("run", ORDERS, "--memory", "--put", MESSAGES, "--until-idle");
        assertThat(memory.out()).as(memory.toString()).contains("60 messages processed");
    }

    @Test
    void anUnknownLogLevelIsRejected() {
        System.setProperty("millrace.log.hikari", "VERBOSE");
        try {
            Result result = millrace("version");
            assertThat(result.code()).isEqualTo(2);
            assertThat(result.err())
                    .contains(
                            "millrace: millrace.log.hikari must be ERROR, WARN, INFO, DEBUG, TRACE"
                                    + " or OFF (found VERBOSE)");
        } finally {
            System.clearProperty("millrace.log.hikari");
        }
    }

    @Test
    void queuesInMemoryNeitherListenNorHaveAHome() {
        Result listening = millrace("run", ORDERS, "--memory", "--mqtt", "0", "--until-idle");
        assertThat(listening.code()).isEqualTo(2);
        assertThat(listening.err()).contains("--memory cannot be combined with --mqtt");
        Result home = onHome("run", ORDERS, "--memory", "--until-idle");
        assertThat(home.code()).isEqualTo(2);
    }

    @Test
    void aWrongOptionSuggestsTheRightOne() {
        Result run = millrace("run", ORDERS, "--until-idel");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--until-idel").contains("--until-idle");
    }

    @Test
    void severalInputNodesAreListedWherePutDoesNotSayWhich() {
        Result run =
                onHome(
                        "run",
                        SAMPLES.resolve("csim").toString(),
                        "--put",
                        MESSAGES,
                        "--until-idle");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("complex.in").contains("very-complex.in");
    }

    @Test
    void anUnknownQueueGetsTheNearestName() {
        onHome("queues", "--create", "ORDERS.IN");
        Result get = onHome("get", "ORDERS.INN");
        assertThat(get.code()).isEqualTo(3);
        assertThat(get.err()).contains("MR5001").contains("ORDERS.IN");
    }

    @Test
    void aHomeThatCannotBeWrittenIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("home"), "a file where a folder should be");
        Result run = onHome("run", ORDERS, "--until-idle");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("MR5007").contains(file.toString());
    }

    @Test
    void credentialsAreReadableByTheirOwnerOnly() throws IOException {
        onHome("queues", "--create", "A");
        try (var files = Files.walk(folder.resolve("home"))) {
            List<Path> open =
                    files.filter(f -> f.getFileName().toString().contains("credential"))
                            .filter(f -> !mode(f).endsWith("------"))
                            .toList();
            assertThat(open).isEmpty();
        }
    }

    private static String mode(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
