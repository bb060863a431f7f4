package io.millrace.engine.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecretTest {

    @Test
    void passwordsInUrlsAreNotPrinted() {
        assertThat(Secret.masked("jdbc:postgresql://h/db?user=a&password=s3cret&x=1"))
                .isEqualTo("jdbc:postgresql://h/db?user=a&password=***&x=1");
        assertThat(Secret.masked("jdbc:h2:mem:a;PWD=s3cret")).isEqualTo("jdbc:h2:mem:a;PWD=***");
        assertThat(Secret.masked("tcp://ann:s3cret@host:61616"))
                .isEqualTo("tcp://ann:***@host:61616");
        assertThat(Secret.masked("tcp://host:61616")).isEqualTo("tcp://host:61616");
        assertThat(Secret.of("s3cret").toString()).doesNotContain("s3cret");
    }
}
