package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Warnings about passwords that others can read. */
class ExposedPasswordsTest {

    @TempDir Path folder;

    private List<Problem> check(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Application.check(List.of(file), ApplicationOptions.DEFAULTS).stream()
                .filter(problem -> problem.code() == ErrorCode.EXPOSED_PASSWORD)
                .toList();
    }

    private List<Problem> checkPasswordFile(String permissions) throws IOException {
        Path file = folder.resolve("secret");
        assumeTrue(file.getFileSystem().supportedFileAttributeViews().contains("posix"));
        Files.writeString(file, "s3cret");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return check("broker.yaml", "users:\n  partner: {passwordFile: secret}\n");
    }

    @Test
    void aPasswordFileThatOthersCanReadIsReportedWithItsPlace() throws IOException {
        List<Problem> found = checkPasswordFile("rw-r--r--");
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().render()).contains("broker.yaml:2", "chmod o-r");
    }

    @Test
    void aPrivatePasswordFileIsNot() throws IOException {
        assertThat(checkPasswordFile("rw-------")).isEmpty();
    }

    @Test
    void aPasswordInAUrlIsReportedWithItsPlaceAndNotShown() throws IOException {
        List<Problem> found =
                check(
                        "application.yaml",
                        "name: orders\n"
                                + "dataSources:\n"
                                + "  STOCK: {url: 'jdbc:postgresql://h/db?password=s3cret'}\n");
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().place().line()).isEqualTo(3);
        assertThat(found.getFirst().text()).doesNotContain("s3cret");
        assertThat(check("broker.yaml", "url: tcp://ann:s3cret@host:61616\n")).hasSize(1);
    }
}
