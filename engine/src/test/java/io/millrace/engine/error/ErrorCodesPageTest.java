package io.millrace.engine.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Keeps {@code docs/error-codes.md} as the codes and the causes and actions in {@code
 * error-codes.txt} are.
 */
class ErrorCodesPageTest {

    private static final Path PAGE = Path.of("../docs/error-codes.md");
    private static final Path CAUSES = Path.of("src/test/resources/error-codes.txt");

    private static final Map<Integer, String> AREAS =
            Map.of(
                    1, "Definitions",
                    2, "ESQL",
                    3, "Parsing and writing of messages",
                    4, "Flow execution",
                    5, "Queues",
                    6, "Databases",
                    7, "Process and command line",
                    9, "Millrace itself");

    @Test
    void everyCodeHasACauseAndAnAction() throws IOException {
        List<String> codes = Arrays.stream(ErrorCode.values()).map(ErrorCode::id).toList();
        assertThat(causes().keySet())
                .as("codes in %s, each as 'MR1234: cause' and '-> action'", CAUSES)
                .containsExactlyInAnyOrderElementsOf(codes);
    }

    @Test
    void thePageIsAsTheCodesAre() throws IOException {
        String page = page();
        if (System.getProperty("millrace.docs", "").equals("write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as(
                        """
                        docs/error-codes.md is out of date; generate it with mvn test -pl engine \\
                        -Dtest=ErrorCodesPageTest -Dmillrace.docs=write\\
                        """)
                .isEqualTo(page);
    }

    private static String page() throws IOException {
        StringBuilder out =
                new StringBuilder(
                        """
                        # Error codes

                        <!-- This page is generated from the error codes; a test keeps it current. -->

                        A code never changes its meaning. The text of an
                        error states what was found, what was expected, and where; this page describes the general cause. The
                        cause of an error follows it in the log, in `exec` and in an ExceptionList. The last error is the origin.
                        """);
        Map<String, String[]> causes = causes();
        int area = 0;
        for (ErrorCode code : ErrorCode.values()) {
            if (code.number() / 1000 != area) {
                area = code.number() / 1000;
                out.append("\n## ").append(AREAS.get(area)).append('\n');
            }
            String[] cause = causes.getOrDefault(code.id(), new String[] {"", ""});
            out.append("\n### %s\n\n".formatted(code.id()));
            out.append(
                    "**%s.** Who can act: %s.\n\n"
                            .formatted(sentence(code.description()), code.actor()));
            out.append(cause[0]).append("\n\n*What to do:* ").append(cause[1]).append('\n');
        }
        return out.toString();
    }

    private static String sentence(String description) {
        return description.substring(0, 1).toUpperCase(Locale.ROOT) + description.substring(1);
    }

    /** Returns cause and action by code. */
    private static Map<String, String[]> causes() throws IOException {
        Map<String, String[]> causes = new LinkedHashMap<>();
        for (String entry : Files.readString(CAUSES).strip().split("\n\n")) {
            String[] parts = entry.replace('\n', ' ').split(": ", 2);
            causes.put(parts[0], parts[1].split(" -> ", 2));
        }
        return causes;
    }
}
