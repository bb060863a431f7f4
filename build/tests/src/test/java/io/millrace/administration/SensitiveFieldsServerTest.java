package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.administration.TestServer.Result;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Values of sensitive fields in the log, the displays and the files of a server. */
class SensitiveFieldsServerTest {

    private static final String NUMBER = "4111222233334444";
    private static final String ORDER =
            "<order><id>7</id><card><number>" + NUMBER + "</number></card></order>";

    @TempDir Path folder;
    private Path shop;
    private Path order;

    @BeforeEach
    void application() throws IOException {
        shop = Files.createDirectories(folder.resolve("shop"));
        write(
                "application.yaml",
                """
                sensitiveFields: [XMLNSC.order.card.number, MQRFH2.usr.token]
                """);
        write(
                "shop.flow.yaml",
                """
                flow: shop
                nodes:
                  in: {type: MQInput, queue: SHOP.IN, domain: XMLNSC}
                  trace: {type: Trace, destination: localError, pattern: "seen ${Root}"}
                  log: {type: Compute, module: Write}
                  out: {type: MQOutput, queue: SHOP.OUT}
                  fail: {type: Compute, module: Fail}
                connections: {in.out: trace, trace.out: log, log.out: out, log.out1: fail}
                """);
        write(
                "check.flow.yaml",
                """
                flow: check
                nodes:
                  in: {type: MQInput, queue: CHECK.IN, domain: XMLNSC, messageSet: shop,
                    validate: contentAndValue, failureAction: localErrorLog, parseTiming: complete}
                  out: {type: MQOutput, queue: SHOP.OUT, validate: none}
                connections: {in.out: out}
                """);
        write(
                "shop.model.yaml",
                """
                messageSet: shop
                messages:
                  order:
                    sequence:
                      id: {string: 4}
                      card: {sequence: {number: {string: 8}}}
                      pin: {string: 8, sensitive: true, occurs: 0..1}
                """);
        write(
                "shop.esql",
                """
                CREATE COMPUTE MODULE Write
                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                    LOG EVENT SEVERITY 2 MESSAGE 3001 VALUES(InputBody.order.card.number, 'logged');
                    SET OutputRoot = InputRoot;
                    PROPAGATE DELETE NONE;
                    PROPAGATE TO TERMINAL 1;
                    RETURN FALSE;
                  END;
                END MODULE;
                CREATE COMPUTE MODULE Fail
                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                    IF InputBody.order.id = '8' THEN
                      SET OutputRoot.XMLNSC.a = CAST(InputBody.order.card.number AS DATE);
                    END IF;
                    RETURN FALSE;
                  END;
                END MODULE;
                """);
        order = Files.writeString(folder.resolve("order.xml"), ORDER);
        Files.writeString(
                folder.resolve("order.headers.yaml"), "mqrfh2: {usr: {token: 4111-token-4111}}\n");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(shop.resolve(name), text);
    }

    private static void assertMasked(Result result) {
        assertThat(result.out() + result.err()).doesNotContain("4111").contains("***");
    }

