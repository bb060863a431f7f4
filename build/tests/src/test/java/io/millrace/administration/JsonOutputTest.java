package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.administration.TestServer.Result;
import io.millrace.server.command.MillraceCommand;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The option {@code --json} of every command, with a server process. */
class JsonOutputTest {

    private static final JsonMapper JSON = new JsonMapper();

    /** Commands without the option, with the reason. */
    private static final Map<String, String> WITHOUT =
            Map.of(
                    "millrace", "has only subcommands",
                    "users", "has only subcommands",
                    "repository", "has only subcommands",
                    "server", "has no result; its log has a format of its own",
                    "completion", "prints a script");

    /** Commands whose JSON other tests read. */
    private static final Map<String, String> ELSEWHERE =
            Map.of("events", "EventsTest", "connections close", "ResourcesTest");

    @TempDir Path folder;

    private final TreeSet<String> called = new TreeSet<>();
    private ServerThread server;

    /** Returns all commands of the program, with the words that call them. */
    private static List<Command> commands() {
        List<Command> all = new ArrayList<>();
        add(new CommandLine(MillraceCommand.class), "", all);
        return all;
    }

    private record Command(String words, boolean hasJson) {}

    private static void add(CommandLine line, String words, List<Command> all) {
        String name = words.isEmpty() ? line.getCommandName() : words;
        all.add(new Command(name, line.getCommandSpec().findOption("--json") != null));
        line.getSubcommands().forEach((word, sub) -> add(sub, (words + " " + word).strip(), all));
    }

    /** Runs a command that does not use the server and returns its JSON. */
    private JsonNode local(String command, int code, String... arguments) {
        List<String> all = new ArrayList<>(List.of(command.split(" ")));
        all.addAll(List.of(arguments));
        all.add("--json");
        return json(command, code, TestServer.command(all.toArray(String[]::new)));
    }

    private JsonNode remote(String command, int code, String... arguments) {
        List<String> all = new ArrayList<>(List.of(command.split(" ")));
        all.addAll(List.of(arguments));
        all.add("--json");
        return json(command, code, server.run(all.toArray(String[]::new)));
    }

    private JsonNode json(String command, int code, Result result) {
        called.add(command);
        assertThat(result.code()).as(command + ": " + result.out() + result.err()).isEqualTo(code);
        return JSON.readTree(result.out());
    }

