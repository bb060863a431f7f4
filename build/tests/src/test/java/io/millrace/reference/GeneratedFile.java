package io.millrace.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file of the documents that is generated from declarations. With {@code -Dmillrace.docs=write},
 * the test that compares the file writes it.
 */
final class GeneratedFile {

    private GeneratedFile() {}

    /** Compares a file with its generated content. */
    static void check(Path file, String content, Class<?> test) throws IOException {
        if (System.getProperty("millrace.docs", "").equals("write")) {
            Files.writeString(file, content);
        }
        assertThat(Files.readString(file))
                .as(
                        """
                        %s is out of date; generate it with mvn test -pl build/tests -am -Dtest=%s \
                        -Dsurefire.failIfNoSpecifiedTests=false -Dmillrace.docs=write\
                        """
                                .formatted(file, test.getSimpleName()))
                .isEqualTo(content);
    }
}
