package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Libraries of subflows, ESQL and message sets, and the applications that use them. */
class SharedLibrariesTest {

    @TempDir Path folder;

    private Path write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    @BeforeEach
    void writeBoth() throws IOException {
        write("common/library.yaml", "version: '1'\n");
        write("common/tax.esql", tax("1.2"));
        write(
                "common/add.subflow.yaml",
                """
                subflow: add
                nodes:
                  in: {type: Input}
                  add: {type: Compute, module: AddTax}
                  out: {type: Output}
                connections:
                  in.out: add
                  add.out: out
                """);
        write("orders/application.yaml", "name: orders\nlibraries: [common]\n");
        write(
                "orders/orders.flow.yaml",
                """
                flow: orders
                nodes:
                  in: {type: MQInput, queue: IN, domain: XMLNSC}
                  add: {type: Subflow, flow: add}
                  out: {type: MQOutput, queue: OUT}
                connections:
                  in.out: add
                  add.out: out
                """);
        write(
                "orders/orders.esql",
                """
                CREATE COMPUTE MODULE AddTax
                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                    SET OutputRoot = InputRoot;
                    SET OutputRoot.XMLNSC.price = WithTax(CAST(InputBody.price AS DECIMAL));
                    RETURN TRUE;
                  END;
                END MODULE;
                """);
    }

    private static String tax(String factor) {
        return """
        CREATE FUNCTION WithTax(IN net DECIMAL) RETURNS DECIMAL BEGIN
          RETURN net * %s;
        END;
        """
                .formatted(factor);
    }

    private Path orders() {
        return folder.resolve("orders");
    }

    private static String price(Application application) {
        try (Flow flow = Flow.of(application, "orders")) {
            return flow.process("<price>10</price>").outputs("OUT").getFirst().text();
        }
    }

    private List<String> problems(Path... paths) {
        return Application.check(List.of(paths), ApplicationOptions.DEFAULTS).stream()
                .map(Problem::render)
                .toList();
    }

    @Test
    void anApplicationUsesTheLibraryBesideItsFolder() {
        Application application = Application.load(orders());
        assertThat(application.libraries()).containsExactly("common");
        assertThat(application.sources()).contains(folder.resolve("common/tax.esql"));
        assertThat(price(application)).isEqualTo("<price>12.0</price>");
    }

    @Test
    void aFolderOfALibraryTakesPrecedence() throws IOException {
        write("other/library.yaml", "name: common\n");
        write("other/tax.esql", tax("1.3"));
        Files.copy(
                folder.resolve("common/add.subflow.yaml"),
                folder.resolve("other/add.subflow.yaml"));
        assertThat(
                        price(
                                Application.load(
                                        orders(),
                                        ApplicationOptions.DEFAULTS.withLibrary(
                                                folder.resolve("other")))))
                .isEqualTo("<price>13.0</price>");
    }

    @Test
    void onlyTheGivenLibrariesExistOnAServer() throws IOException {
        Application library =
                Application.library(folder.resolve("common"), ApplicationOptions.DEFAULTS);
        assertThat(library.isLibrary()).isTrue();
        write("common/tax.esql", "this is not read again");
        assertThat(
                        price(
                                Application.load(
                                        orders(),
                                        ApplicationOptions.DEFAULTS.withLibraries(
                                                List.of(library)))))
                .isEqualTo("<price>12.0</price>");
        ApplicationOptions none = ApplicationOptions.DEFAULTS.withLibraries(List.of());
        assertThatThrownBy(() -> Application.load(orders(), none))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("the library common is not deployed");
    }

    @Test
    void aMissingLibraryIsTheOnlyProblem() throws IOException {
        write("orders/application.yaml", "name: orders\nlibraries: [comon]\n");
        assertThat(problems(orders()))
                .singleElement()
                .asString()
                .contains("application.yaml:2:13: error MR1036: the library comon does not exist");
    }

    @Test
    void aNameInBothIsReportedWithBothPlaces() throws IOException {
        write("orders/tax.esql", tax("1.1"));
        Files.copy(
                folder.resolve("common/add.subflow.yaml"),
                folder.resolve("orders/add.subflow.yaml"));
        assertThat(problems(orders()))
                .hasSize(2)
                .anySatisfy(
                        p ->
                                assertThat(p)
                                        .contains(
                                                "common/tax.esql:1:17",
                                                "WithTax is already defined",
                                                "orders/tax.esql:1:17"))
                .anySatisfy(
                        p ->
                                assertThat(p)
                                        .contains(
                                                "common/add.subflow.yaml:1:10",
                                                "another subflow add",
                                                "orders/add.subflow.yaml:1:10"));
    }

    @Test
    void aLibraryIsCheckedAlone() throws IOException {
        write("common/add.subflow.yaml", "subflow: none\nnodes:\n  in: {type: Imput}\n");
        write("common/tax.esql", tax("factor"));
        assertThat(problems(folder.resolve("common")))
                .anySatisfy(p -> assertThat(p).contains("tax.esql:2:16", "factor"))
                .anySatisfy(p -> assertThat(p).contains("add.subflow.yaml:3:14", "MR1007"));
        assertThat(problems(folder.resolve("common/tax.esql"))).hasSize(1);
    }

    @Test
    void aLibraryContainsOnlySubflowsEsqlAndMessageSets() throws IOException {
        write("common/application.yaml", "name: common\n");
        write("common/lib/some.jar", "");
        Files.copy(orders().resolve("orders.flow.yaml"), folder.resolve("common/orders.flow.yaml"));
        assertThat(problems(folder.resolve("common")))
                .anySatisfy(p -> assertThat(p).contains("MR1036", "found application.yaml"))
                .anySatisfy(p -> assertThat(p).contains("MR1036", "found the folder lib"))
                .anySatisfy(p -> assertThat(p).contains("MR1036", "found the flow orders"));
    }

    @Test
    void aLibraryDoesNotRun() {
        assertThatThrownBy(() -> Application.load(folder.resolve("common")))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("MR1021");
        assertThatThrownBy(() -> Application.library(orders(), ApplicationOptions.DEFAULTS))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("this folder is not a library");
        Application application = Application.load(orders());
        assertThatThrownBy(() -> ApplicationOptions.DEFAULTS.withLibraries(List.of(application)))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("expected a library");
    }

    @Test
    void aLibraryHasTheNameThatTheApplicationSpecifies() throws IOException {
        write("common/library.yaml", "name: other\n");
        assertThat(problems(orders()))
                .singleElement()
                .asString()
                .contains("MR1036", "has the name other, expected common");
    }
}