    private String write(String name, String text) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text).toString();
    }

    @Test
    void everyCommandPrintsJson() throws Exception {
        String echo = Echo.write(folder, "1").toString();
        String message = write("messages/one.xml", "<a><b>1</b></a>");
        offline(echo, message);
        models();
        String broker =
                write(
                        "broker.yaml",
                        """
                        users: {anna: {roles: [view]}}
                        repository: {folder: archives}
                        dataSources: {STOCK: {url: "jdbc:h2:mem:stock"}}
                        """);
        try (ServerThread started =
                ServerThread.start(folder.resolve("home"), "--config", broker)) {
            server = started;
            applications(echo);
            queues();
            others();
        }
        run(echo);

        List<String> wrong = new ArrayList<>();
        for (Command command : commands()) {
            boolean isExcepted = WITHOUT.containsKey(command.words());
            if (command.hasJson() == isExcepted) {
                wrong.add(
                        command.words()
                                + (isExcepted
                                        ? " has --json, remove it from the exceptions"
                                        : " has no --json"));
            }
            boolean isTested =
                    called.contains(command.words()) || ELSEWHERE.containsKey(command.words());
            if (!isExcepted && !isTested) {
                wrong.add(command.words() + " is not called by this test");
            }
        }
        assertThat(wrong).isEmpty();
    }

    private void offline(String echo, String message) throws Exception {
        assertThat(local("version", 0).path("java").asString())
                .isEqualTo(Runtime.version().toString());
        JsonNode packaged = local("package", 0, echo, "--output", folder + "/echo.zip");
        assertThat(packaged.path("sha256").asString()).hasSize(64);
        assertThat(packaged.at("/manifest/application").asString()).isEqualTo("echo");
        assertThat(local("check", 0, echo).path(0).path("severity").asString()).isEqualTo("note");
        assertThat(TestServer.command("check", echo, "--json", "--format", "sarif").err())
                .contains("--json cannot be combined with --format sarif");
        assertThat(local("parse", 0, message).toString()).contains("\"b\":\"1\"");
        assertThat(local("show", 0, echo).path(0).path("setting").asString()).isEqualTo("name");

        JsonNode sent = local("exec", 0, echo, "--message", message, "--tree").path(0);
        assertThat(sent.path("ended").asString()).isEqualTo("done");
        assertThat(sent.at("/outputs/0/queue").asString()).isEqualTo("ECHO.OUT");
        assertThat(sent.at("/outputs/0/text").asString()).contains("<version>1</version>");
        assertThat(sent.path("path").toString()).contains("\"tree\":{", "\"node\":\"echo.set\"");
        String failing = Echo.write(folder, "2", "CAST('x' AS INTEGER)").toString();
        JsonNode failed = local("exec", 1, failing, "--message", message).path(0);
        assertThat(failed.at("/exceptions/0/code").asString()).startsWith("MR");
        assertThat(failed.at("/exceptions/0/node").asString()).isEqualTo("echo.set");

        JsonNode compared = local("compare", 1, echo, failing, "--messages", folder + "/messages");
        assertThat(compared.path("different").asInt()).isEqualTo(1);
        assertThat(compared.at("/messages/0/outputs").isEmpty()).isFalse();
        Path tested = Path.of(echo).resolve("tests/echo.yaml");
        Files.createDirectories(tested.getParent());
        Files.writeString(
                tested,
                """
                flow: echo
                tests:
                  - name: the version is added
                    input: {text: "<a/>"}
                    outputs: {ECHO.IN: 1}
                """);
        JsonNode tests = local("test", 1, echo);
        assertThat(tests.path("failed").asInt()).as(tests.toString()).isEqualTo(1);
        assertThat(tests.at("/tests/0/differences/0/text").asString()).isNotEmpty();
        Files.delete(tested);

        String mqsc = write("queues.mqsc", "DEFINE QLOCAL(ORDERS.IN) MAXDEPTH(10)\n");
        assertThat(local("import", 0, mqsc).path("yaml").asString()).contains("ORDERS.IN");
    }

    private void models() throws Exception {
        String copybook =
                write("pay.cpy", "       01 PAY.\n          05 AMOUNT PIC 9(5) COMP-3.\n");
        Path model = folder.resolve("pay.model.yaml");
        JsonNode read = local("import-model", 0, copybook);
        assertThat(read.path("kept").asString()).contains("1 message");
        assertThat(read.path("model").asString()).contains("AMOUNT");
        JsonNode written = local("import-model", 0, copybook, "--output", model.toString());
        assertThat(written.path("written").asString()).isEqualTo(model.toString());
        JsonNode schema = local("export-model", 0, model.toString(), "--as", "xsd");
        assertThat(schema.path("text").asString()).contains("AMOUNT");
        JsonNode samples =
                local(
                        "export-model",
                        0,
                        model.toString(),
                        "--sample",
                        "2",
                        "--output",
                        folder + "/samples");
        assertThat(samples.path("written")).hasSize(2);
    }

    private void applications(String echo) throws Exception {
        Files.createDirectory(folder.resolve("archives"));
        assertThat(remote("repository publish", 0, echo).path("version").asString()).isEqualTo("1");
        assertThat(remote("repository list", 0).path(0).path("name").asString()).isEqualTo("echo");
        assertThat(remote("deploy", 0, echo).at("/application/revision").asInt()).isEqualTo(1);
        remote("deploy", 0, Echo.write(folder, "3").toString());
        assertThat(remote("list", 0).path(0).path("name").asString()).isEqualTo("echo");
        remote("diff", 0, echo);
        remote("rollback", 0, "echo");
        remote("assign", 0, "echo", "echo", "--group", "default:2");
        remote("stop", 0, "echo");
        remote("start", 0, "echo");
        remote("restart", 0, "echo");
        remote("statistics", 0);
        remote("status", 0);
        remote("undeploy", 0, "echo");
        remote("rollback", 0, "echo");
    }

    private void queues() {
        remote("queues define", 0, "ONE");
        remote("queues alter", 0, "ONE", "maxDepth=10");
        assertThat(remote("queues show", 0, "ONE").at("/queue/maxDepth").asInt()).isEqualTo(10);
        remote("queues", 0);
        remote("put", 0, "ONE", "--text", "a");
        remote("browse", 0, "ONE");
        remote("queues define", 0, "TWO");
        remote("queues move", 0, "ONE", "--to", "TWO");
        remote("replay", 1, "TWO");
        remote("get", 0, "TWO");
        remote("put", 0, "TWO", "--text", "b");
        remote("queues purge", 0, "TWO");
        remote("queues delete", 0, "TWO");
        remote("queues define", 0, "KEPT", "model=permanent");
        assertThat(remote("queues dynamic", 0, "KEPT").at("/queue/dynamicOf").asString())
                .isEqualTo("KEPT");
    }

    private void others() throws Exception {
        remote("log-level", 0);
        remote("users list", 0);
        remote("users token", 0, "anna");
        remote("users revoke", 0, "anna");
        remote("uow", 0, "list");
        remote("connections", 0);
        remote("data-sources", 0);
        remote("data-sources test", 0, "STOCK");
    }

    private void run(String echo) throws Exception {
        String home = folder.resolve("other").toString();
        JsonNode summary =
                local(
                        "run",
                        0,
                        echo,
                        "--home",
                        home,
                        "--until-idle",
                        "--put",
                        folder.resolve("messages").toString());
        assertThat(summary.path("processed").asInt()).isEqualTo(1);
        assertThat(summary.at("/flows/0/nodes").toString()).contains("echo.set");
    }
}
