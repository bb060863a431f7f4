package io.millrace.engine.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class SecretTest {

    @TempDir Path folder;

    @Test
    void aPasswordFileWithoutAPasswordIsRejected() throws IOException {
        Path file = Files.writeString(folder.resolve("password"), "\nsecret\n");
        assertThatThrownBy(() -> Secret.file(file).reveal("user bob"))
                .hasMessage(
                        "the password of user bob is missing: the first line of the password file "
                                + file
                                + " is empty; write the password in it");
    }

    @Test
    void passwordsInUrlsAreNotPrinted() {
        assertThat(Secret.masked("jdbc:postgresql://h/db?user=a&password=s3cret&x=1"))
                .isEqualTo("jdbc:postgresql://h/db?user=a&password=***&x=1");
        assertThat(Secret.masked("jdbc:h2:mem:a;PWD=s3cret")).isEqualTo("jdbc:h2:mem:a;PWD=***");
        assertThat(Secret.masked("jdbc:h2:mem:x;USER=a;PASWORD=b;PASSWORT=c"))
                .isEqualTo("jdbc:h2:mem:x;USER=a;PASWORD=***;PASSWORT=***");
        assertThat(Secret.masked("jdbc:postgresql://h/db?passfile=/etc/pg&sslpassword=b"))
                .isEqualTo("jdbc:postgresql://h/db?passfile=/etc/pg&sslpassword=***");
        assertThat(Secret.masked("tcp://ann:s3cret@host:61616"))
                .isEqualTo("tcp://ann:***@host:61616");
        assertThat(Secret.masked("tcp://host:61616")).isEqualTo("tcp://host:61616");
        assertThat(Secret.of("s3cret").toString()).doesNotContain("s3cret");
    }
}
