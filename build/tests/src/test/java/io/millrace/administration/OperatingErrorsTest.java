package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.administration.TestServer.Result;
import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** Mistakes of operators: each error names what was found, and each exit code is as documented. */
class OperatingErrorsTest {

    @TempDir static Path folder;

    private static ServerThread server;

    @BeforeAll
    static void start() throws IOException {
        Path broker =
                Files.writeString(
                        folder.resolve("b.yaml"),
                        "limits: {messageBytes: 2000}\nusers: {bert: {roles: [operate]}}\n");
        server = ServerThread.start(folder.resolve("home"), "--config", broker.toString());
        server.run("deploy", application("first", "{A.IN: {maxDepth: 10}, A.OUT: {}}")).ok();
        server.run("queues", "define", "CLOSED", "inhibitGet=true").ok();
        server.run("queues", "define", "CLOSED.ALIAS", "alias=CLOSED").ok();
        server.run("queues", "define", "SMALL", "maxDepth=1").ok();
        server.run("queues", "define", "LARGE").ok();
        server.run("put", "LARGE", "--text", "x", "--copies", "2").ok();
        application("second", "{A.IN: {maxDepth: 20}}");
        Path other = Path.of(application("other", "{A.IN: {}, A.OUT: {}}"));
        Files.writeString(
                other.resolve("other.flow.yaml"),
                """
                flow: other
                nodes:
                  in: {type: MQInput, queue: A.OUT}
                  work: {type: Compute, module: Work, dataSource: DX}
                connections:
                  in.out: work
                """);
        Files.writeString(
                other.resolve("work.esql"),
                """
                CREATE COMPUTE MODULE Work
                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                    RETURN TRUE;
                  END;
                END MODULE;
                """);
        Path waiting = Files.createDirectories(folder.resolve("waiting"));
        Files.writeString(
                waiting.resolve("waiting.flow.yaml"),
                """
                flow: waiting
                nodes:
                  in: {type: FileInput, inputDirectory: /nowhere/to/be/found}
                  out: {type: MQOutput, queue: WAITING.OUT}
                connections:
                  in.out: out
                """);
        Path outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(
                outside.resolve("application.yaml"),
                """
                certificates: {shop: {certificate: ../tls/shop.pem, key: ../tls/shop.key}}
                listeners: {shop: {port: 0, tls: shop}}
                """);
        Files.writeString(
                outside.resolve("outside.flow.yaml"),
                """
                flow: outside
                nodes:
                  in: {type: HTTPInput, listener: shop, path: /shop}
                  reply: {type: HTTPReply}
                connections:
                  in.out: reply
                """);
        Path env = Path.of(application("env", "{A.IN: {}}"));
        Files.writeString(
                env.resolve("application.yaml"),
                "parameters: {default: {a: 1}, production: {a: 2}}\n");
        Path password = Path.of(application("password", "{A.IN: {}, NEW.IN: {}}"));
        Files.writeString(
                password.resolve("application.yaml"),
                """
                queues: {A.IN: {}, NEW.IN: {}}
                dataSources: {D: {url: "jdbc:h2:mem:d", user: sa, passwordEnv: NOPW}}
                """);
        Path subscribed = Path.of(application("subscribed", "{A.IN: {}}"));
        Files.writeString(
                subscribed.resolve("application.yaml"),
                "subscriptions: [{topic: news, queue: A.INN}]\n");
        Files.createDirectories(folder.resolve("nothing"));
        Path dangling = Path.of(application("dangling", "{A.IN: {}}"));
        Files.createSymbolicLink(dangling.resolve("gone.esql"), Path.of("nowhere"));
        Files.write(folder.resolve("big.msg"), new byte[3000]);
        Files.writeString(folder.resolve("small.msg"), "x");
        Path token = Files.writeString(folder.resolve("token"), server.token());
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(folder.resolve("bad.capsule.yaml"), "x: [\n");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String application(String name, String queues) throws IOException {
        Path application = Files.createDirectories(folder.resolve(name));
        Files.writeString(application.resolve("application.yaml"), "queues: " + queues + "\n");
        Files.writeString(
                application.resolve(name + ".flow.yaml"),
                """
                flow: %s
                nodes:
                  in: {type: MQInput, queue: A.IN}
                  out: {type: MQOutput, queue: A.IN}
                connections:
                  in.out: out
                """
                        .formatted(name));
        return application.toString();
    }

    /** Runs a command, whose words that begin with ./ are files of the folder. */
    private static Result run(String command) {
        String[] words =
                Stream.of(command.split(" "))
                        .map(w -> w.startsWith("./") ? folder + w.substring(1) : w)
                        .toArray(String[]::new);
        boolean local = Set.of("check", "exec", "package", "server", "parse").contains(words[0]);
        return local || command.contains("--server") || command.contains("--home")
                ? TestServer.command(words)
                : server.run(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    put LARGE --text Ω --ccsid 819               | 2 | must have only characters of the coded character set 819 (found 'Ω')
                    get CLOSED                                   | 3 | MR7028: gets from the queue CLOSED are inhibited
                    get CLOSED.ALIAS                             | 3 | MR7028: gets from the queue CLOSED are inhibited
                    replay CLOSED.ALIAS                          | 3 | MR7028: gets from the queue CLOSED are inhibited
                    queues move LARGE --to SMALL                 | 3 | MR5002: queue SMALL is full
                    queues move LARGE --to SMALL                 | 3 | 0 messages of LARGE were moved before, and all others stay on it
                    put LARGE ./small.msg ./big.msg              | 3 | the largest message is in ./big.msg
                    queues purge LARGE --filter Root.MQMD.Priorty=4 | 2 | Root.MQMD has no field Priorty
                    queues alter LARGE maxDepht=3                | 2 | unknown attribute maxDepht; did you mean maxDepth?
                    queues alter LARGE --reset maxDepht          | 2 | unknown attribute maxDepht; did you mean maxDepth?
                    queues alter LARGE maxDepth=x                | 2 | maxDepth must be an integer from 0 to 999999999 (found 'x')
                    queues alter LARGE maxDepth=                 | 2 | maxDepth must have a value (found maxDepth=)
                    queues define NEW.Q priority=                | 2 | priority must have a value (found priority=)
                    queues alter LARGE priority=1 priority=2     | 2 | priority must be specified once (found priority=1 and priority=2)
                    queues alter LARGE priority=1 --reset priority | 2 | priority must be specified once (found priority=1 and --reset priority)
                    queues alter LARGE index=msgId               | 2 | maxDepth of 1 to
                    queues define X alias=CLOSED.ALIAS           | 2 | alias must be a queue with messages of its own
                    queues define X$Y                            | 2 | MR7025: the name of a queue must have
                    queues move LARGE --to LARGE                 | 2 | must be moved to another queue (found LARGE)
                    assign first first --group g:1000            | 2 | with a number of copies from 1 to 256 (found g:1000)
                    assign first first --group g:0               | 2 | copies must be 1 to 256 (found 0)
                    assign first first --additional-instances -1 | 2 | additionalInstances must be 0 to 256 (found -1)
                    assign none first --group g                  | 2 | the application none is not deployed; the deployed applications are first
                    undeploy firts                               | 2 | did you mean first?
                    rollback first --to 9                        | 2 | has no revision 9
                    statistics firts                             | 2 | the application firts is not deployed; did you mean first?
                    statistics first --group none                | 2 | first does not run in the execution group none; its groups are default
                    uow show 1.1                                 | 1 | no unit of work 1.1 is open or unresolved
                    browse NONE                                  | 3 | unknown queue NONE; define the queue, or correct its name
                    check ./first --set first#in.queu=X          | 2 | did you mean queue?
                    deploy ./second                              | 1 | second/application.yaml:1:27: error MR1014: the queue A.IN has the attributes {maxDepth: 20}
                    deploy ./second                              | 1 | (first/application.yaml:1:27)
                    deploy ./other                               | 1 | other/other.flow.yaml:4:51: error MR1018: the data source DX
                    deploy ./big.msg                             | 1 | MR7020
                    exec ./bad.capsule.yaml --application ./first| 1 | the text ends in a list or mapping in brackets
                    deploy ./outside                             | 1 | outside/application.yaml:1:36: error MR5030: the file
                    deploy ./outside                             | 1 | so a deployed application needs an absolute path, or a declaration in broker.yaml
                    deploy ./waiting                             | 3 | MR7027: waiting was changed, but its state is reconnecting: MR4036
                    queues A.IN                                  | 2 | unexpected argument: A.IN; did you mean queues show A.IN?
                    queues defin A.IN                            | 2 | unexpected argument: defin; did you mean define?
                    server --port 7700                           | 2 | set administration: {port: N} in broker.yaml, and specify it with --config
                    log-level io.milrace.engine                  | 2 | no logger has the name io.milrace.engine; did you mean io.millrace.engine?
                    log-level io.milrace.engine --json           | 2 | no logger has the name io.milrace.engine
                    show frist                                   | 2 | the folder frist does not exist, and the application frist is not deployed; did you mean first?
                    queues                                       | 0 | gets from CLOSED are inhibited
                    status                                       | 0 | gets from CLOSED are inhibited
                    status --home ./home                         | 0 | gets from CLOSED are inhibited
                    replay LARGE --filter MQMD.Priority=4        | 2 | write Root.MQMD.Priority
                    queues purge LARGE --filter Root.MQMD.Priority=3 --json | 1 | ''
                    log-level debug                              | 2 | missing argument: LOGGER before the level debug, for example ROOT debug
                    log-level io.milrace.engine info             | 0 | no logger has the name io.milrace.engine yet; did you mean io.millrace.engine?
                    parse ./small.msg --records fixed:4 --domain BLOB | 1 | found 1 bytes, expected 4
                    deploy ./first --revision 99                 | 2 | MR7029: first has no revision 99: its last revision is
                    queues alter LARGE priority=1 --revision 99  | 2 | not revision 99
                    users revoke anna                            | 2 | the user anna has no valid token; see
                    restart firts                                | 2 | MR1027: the application firts is not deployed; did you mean first?
                    list ./first ./first                         | 2 | unexpected argument: ./first
                    server ./first                               | 2 | start the server, then use
                    list --server http://127.0.0.1:99999 --token-file ./token | 2 | with a port from 1 to 65535 (found http://127.0.0.1:99999)
                    put LARGE --text x --token-file ./none       | 3 | cannot read the token in ./none: it does not exist; save the token
                    queues --create X --token-file ./token       | 2 | --create cannot be combined with --server, --token-file or --trust; use
                    package ./first --output ./nowhere/a.zip     | 3 | cannot write ./nowhere/a.zip: the folder ./nowhere does not exist
                    package ./first --output ./token/a.zip       | 3 | cannot write ./token/a.zip: ./token is a file, not a folder
                    deploy ./env --environment prod              | 2 | --environment: error MR1006: found prod, expected an environment of env/application.yaml: default, production
                    check ./env --environment prod               | 2 | --environment: error MR1006: found prod, expected an environment of ./env/application.yaml: default, production
                    list --home ./first                          | 3 | ./first is not the home folder of a server; specify that folder with --home
                    list --home ./token                          | 3 | ./token is not the home folder of a server
                    list --home ./none                           | 3 | the home folder ./none does not exist, so no server runs on it; correct --home
                    list --trust ./none                          | 3 | --trust must be a PEM file with the certificate of the authority of the server: the file ./none does not exist; correct the path
                    server --config ./none                       | 3 | the file ./none does not exist; correct the path of --config
                    server --config ./first                      | 2 | --config must be a file (found the folder ./first)
                    queues --accept-damage                       | 2 | --accept-damage is an option of
                    queues list                                  | 2 | did you mean queues without an argument?
                    put LARGE ./small.msg --headers x            | 2 | put reads the headers of FILE from NAME.headers.yaml
                    put SMALL --text x --copies 3                | 3 | increase maxDepth; none of the 3 messages was put
                    statistics on                                | 2 | on is a value of --snapshot and --archive; use
                    statistics first off                         | 2 | off is a value of --snapshot and --archive; use
                    log-level DEBUG ROOT                         | 2 | the level must follow the logger; did you mean
                    users revoke bert --token 1                  | 2 | specify TOKEN without --token
                    users token bert --output ./token            | 2 | --output must be a file that does not exist (found ./token
                    users token bert --output ./nowhere/t        | 3 | the folder ./nowhere does not exist
                    deploy ./dangling                            | 3 | the symbolic link ./dangling/gone.esql leads to a file that does not exist; correct it, or delete it
                    replay LARGE --to SMALL --filter Root.MQMD.Priority | 1 | MR2005 the filter must be TRUE or FALSE (found the INTEGER
                    package ./nothing                            | 1 | ./nothing contains no files; specify the folder of an application or a library
                    queues delete LARGE                          | 3 | the queue LARGE contains 2 messages; move or purge them
                    deploy ./password                            | 1 | error MR1033
                    queues show NEW.IN                           | 3 | unknown queue NEW.IN
                    check ./subscribed                           | 0 | subscribed/application.yaml:1:38: warning MR1016: no flow reads the queue A.INN of the subscription
                    check ./subscribed                           | 0 | did you mean A.IN?
                    statistics first --format xml --json         | 2 | --json cannot be combined with --format xml
                    statistics first --format csv --json         | 2 | --json cannot be combined with --format csv
                    rollback first --to 1 --revision 99          | 2 | MR7029: first has no revision 99
                    undeploy first --revision 99                 | 2 | MR7029: first has no revision 99
                    stop first --revision 99                     | 2 | MR7029: first has no revision 99
                    restart first first --revision 99            | 2 | MR7029: first has no revision 99
                    assign first first --reset --revision 99     | 2 | MR7029: first has no revision 99
                    stop --group default --revision 1            | 2 | --revision requires APP
                    undeploy first --revision 0                  | 2 | --revision must be 1 or more (found 0)
                    queues --home ./none                         | 3 | the home folder ./none does not exist: start a server with
                    package ./home                               | 1 | must not contain the home folder of a broker
                    """)
    void aMistakeIsExplained(String command, int code, String text) {
        Result result = run(command);
        assertThat(result.err()).contains(text.replace("./", folder + "/"));
        assertThat(result.code()).as(result.err()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    get CLOSED.ALIAS            | $      | 3 | MR7028: gets from the queue CLOSED are inhibited
                    put LARGE ./small.msg ./big.msg | $      | 3 | big.msg
                    list                        | $/api  | 3 | has no API at the path /api
                    list                        | https://unknown.invalid:7700 | 3 | the host unknown.invalid is unknown
                    """)
    void aMistakeIsExplainedOnAnotherMachine(String command, String url, int code, String text)
            throws IOException {
        Result result =
                run(
                        "%s --server %s --token-file ./token"
                                .formatted(command, url.replace("$", server.url())));
        assertThat(result.err()).contains(text);
        assertThat(result.code()).as(result.err()).isEqualTo(code);
    }

    @Test
    void anOptionOfOtherCommandsIsNoMisspellingOfVersion() {
        assertThat(server.run("list", "--revision", "3").err())
                .contains("unknown option --revision")
                .doesNotContain("--version");
    }

    @Test
    void aQueueWithTwoReadersStaysShareable() {
        server.run("assign", "first", "first", "--additional-instances", "1").ok();
        String shown = "";
        while (!shown.contains("\"readers\" : 2")) {
            shown = server.run("queues", "show", "A.IN", "--json").ok().out();
        }
        Result altered = server.run("queues", "alter", "A.IN", "shareable=false");
        assertThat(altered.err())
                .contains(
                        "MR5019: queue A.IN has 2 readers, but shareable=false permits one; stop");
        assertThat(server.run("queues", "show", "A.IN").ok().out())
                .containsPattern("shareable +true +default");
        server.run("assign", "first", "first", "--reset").ok();
    }

    @Test
    void aServerWhoseDeploymentLogIsMissingDoesNotStart() throws Exception {
        Path home = folder.resolve("lost");
        try (ServerProcess lost = ServerProcess.start(home)) {
            lost.run("deploy", Echo.write(folder, "3").toString()).ok();
            lost.stop();
        }
        Path log = home.resolve("server/deployments.log");
        Files.delete(log);
        Result started = ServerProcess.command("server", "--home", home.toString());
        assertThat(started.err())
                .contains("MR7023: the file " + log + " does not exist, but")
                .contains(home.resolve("server/archives") + " contains echo 3. Restore");
        assertThat(started.code()).isEqualTo(3);
        assertThat(log).doesNotExist();
        Files.move(home.resolve("server/archives"), folder.resolve("archives"));
        try (ServerProcess empty = ServerProcess.start(home)) {
            assertThat(empty.run("list").ok().out()).doesNotContain("echo");
        }
    }

    @Test
    void theStopOfAnOperatorIsKeptWhenAnApplicationIsRemoved() throws IOException {
        String echo = Echo.write(folder, "1").toString();
        server.run("deploy", echo).ok();
        server.run("stop", "echo").ok();
        server.run("undeploy", "echo").ok();
        Result deployed = server.run("deploy", echo).ok();
        assertThat(deployed.out()).startsWith("echo 1 is stopped");
        assertThat(deployed.err()).contains("stay stopped; ./millrace start echo starts them");
        server.run("undeploy", "echo").ok();
        assertThat(server.run("rollback", "echo").ok().out()).startsWith("echo 1 is stopped");
        server.run("start", "echo").ok();
        server.run("undeploy", "echo").ok();
        assertThat(server.run("deploy", echo).ok().out()).startsWith("echo 1 is running");
    }

    @Test
    void theStopOfAFlowIsKeptByVersionsWithoutIt() throws IOException {
        String both = Echo.write(folder, "both").toString();
        Path flow = Path.of(both, "echo.flow.yaml");
        String second = Files.readString(flow).replace("flow: echo", "flow: other");
        Path other =
                Files.writeString(
                        Path.of(both, "other.flow.yaml"), second.replace("ECHO.IN", "OTHER.IN"));
        server.run("deploy", both).ok();
        server.run("stop", "echo", "other").ok();
        Files.delete(other);
        assertThat(server.run("deploy", both).ok().out()).startsWith("echo both is running");
        server.run("stop", "echo", "echo").ok();
        server.run("start", "echo", "echo").ok();
        assertThat(server.run("rollback", "echo").ok().out())
                .startsWith("echo both is partly running");
        assertThat(server.run("list").ok().out()).containsPattern("echo +other +default +stopped");
        server.run("start", "echo").ok();
        server.run("undeploy", "echo").ok();
    }

    @Test
    void theErrorOfAFlowEndsWithItsNextMessageAndAnInhibitedQueueIsReported() throws IOException {
        Path app = Path.of(application("shown", "{S.IN: {backoutThreshold: 1}, S.OUT: {}}"));
        Path file = app.resolve("shown.flow.yaml");
        Files.writeString(
                file,
                """
                flow: shown
                nodes:
                  in: {type: MQInput, queue: S.IN, domain: XMLNSC}
                  divide: {type: Filter, expression: 1 / CAST(Body.n AS INTEGER) > 0}
                  out: {type: MQOutput, queue: S.OUT}
                connections:
                  in.out: divide
                  divide.true: out
                """);
        server.run("deploy", app.toString()).ok();
        server.run("put", "S.IN", "--text", "<n>0</n>").ok();
        server.run("get", "SYSTEM.DEAD.LETTER.QUEUE", "--wait", "60").ok();
        server.run("put", "S.IN", "--text", "<n>1</n>").ok();
        server.run("get", "S.OUT", "--wait", "60").ok();
        assertThat(server.run("list", "shown").ok().out()).doesNotContain("MR4006");
        server.run("queues", "alter", "S.IN", "inhibitGet=true").ok();
        assertThat(server.run("list").ok().err())
                .contains("shown receives no messages from S.IN, because gets are inhibited");
        server.run("undeploy", "shown").ok();
    }

    @Test
    void deployReportsUnusedListenersAndTheAddressesOfFlows() throws IOException {
        Path app = Files.createDirectories(folder.resolve("web"));
        Files.writeString(
                app.resolve("application.yaml"),
                "listeners: {default: {port: 7999}, used: {port: 0}}\n");
        Files.writeString(
                app.resolve("web.flow.yaml"),
                """
                flow: web
                nodes:
                  in: {type: HTTPInput, listener: used, path: /web}
                  reply: {type: HTTPReply}
                connections:
                  in.out: reply
                """);
        Result deployed = server.run("deploy", app.toString()).ok();
        assertThat(deployed.err()).contains("no node uses the listener default");
        assertThat(deployed.out())
                .containsPattern("web listens at http://127\\.0\\.0\\.1:\\d+/web");
        server.run("undeploy", "web").ok();
    }

    @Test
    void damagedFilesOfAHomeAreNamed() throws IOException {
        try (ServerProcess damaged = ServerProcess.start(folder.resolve("damaged"))) {
            Path home = damaged.home().resolve("server");
            for (String name : List.of("address", "token")) {
                Path file = home.resolve(name);
                byte[] kept = Files.readAllBytes(file);
                Files.writeString(file, "x");
                assertThat(damaged.run("list").err())
                        .contains("the file " + file + " must contain");
                Files.delete(file);
                assertThat(damaged.run("list").err()).contains(file + "", "does not exist");
                Files.write(file, kept);
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            }
            Files.delete(home.resolve("incoming"));
            damaged.run("deploy", folder.resolve("env").toString()).ok();
            Path ports = damaged.home().resolve("ports.properties");
            Files.writeString(ports, "");
            assertThat(damaged.run("status").err())
                    .contains(ports + " was deleted or changed (restart the process");
        }
    }

    @Test
    void anArchiveInItsFolderDoesNotContainItself() throws IOException {
        String app = application("packed", "{A.IN: {}}");
        String archive = folder.resolve("packed/packed.zip").toString();
        for (int i = 0; i < 2; i++) {
            assertThat(ServerProcess.command("package", app, "--output", archive).out())
                    .contains("packed, 2 files");
        }
    }

    @Test
    void aLogLevelHasAnyCase() {
        assertThat(server.run("log-level", "root", "Warn").ok().out())
                .containsPattern("ROOT +warn +operator");
        assertThat(server.run("log-level", "Root", "--reset").ok().out())
                .containsPattern("ROOT +\\w+ +configuration");
    }

    @Test
    void applicationsThatReadOneQueueAreReported() throws IOException {
        Path link = folder.resolve("linked");
        Files.createSymbolicLink(link, Path.of(application("shared", "{A.IN: {maxDepth: 10}}")));
        Result deployed = server.run("deploy", link.toString()).ok();
        assertThat(deployed.out()).startsWith("linked is running");
        assertThat(deployed.err())
                .contains("linked: warning MR1014: the applications first, linked read the same")
                .contains("queue A.IN, so each of its messages reaches only one of them");
        server.run("undeploy", "linked").ok();
    }

    @Test
    void aTokenThatOthersCanReadIsReported() throws IOException {
        Path token = Files.writeString(folder.resolve("shown.token"), server.token());
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        Result list = server.run("list", "--token-file", token.toString()).ok();
        assertThat(list.err())
                .isEqualTo(
                        "warning: other users can read the token in %1$s; permit this only to its owner: chmod 600 %1$s\n"
                                .formatted(token));
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        assertThat(server.run("list", "--token-file", token.toString()).ok().err()).isEmpty();
    }

    @Test
    void filesOfADeployedApplicationHaveThePathOfTheirArchive() {
        assertThat(server.run("queues", "show", "A.IN").ok().out())
                .contains("first/application.yaml:1")
                .contains("the application first (first/first.flow.yaml:3:30)")
                .doesNotContain(folder.toString());
        assertThat(server.run("queues", "delete", "A.IN").err())
                .contains("(first/first.flow.yaml:3:30)")
                .doesNotContain(folder.toString());
    }

    @Test
    void aMessageThatCannotBePrintedStaysOnItsQueue() throws IOException {
        server.run("queues", "define", "PRINTED").ok();
        server.run("put", "PRINTED", "--text", "once").ok();
        String home = server.home().toString();
        String token = folder.resolve("token").toString();
        for (List<String> command :
                List.of(
                        List.of("get", "PRINTED", "--home", home),
                        List.of("get", "PRINTED", "--home", home, "--token-file", token))) {
            assertThat(onFullDisk(command))
                    .isEqualTo(
                            """
                            3 error MR1001: cannot write standard output: its disk is full, or its \
                            reader has ended; the message stays on the queue
                              who can act: operator
                            """);
        }
        assertThat(onFullDisk(List.of("list", "--home", home)))
                .startsWith("3 error MR1001: cannot write standard output: its disk is full");
        assertThat(server.run("get", "PRINTED").ok().out()).isEqualTo("once");
    }

    /** Runs a command whose standard output cannot be written; returns its code and messages. */
    private static String onFullDisk(List<String> command) {
        OutputStream full =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("No space left on device");
                    }
                };
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        Console console = new Console(new PrintStream(full, true), messages, false);
        int code = Millrace.run(console, command.toArray(String[]::new));
        return code + " " + messages.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aTextIsPutInItsCodedCharacterSet() throws IOException {
        server.run("queues", "define", "EBCDIC").ok();
        server.run("put", "EBCDIC", "--text", "Grüße", "--ccsid", "500").ok();
        Path got = folder.resolve("got");
        server.run("get", "EBCDIC", "--to", got.toString()).ok();
        try (var files = Files.list(got)) {
            Path body = files.filter(f -> f.toString().endsWith(".msg")).findFirst().orElseThrow();
            assertThat(Files.readString(body, Charset.forName("IBM500"))).isEqualTo("Grüße");
        }
    }

    @Test
    void theProjectsOfABrokerArePackedWithTheirDescriptions() throws IOException {
        Path projects = Path.of(System.getProperty("millrace.root"), "samples", "existing-project");
        Path archive = folder.resolve("projects.zip");
        TestServer.command("package", projects.toString(), "--output", archive.toString()).ok();
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            assertThat(zip.getEntry("ParcelApp/.project")).isNotNull();
        }
        Path app = Path.of(application("hidden", "{A.IN: {}}"));
        for (String secret : List.of(".env", ".git/config")) {
            Files.createDirectories(app.resolve(secret).getParent());
            Files.writeString(app.resolve(secret), "password");
        }
        TestServer.command(
                        "package", app.toString(), "--output", folder.resolve("h.zip").toString())
                .ok();
        try (ZipFile zip = new ZipFile(folder.resolve("h.zip").toFile())) {
            assertThat(zip.stream().map(Object::toString).toList())
                    .containsExactly(
                            "millrace-manifest.json", "application.yaml", "hidden.flow.yaml");
        }
        assertThat(server.run("deploy", projects.toString()).ok().out())
                .startsWith("ParcelApp is running");
    }

    @Test
    void aSuspendedServerIsToBeResumedAndNotStarted() throws Exception {
        try (ServerProcess suspended = ServerProcess.start(folder.resolve("suspended"))) {
            signal("STOP", suspended);
            try {
                Result list = suspended.run("list");
                assertThat(list.code()).isEqualTo(3);
                assertThat(list.err())
                        .contains("its process runs, but is suspended or overloaded")
                        .doesNotContain("./millrace server");
            } finally {
                signal("CONT", suspended);
            }
        }
    }

    private static void signal(String name, ServerProcess to) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(to.process().pid())).start().waitFor();
    }

    @Test
    void aChangedFileOfAnArchiveIsNamed() throws Exception {
        Path archive = folder.resolve("changed.zip");
        TestServer.command(
                        "package",
                        folder.resolve("first").toString(),
                        "--output",
                        archive.toString())
                .ok();
        try (var zip = java.nio.file.FileSystems.newFileSystem(archive, Map.of())) {
            Files.writeString(zip.getPath("first.flow.yaml"), "changed");
        }
        Result result = server.run("deploy", archive.toString());
        assertThat(result.err())
                .startsWith("first.flow.yaml: error MR7021")
                .contains("create the archive again with ./millrace package");
        assertThat(result.code()).isEqualTo(1);
    }
}
