package io.millrace.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.flows.definition.FileSettings;
import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Options that take their description from the declaration of a setting. */
class DeclaredSettingsTest {

    private static String help(String command) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        Millrace.run(new Console(text, text, false), command, "--help");
        return text.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " ");
    }

    @ParameterizedTest
    @CsvSource({"--format=NAME, Format", "--ccsid=N, CodedCharSetId", "--correl-id=HEX, CorrelId"})
    void anOptionForAFieldOfTheMqmdIsDescribedAsTheField(String option, String field) {
        assertThat(help("put"))
                .contains(option + " " + FileSettings.MQMD.find(field).description());
    }

    @ParameterizedTest
    @CsvSource({"put", "run"})
    void noDescriptionIsMissing(String command) {
        assertThat(help(command)).doesNotContain("bundle");
    }

    @ParameterizedTest
    @CsvSource({"amqp", "mqtt", "stomp"})
    void anOptionForAPortIsDescribedAsThePort(String protocol) {
        String port = FileSettings.BROKER.find("acceptors").nested().find("port").description();
        assertThat(help("run")).containsPattern("--" + protocol + "=PORT [^-]*" + port);
    }
}
