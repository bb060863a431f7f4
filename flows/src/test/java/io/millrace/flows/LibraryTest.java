package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Routines in LANGUAGE JAVA, with jars that are compiled here, in an application's lib folder. */
class LibraryTest {

    private static final String FLOW =
            """
            flow: greeting
            nodes:
              in:  {type: MQInput, queue: IN, domain: XMLNSC}
              say: {type: Compute, module: Say}
              out: {type: MQOutput, queue: OUT}
            connections:
              in.out: say
              say.out: out
            """;

    private static final String ESQL =
            """
            CREATE FUNCTION greeting(name CHARACTER) RETURNS CHARACTER
              LANGUAGE JAVA EXTERNAL NAME "com.example.Greetings.greeting";

            CREATE COMPUTE MODULE Say
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot.XMLNSC.said = greeting(InputRoot.XMLNSC.name);
                RETURN TRUE;
              END;
            END MODULE;
            """;

    private static final String GREETINGS =
            """
            package com.example;

            public class Greetings {
                public static String greeting(String name) throws Exception {
                    return %s;
                }
            }
            """;

    @TempDir Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("greeting.flow.yaml"), FLOW);
        Files.writeString(folder.resolve("say.esql"), ESQL);
    }

    /** Compiles a class and puts it into a jar, with resources. */
    private void jar(String expression, Map<String, String> resources) throws IOException {
        TestJar jar =
                new TestJar().source("com.example.Greetings", GREETINGS.formatted(expression));
        resources.forEach((name, text) -> jar.file(name, text));
        jar.write(folder, "greetings.jar");
    }

    private String said(String expression, Map<String, String> resources) throws IOException {
        jar(expression, resources);
        try (Flow flow = Flow.load(folder, "")) {
            FlowResult result = flow.process("<name>Ann</name>");
            return result.exceptions().isEmpty()
                    ? result.outputs().getFirst().text()
                    : result.exceptions().getFirst().root().getMessage();
        }
    }

    private static String next(Broker broker) {
        broker.put("IN", "<name>Ann</name>");
        return broker.get("OUT", Duration.ofSeconds(240))
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    @Test
    void aChangedJarTakesEffectWhenTheApplicationIsDeployedAnew() throws IOException {
        try (Broker broker = Broker.builder().start()) {
            jar("\"Hello \" + name", Map.of());
            broker.deploy(Application.load(folder));
            assertThat(next(broker)).isEqualTo("<said>Hello Ann</said>");

            jar(
                    """
                    new Object() { public String toString() { return "Goodbye " + name; } \
                    }.toString()\
                    """,
                    Map.of());
            assertThat(next(broker)).isEqualTo("<said>Hello Ann</said>");
            broker.deploy(Application.load(folder));
            assertThat(next(broker)).isEqualTo("<said>Goodbye Ann</said>");
        }
    }

    @Test
    void jarsHaveResourcesAndTheThreadsClassLoaderIsTheirs() throws IOException {
        String expression =
                """
                new \
                String(Thread.currentThread().getContextClassLoader().getResourceAsStream("a/greeting.txt").readAllBytes()) \
                + ", " + new \
                String(Greetings.class.getResource("/a/greeting.txt").openStream().readAllBytes())\
                """;

        assertThat(said(expression, Map.of("a/greeting.txt", "Hi")))
                .isEqualTo("<said>Hi, Hi</said>");
    }

    @Test
    void javaSeesTheMessageTreeAndNothingElseOfMillrace() throws IOException {
        assertThat(said("io.millrace.engine.message.Value.of(name).text()", Map.of()))
                .isEqualTo("<said>Ann</said>");
        assertThat(said("io.millrace.flows.Broker.builder().toString()", Map.of()))
                .contains("NoClassDefFoundError: io/millrace/flows/Broker");
    }

    @Test
    void whatJavaThrowsIsTheMessagesError() throws IOException {
        assertThat(said("name.substring(10)", Map.of()))
                .contains("the Java method com.example.Greetings.greeting threw")
                .contains("StringIndexOutOfBoundsException")
                .contains("com.example.Greetings.greeting(Greetings.java:5)");
    }

    @Test
    void aClassThatIsMissingIsAnErrorOfTheApplication() {
        assertThatThrownBy(() -> Application.load(folder))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("say.esql:2")
                .hasMessageContaining("the Java class com.example.Greetings does not exist in lib")
                .hasMessageContaining("the application has no jars there");
    }

    @Test
    void aMethodThatIsMissingIsAnErrorOfTheApplication() throws IOException {
        jar("name", Map.of());
        Files.writeString(
                folder.resolve("say.esql"), ESQL.replace("Greetings.greeting", "Greetings.greet"));
        assertThatThrownBy(() -> Application.load(folder))
                .hasMessageContaining("has no method public static String greet(String)")
                .hasMessageContaining("did you mean greeting?");
    }

    private void method(String routine, String method) throws IOException {
        String text = "CREATE " + routine + "\n  LANGUAGE JAVA EXTERNAL NAME \"" + method + "\";";
        Files.writeString(folder.resolve("jdk.esql"), text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "FUNCTION f(a CHARACTER) RETURNS CHARACTER; java.lang.System.getenv",
                "FUNCTION f(a CHARACTER) RETURNS CHARACTER; java.lang.System.getProperty",
                "FUNCTION f(a CHARACTER) RETURNS INTEGER; java.lang.Long.getLong",
                "FUNCTION f(a CHARACTER) RETURNS CHARACTER; java.security.Security.getProperty",
                "PROCEDURE p(a CHARACTER); java.lang.System.load",
                "PROCEDURE p(); java.lang.System.gc",
                "PROCEDURE p(); java.lang.Thread.dumpStack",
                "PROCEDURE p(a CHARACTER); java.sql.DriverManager.println",
                "PROCEDURE p(a CHARACTER); java.lang.Runtime.version",
            })
    void aMethodOfTheJdkThatReachesTheProcessIsRefused(String routine, String method)
            throws IOException {
        jar("name", Map.of());
        method(routine, method);
        assertThatThrownBy(() -> Application.load(folder))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("jdk.esql:2:31: error MR2020")
                .hasMessageContaining("ESQL cannot call the JDK's method " + method)
                .hasMessageContaining("call it from your own class in a jar in lib");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                """
                FUNCTION f(a CHARACTER, b CHARACTER) RETURNS CHARACTER; java.net.URLEncoder.encode\
                """,
                "FUNCTION f(a CHARACTER) RETURNS INTEGER; java.lang.Long.decode",
                "FUNCTION f(a CHARACTER) RETURNS CHARACTER; java.util.regex.Pattern.quote",
                "FUNCTION f() RETURNS DATE; java.time.LocalDate.now",
            })
    void aMethodOfTheJdkThatComputesAValueIsAllowed(String routine, String method)
            throws IOException {
        jar("System.getProperty(\"java.version\")", Map.of());
        method(routine, method);
        assertThat(Application.load(folder).flows()).containsExactly("greeting");
    }

    @Test
    void aFileThatIsNoJarIsAnErrorOfTheApplication() throws IOException {
        jar("name", Map.of());
        Files.writeString(folder.resolve("lib/broken.jar"), "no jar");
        assertThatThrownBy(() -> Application.load(folder))
                .hasMessageContaining("broken.jar")
                .hasMessageContaining("it cannot be read as a jar");
    }

    @Test
    void esqlAloneIsCheckedWithoutItsJava() throws IOException {
        List<Problem> found = Application.check(folder.resolve("say.esql"));
        assertThat(found).isEmpty();
        Files.delete(folder.resolve("greeting.flow.yaml"));
        assertThat(Application.check(folder)).isEmpty();
    }
}
