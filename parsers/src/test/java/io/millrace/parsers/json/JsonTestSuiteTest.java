package io.millrace.parsers.json;

import static io.millrace.parsers.TestData.assumeExists;
import static io.millrace.parsers.TestData.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.parsers.CaseTable;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Runs the cases of JSONTestSuite (github.com/nst/JSONTestSuite). */
@Tag("conformance")
class JsonTestSuiteTest {

    private static final Path CASES = folder("json-JSONTestSuite");
    private static final ParseOptions COMPLETE =
            new ParseOptions(
                    MessageTemplate.domain("JSON"),
                    1208,
                    273,
                    ParseTiming.COMPLETE,
                    Set.of(),
                    Limits.DEFAULTS);

    @Test
    void everyCaseIsAcceptedOrRefusedAsItsNameSays() throws IOException {
        assumeExists(CASES);
        CaseTable table = new CaseTable("JSON: JSONTestSuite");
        for (String folder : List.of("test_parsing", "test_transform")) {
            try (Stream<Path> files = Files.list(CASES.resolve(folder))) {
                for (Path file : files.sorted().toList()) {
                    run(folder, file, table);
                }
            }
        }
        assertThat(table.cases()).isEqualTo(173);
        table.end();
    }

    private static void run(String folder, Path file, CaseTable table) throws IOException {
        Bytes bytes = Bytes.of(Files.readAllBytes(file));
        String refused = null;
        try {
            new JsonParser().parse(bytes, COMPLETE);
        } catch (MillraceException e) {
            refused = e.getMessage();
        }
        String name = file.getFileName().toString();
        if (name.startsWith("y_") && refused != null) {
            table.failed("y_, to be taken", name + " was refused: " + refused);
        } else if (name.startsWith("y_")) {
            table.passed("y_, to be taken");
        } else if (name.startsWith("n_") && refused == null) {
            table.failed("n_, to be refused", name + " was taken");
        } else if (name.startsWith("n_")) {
            table.passed("n_, to be refused");
        } else {
            String group = name.startsWith("i_") ? "i_" : folder;
            table.passed(group + ", free, " + (refused == null ? "taken" : "refused"));
        }
    }
}
