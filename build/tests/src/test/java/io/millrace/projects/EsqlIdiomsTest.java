package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Severity;
import io.millrace.flows.Application;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;

/** The forms of ESQL that programs of existing projects use, also legacy forms and spellings. */
class EsqlIdiomsTest {

    private static final Path PROJECT =
            Path.of(System.getProperty("millrace.root"))
                    .resolve("build/tests/src/test/resources/idioms");

    @Test
    void allOfThemAreAccepted() {
        assertThat(Application.check(PROJECT))
                .filteredOn(p -> p.severity() == Severity.ERROR)
                .extracting(Problem::render)
                .isEmpty();
        assertThat(ProjectImport.read(PROJECT).definitions().esql()).hasSize(1);
    }
}
