package io.millrace.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.Millrace;
import io.millrace.testing.JavaProcess;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** No command prints or logs a secret, whatever is wrong with the files and at any log level. */
final class SecretsTest {

    private static final String MARKER = "mArKeR-5ecret";

    @TempDir Path folder;

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void application(String dataSource) throws IOException {
        write("secret", MARKER + "\n");
        write(
                "app/application.yaml",
                """
                parameters:
                  default: {apiKey: %1$s, dbPassword: %1$s}
                externals: {token: %1$s}
                credentials:
                  database: {user: sa, passwordEnv: MARKER}
                dataSources:
                  STOCK: {url: "jdbc:h2:mem:stock", credentials: database}
                  AWAY: {url: "%2$s", user: sa, passwordFile: ../secret, connectTimeout: 1}
                """
                        .formatted(MARKER, dataSource));
        write(
                "app/work.flow.yaml",
                """
                flow: work
                nodes:
                  In: {type: MQInput, queue: IN}
                  Do: {type: Compute, module: Do, dataSource: STOCK}
                connections: {In.out: Do}
                """);
        write(
                "app/away.flow.yaml",
                """
                flow: away
                nodes:
                  In: {type: MQInput, queue: AWAY.IN}
                  Do: {type: Compute, module: Do, dataSource: AWAY}
                connections: {In.out: Do}
                """);
        write(
                "app/work.esql",
                """
                DECLARE token EXTERNAL CHARACTER '';
                CREATE COMPUTE MODULE Do
                  CREATE FUNCTION Main() RETURNS BOOLEAN
                  BEGIN
                    PASSTHRU('CREATE TABLE IF NOT EXISTS T (A INTEGER)');
                    RETURN FALSE;
                  END;
                END MODULE;
                """);
        write("messages/one.msg", "<a/>");
        write(
                "broker.yaml",
                """
                home: home
                users:
                  alice: {passwordEnv: MARKER, put: ["*"]}
                  bob: {passwordFile: secret, get: ["*"]}
                """);
    }

    private String millrace(String... arguments) throws Exception {
        return JavaProcess.output(
                Millrace.class,
                folder,
                List.of(
                        "-Dmillrace.log=DEBUG",
                        "-Dmillrace.log.artemis=DEBUG",
                        "-Dmillrace.log.hikari=DEBUG"),
                Map.of("MARKER", MARKER),
                arguments);
    }

    private static void assertHidden(String output, String... expected) {
        assertThat(output).contains(expected);
        assertThat(output.lines().filter(line -> line.contains(MARKER))).isEmpty();
    }

    @Test
    void aRunThatUsesAllSecretsPrintsNone() throws Exception {
        application("jdbc:h2:tcp://127.0.0.1:1/none;PASSWORD=" + MARKER);
        assertHidden(
                millrace(
                        "run",
                        "app",
                        "--config",
                        "broker.yaml",
                        "--put",
                        "messages:work.In",
                        "--until-idle"),
                "running app",
                "1 message processed");
        assertHidden(
                millrace("exec", "app", "--flow", "away", "--message", "messages/one.msg"),
                "MR6002");
        try (Stream<Path> files = Files.walk(folder.resolve("home"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), "ISO-8859-1"))
                        .as(file.toString())
                        .doesNotContain(MARKER);
            }
        }
    }

    @Test
    void showAndCheckPrintNone() throws Exception {
        application("jdbc:h2:tcp://ann:" + MARKER + "@127.0.0.1:1/none");
        assertHidden(
                millrace("show", "app", "--effective", "--config", "broker.yaml"),
                "parameters.apiKey",
                "parameters.dbPassword",
                "externals.token",
                "jdbc:h2:tcp://ann:***@127.0.0.1:1/none");
        assertHidden(millrace("show", "app", "--json"), "\"parameters.apiKey\"");
        assertHidden(millrace("check", "app", "broker.yaml"), "the URL contains a password");
    }

    @Test
    void errorsPrintNone() throws Exception {
        application("jdbc:h2:mem:away");
        write(
                "broker.yaml",
                """
                endpoints:
                  hub: {url: "tcp://ann:%1$s@127.0.0.1:1", credentials: hubb, timeout: "%1$s"}
                endpoint: hub
                credentials:
                  hub: {user: ann, password: %1$s}
                  "other": {user: ann, password: '%1$s'}
                users: {ann: {password: "%1$s", sett: 1}}
                """
                        .formatted(MARKER)
                        .replace("timeout: \"" + MARKER + "\"", "timeout: soon"));
        assertHidden(
                millrace("check", "broker.yaml"),
                "a password must not be in this file",
                "timeout must be",
                "hubb is not in the list of credentials");
        assertHidden(
                millrace("run", "app", "--config", "broker.yaml"),
                "a password must not be in this file");
        write(
                "broker.yaml",
                """
                endpoints:
                  hub: {url: "tcp://127.0.0.1:1?password=%1$s", credentials: hub, tls: none}
                endpoint: hub
                credentials:
                  hub: {user: ann, passwordEnv: MARKER}
                """
                        .formatted(MARKER));
        assertHidden(millrace("run", "app", "--config", "broker.yaml"), "MR5003");
        Path program = folder.resolve("app/work.esql");
        Files.writeString(program, Files.readString(program).replace("CHARACTER ''", "INTEGER 0"));
        assertHidden(
                millrace("check", "app"),
                "the external token must be of type INTEGER (found '***'");
    }
}
