package io.millrace.connectors.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The component file, and what all components have in common with it. */
class CamelFileTest {

    @TempDir Path folder;

    private static final String HEADERS =
            """
            flow: main
            nodes:
              in: {type: CamelInput, uri: "file:%s", parameters: [initialDelay=0, delay=50, delete=true]}
              show: {type: Compute, module: Show}
              out: {type: MQOutput, queue: OUT}
            connections:
              in.out: show
              show.out: out
            """;

    @Test
    void headersAreFieldsOfTheLocalEnvironment() throws IOException {
        Files.writeString(folder.resolve("a.txt"), "abc");
        String show =
                CamelBroker.module(
                        "Show",
                        """
                        SET OutputRoot.BLOB.BLOB = CAST(InputLocalEnvironment.Camel.Headers.CamelFileName
                          || ' ' || CAST(InputLocalEnvironment.Camel.Headers.CamelFileLength + 1 AS CHARACTER)
                          AS BLOB CCSID 1208);
                        """);
        try (CamelBroker broker = new CamelBroker()) {
            broker.deploy(HEADERS.formatted(folder), show, "");
            assertThat(broker.take("OUT")).isEqualTo("a.txt 4");
            await().until(() -> !Files.exists(folder.resolve("a.txt")));
        }
    }

    @Test
    void anOutputWritesAFileWithHeadersOfTheFlow() throws IOException {
        try (CamelBroker broker = new CamelBroker()) {
            broker.deploy(
                    CamelBroker.sending("type: CamelOutput, uri: \"file:" + folder + "\""),
                    CamelBroker.modules(
                            "SET OutputLocalEnvironment.Destination.Camel.Headers.CamelFileName ="
                                    + " 'x/b.txt';"),
                    "");
            broker.put("IN", "hello");
            assertThat(broker.take("OUT")).isEqualTo("hello");
            assertThat(folder.resolve("x/b.txt")).hasContent("hello");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"../b.txt", "x/../../b.txt"})
    void aNameOfAMessageCannotLeaveTheFolder(String name) throws IOException {
        Path inside = Files.createDirectory(folder.resolve("inside"));
        try (CamelBroker broker = new CamelBroker()) {
            broker.deploy(
                    CamelBroker.sending("type: CamelOutput, uri: \"file:" + inside + "\""),
                    CamelBroker.modules(
                            "SET OutputLocalEnvironment.Destination.Camel.Headers.CamelFileName ="
                                    + " '%s';".formatted(name)),
                    "");
            broker.put("IN", "hello");
            assertThat(broker.takeAny("OUT", "FAILED")).startsWith("4060 ").contains("jailed");
        }
        assertThat(folder.resolve("b.txt")).doesNotExist();
    }
}
