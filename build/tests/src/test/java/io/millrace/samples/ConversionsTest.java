package io.millrace.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.Application;
import io.millrace.flows.Flow;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What samples/conversions makes of a message, it makes the same message of again. */
class ConversionsTest {

    private static final List<String> FORMATS = List.of("xml", "cwf", "mrm-xml", "tag");
    private static final Map<String, Flow> FLOWS = new HashMap<>();
    private static final Application CONVERSIONS =
            Application.load(Path.of("../../samples/conversions"));

    @AfterAll
    static void close() {
        FLOWS.values().forEach(Flow::close);
    }

    private static Flow flow(String name) {
        return FLOWS.computeIfAbsent(name, n -> Flow.of(CONVERSIONS, n));
    }

    private static QueueMessage generated(String format, int bytes) {
        String asked =
                "<generate><format>%s</format><bytes>%d</bytes></generate>"
                        .formatted(format.equals("mrm-xml") ? "xml" : format, bytes);
        return flow("generate").process(asked).outputs().getFirst().message();
    }

    private static QueueMessage converted(QueueMessage message, String from, String to) {
        return flow(from + "-to-" + to).process(message).outputs().getFirst().message();
    }

    @ParameterizedTest
    @ValueSource(ints = {4096, 16384, 65536})
    void thereAndBackIsTheSameMessage(int bytes) {
        for (String from : List.of("cwf", "mrm-xml", "tag")) {
            QueueMessage message = generated(from, bytes);
            assertThat(message.body().length()).isEqualTo(bytes);
            for (String to : FORMATS) {
                QueueMessage other = converted(message, from, to);
                assertThat(converted(other, to, from).body())
                        .as("%s to %s and back", from, to)
                        .isEqualTo(message.body());
            }
        }
    }
}