    private static String log(ServerProcess server) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(server.home().resolve("server/log"))) {
            for (Path file : files.toList()) {
                all.append(Files.readString(file, StandardCharsets.UTF_8));
            }
        }
        return all.toString();
    }

    private static boolean holds(ServerProcess server, String queue, int messages) {
        return server.run("browse", queue).err().contains(messages + " of " + messages);
    }

    @Test
    void noValueIsInTheLogOrInAParsedMessage() throws Exception {
        try (ServerProcess server = ServerProcess.start(folder.resolve("home"))) {
            server.run("deploy", shop.toString()).ok();
            server.run("put", "SHOP.IN", order.toString()).ok();
            server.run("put", "SHOP.IN", "--text", ORDER.replace(">7<", ">8<")).ok();
            server.run("put", "CHECK.IN", "--text", ORDER).ok();
            server.run("put", "SHOP.IN", "--text", ORDER + "<" + NUMBER).ok();
            await().until(() -> holds(server, "SHOP.OUT", 2));
            await().until(() -> holds(server, "SYSTEM.DEAD.LETTER.QUEUE", 2));
            assertThat(log(server))
                    .doesNotContain("4111")
                    .contains("seen (", "logged", "number = '***'", "MR3202")
                    .contains("cannot cast CHARACTER '***' to DATE");
            assertThat(server.output()).doesNotContain("4111");

            for (String content : new String[] {"preview", "text", "tree"}) {
                String path = "/v1/broker/queues/SHOP.OUT/messages?application=shop&content=";
                String body = TestServer.send(server.request(path + content)).body();
                assertThat(body).as(content).doesNotContain("4111").contains("***");
            }
            String sets = shop.toString();
            assertMasked(server.run("browse", "SHOP.OUT", "--application", sets).ok());
            assertMasked(server.run("browse", "SHOP.OUT", "--application", sets, "--full").ok());
            assertMasked(
                    server.run("browse", "SHOP.OUT", "--application", sets, "--full", "--json")
                            .ok());
            assertThat(server.run("list", "shop").ok().out()).doesNotContain("4111");

            assertThat(server.run("get", "SHOP.OUT").ok().out()).contains(ORDER);
            refusesCapsules(server);
        }
    }

    private void refusesCapsules(ServerProcess server) throws IOException {
        Path capsules = folder.resolve("capsules");
        String queue = "SYSTEM.DEAD.LETTER.QUEUE";
        Result refused = server.run("get", queue, "--capsule", "--to", capsules.toString());
        assertThat(refused.code()).isNotZero();
        assertThat(refused.err())
                .contains("can contain sensitive fields of the application of the flow shop")
                .contains("the message stays on the queue")
                .contains("--unmasked");
        assertThat(capsules).isEmptyDirectory();
        server.run("get", queue, "--capsule", "--unmasked", "--to", capsules.toString()).ok();
        try (Stream<Path> files = Files.list(capsules)) {
            String text = Files.readString(files.findFirst().orElseThrow());
            // The texts of the failure are masked, the message is not.
            assertThat(text).contains("cannot cast CHARACTER '***' to DATE");
            assertThat(text.split(NUMBER, -1)).hasSize(2);
        }
    }

    @Test
    void execAndParseMaskTheFields() throws IOException {
        String message = order.toString();
        Result executed =
                TestServer.command(
                        "exec", shop.toString(), "--flow", "shop", "--message", message, "--tree");
        assertMasked(executed);
        assertThat(executed.out()).contains("<number>***</number>", "MQRFH2.usr.token: ***");
        assertThat(
                        TestServer.command(
                                        "exec",
                                        shop.toString(),
                                        "--flow",
                                        "shop",
                                        "--message",
                                        message,
                                        "--unmasked")
                                .out())
                .contains("<number>" + NUMBER + "</number>");

        assertMasked(TestServer.command("parse", message, "--application", shop.toString()).ok());
        Path json = Files.writeString(folder.resolve("card.json"), "{\"pin\": 4111}");
        String model = shop.resolve("shop.model.yaml").toString();
        Path record = folder.resolve("order.dat");
        for (String form : new String[] {"tree", "json"}) {
            assertMasked(
                    TestServer.command(
                            "parse", message, "--application", shop.toString(), "--as", form));
            Files.writeString(
                    shop.resolve("shop.model.yaml"),
                    """
                    messageSet: shop
                    messages:
                      order: {sequence: {id: {string: 4}, card: {string: 16, sensitive: true}}}
                    """);
            Files.writeString(record, "0007" + NUMBER);
            assertMasked(
                    TestServer.command("parse", record.toString(), "--model", model, "--as", form)
                            .ok());
        }
        assertThat(TestServer.command("parse", json.toString()).ok().out()).contains("4111");
        Result unknown =
                TestServer.command("parse", record.toString(), "--application", shop.toString());
        assertThat(unknown.err()).contains("--domain is required").doesNotContain("4111");
    }
}
