package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Severity;
import io.millrace.flows.Application;
import io.millrace.projects.convert.Finding;
import io.millrace.projects.convert.Finding.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;

/**
 * A project with the node types, attributes, tables and ESQL statements that public flows use, and
 * with node types that none of them uses.
 */
class FrequentFormsTest {

    private static final Path PROJECT =
            Path.of(System.getProperty("millrace.root"))
                    .resolve("build/tests/src/test/resources/frequency");

    private static final ProjectImport IMPORTED = ProjectImport.read(PROJECT);

    private static List<Finding> findings(String flow, Level level) {
        return IMPORTED.results().stream()
                .filter(f -> f.flow().equals(flow) && f.level() == level)
                .toList();
    }

    @Test
    void theProjectHasNoErrors() {
        assertThat(Application.check(PROJECT))
                .filteredOn(p -> p.severity() == Severity.ERROR)
                .extracting(Problem::render)
                .isEmpty();
        assertThat(IMPORTED.definitions().flows()).hasSize(8);
    }

    /** Each attribute has a rule, except one that the project contains for this purpose. */
    @Test
    void noAttributeIsUnknown() {
        assertThat(IMPORTED.results())
                .filteredOn(f -> f.text().contains("unknown to Millrace"))
                .allMatch(f -> f.item().equals("someProperty"));
        assertThat(IMPORTED.results()).noneMatch(f -> f.text().contains("the table has no"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.Mq   |",
                "a.Comp | rcd2,rcd3",
                "Http   | HTTP Input,HTTP Input",
                "gen.Soap | SOAP Input,r,q,e,n,m,j",
                "f.Files | fi,fr",
            })
    void partsWithoutEquivalentAreMissing(String flow, String nodes) {
        List<String> expected = nodes == null ? List.of() : List.of(nodes.split(","));
        assertThat(findings(flow, Level.MISSING))
                .extracting(Finding::node)
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    /** An input node of another product can be a node with an input terminal, and the other way. */
    @Test
    void nodesThatNoPublicFlowUsesFailWithASentence() {
        assertThat(findings("Rare", Level.MISSING))
                .hasSizeGreaterThan(40)
                .allMatch(f -> f.text().length() > 20);
        assertThat(findings("Plug", Level.MISSING))
                .extracting(Finding::node)
                .containsExactlyInAnyOrder("sp", "k", "ki");
    }

    /** Field types of a domain without parser are reported, and the program is compiled. */
    @Test
    void fieldTypesOfSoapAreReported() {
        assertThat(Application.check(PROJECT))
                .filteredOn(p -> p.text().contains("SOAP.NamespaceDecl"))
                .singleElement()
                .satisfies(
                        p -> {
                            assertThat(p.code()).isEqualTo(ErrorCode.PROJECT_DIFFERENCE);
                            assertThat(p.place().line()).isEqualTo(17);
                        });
    }
}
