package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** ESQL that belongs to no flow, and paths that lead nowhere. */
class CheckingTest {

    private static final String SHARED =
            """
            BROKER SCHEMA shop.common
            CREATE FUNCTION half(IN n INTEGER) RETURNS INTEGER
            BEGIN
              RETURN n / 2;
            END;
            """;
    private static final String ORDERS =
            """
            BROKER SCHEMA shop.orders
            PATH shop.common
            CREATE COMPUTE MODULE Price
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot.XMLNSC.half = half(4);
                RETURN TRUE;
              END;
            END MODULE;
            """;

    @TempDir Path folder;

    private Path orders;
    private Path shared;

    @BeforeEach
    void twoSchemas() throws IOException {
        orders = write("shop/orders/Price.esql", ORDERS);
        shared = write("shop/common/Half.esql", SHARED);
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private List<String> check(Path... paths) {
        return Application.check(Arrays.asList(paths), ApplicationOptions.DEFAULTS).stream()
                .map(Problem::render)
                .map(p -> p.lines().findFirst().orElseThrow().replace(folder + "/", ""))
                .toList();
    }

    @Test
    void aFolderOfEsqlWithoutAFlowIsCheckedAsAWhole() throws IOException {
        assertThat(check(folder)).isEmpty();
        Files.delete(shared);
        assertThat(check(folder))
                .containsExactly(
                        """
                        shop/orders/Price.esql:6:34: error MR2003: the function or procedure half \
                        is not known\
                        """);
    }

    @Test
    void filesOfDifferentFoldersAreCheckedTogether() {
        assertThat(check(orders, shared)).isEmpty();
        assertThat(check(orders)).singleElement().asString().contains("half is not known");
    }

    @Test
    void aProblemIsSaidOnceHoweverItsFileIsReached() throws IOException {
        Files.writeString(orders, ORDERS.replace("half(4)", "hlaf(4)"));
        Path roundabout = folder.resolve("shop/../shop/orders/Price.esql");
        assertThat(check(folder, orders, roundabout, folder)).hasSize(1);
    }

    @Test
    void everyFileOfAFolderTellsItsProblemsInTheOrderOfNames() throws IOException {
        write("b.esql", "CREATE FUNCTION b() RETURNS INTEGER\nBEGIN\n  RETURN x;\nEND;\n");
        write(
                "a.esql",
                "CREATE FUNCTION a() RETURNS INTEGER\nBEGIN\n  SET y = 1;\n  RETURN z;\nEND;\n");
        assertThat(check(folder))
                .containsExactly(
                        "a.esql:3:7: error MR2002: the variable y is not known",
                        "a.esql:4:10: error MR2002: the variable z is not known",
                        "b.esql:3:10: error MR2002: the variable x is not known");
    }

    @Test
    void aFolderWithNothingToCheckIsAnError() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(check(empty))
                .containsExactly(
                        """
                        empty: error MR1021: this folder contains no flow, ESQL or message set\
                        """);
    }

    @Test
    void aFolderOfMessageSetsWithoutAFlowIsCheckedForItself() throws IOException {
        write("sets/shop.model.yaml", "messageSet: shop\nmessages: {m: {sequence: {a: int}}}\n");
        assertThat(check(folder.resolve("sets"))).isEmpty();
        write("sets/bad.model.yaml", "messageSet: bad\nmessages: {m: {sequence: {a: itn}}}\n");
        assertThat(check(folder.resolve("sets")))
                .containsExactly(
                        """
                        sets/bad.model.yaml:2:30: error MR1040: the message set has no type 'itn'\
                        """);
        write("sets/bad.model.yaml", "messageSet: shop\nmessages: {m: {sequence: {a: int}}}\n");
        assertThat(check(folder.resolve("sets")))
                .containsExactly(
                        """
                        sets/shop.model.yaml:1:1: error MR1014: there is another message set \
                        'shop', in sets/bad.model.yaml\
                        """);
    }

    @Test
    void anApplicationWithoutAFlowIsAnError() throws IOException {
        write("application.yaml", "name: shop\n");
        assertThat(check(folder))
                .singleElement()
                .asString()
                .endsWith("error MR1021: this folder contains no flow");
    }

    @Test
    void whatIsNotThereOrNoDefinitionIsSaid() throws IOException {
        Path text = write("read.me", "hello");
        assertThat(check(folder.resolve("no.esql"), text))
                .containsExactly(
                        "no.esql: error MR1001: the file or folder does not exist",
                        "read.me: error MR1001: this is not a file that Millrace checks");
    }

    @Test
    void linksAreFollowedToFilesAndToTheFolderGivenButRoundNoLoop() throws IOException {
        Files.createSymbolicLink(folder.resolve("shop/loop"), folder);
        Files.createSymbolicLink(folder.resolve("shop/gone.esql"), folder.resolve("nowhere"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("shop"));
        assertThat(check(folder))
                .containsExactly("shop/gone.esql: error MR1001: the file does not exist");
        assertThat(check(link))
                .containsExactly("link/gone.esql: error MR1001: the file does not exist");
    }

    @Test
    void propagatingToATerminalWithNothingBehindItIsAWarning() throws IOException {
        write(
                "flow.esql",
                ORDERS.replace(
                        "SET OutputRoot.XMLNSC.half = half(4);",
                        "SET OutputRoot = InputRoot; PROPAGATE TO TERMINAL 'out2';"));
        String flow =
                """
                flow: orders
                nodes:
                  in: {type: MQInput, queue: IN}
                  price: {type: Compute, module: Price}
                  out: {type: MQOutput, queue: OUT}
                connections:
                  in.out: price
                  price.out: out
                """;
        Files.delete(orders);
        write("a.flow.yaml", flow);
        assertThat(check(folder))
                .containsExactly(
                        """
                        a.flow.yaml:4:34: warning MR1029: module shop.orders.Price propagates to \
                        the terminal 'out2' of node price, which is not connected\
                        """);
        write("a.flow.yaml", flow + "  price.out2: out\n");
        assertThat(check(folder)).isEmpty();
    }

    @Test
    void aFileThatLinksToItselfIsSaid() throws IOException {
        Path self = folder.resolve("shop/self.esql");
        Files.createSymbolicLink(self, self);
        assertThat(check(folder))
                .singleElement()
                .asString()
                .startsWith("shop/self.esql: error MR1001: the file cannot be read");
    }
}
