package io.millrace.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Properties;

/** Properties in MILLRACE_OPTS. */
class SystemPropertiesTest {

    private static Properties with(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty("java.home", "/jdk");
        properties.setProperty(name, value);
        return properties;
    }

    @Test
    void anUnknownNameIsReported() {
        assertThat(SystemProperties.unknownName(with("millrace.logs", "INFO")))
                .contains(
                        "unknown property millrace.logs in MILLRACE_OPTS; did you mean"
                                + " millrace.log?");
        assertThat(SystemProperties.unknownName(with("millrace.verbose", "")))
                .contains(
                        "unknown property millrace.verbose in MILLRACE_OPTS; known are"
                                + " millrace.log, millrace.log.artemis, millrace.log.hikari,"
                                + " millrace.stacktraces, millrace.terminal");
        assertThat(SystemProperties.unknownName(with("millrace.log", "INFO"))).isEmpty();
    }

    @Test
    void anInvalidValueIsReported() {
        assertThat(SystemProperties.invalidValue(with("millrace.stacktraces", "ja")))
                .contains("millrace.stacktraces must be true or false (found ja)");
        assertThat(SystemProperties.invalidValue(with("millrace.log", "DEBGU")))
                .contains(
                        "millrace.log must be ERROR, WARN, INFO, DEBUG, TRACE or OFF (found"
                                + " DEBGU)");
        assertThat(SystemProperties.invalidValue(with("millrace.log", "debug"))).isEmpty();
    }
}
