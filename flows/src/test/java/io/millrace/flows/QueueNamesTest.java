package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problem;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Names that no queue can have are found before deployment, in whatever file they are. */
class QueueNamesTest {

    @TempDir Path folder;

    private List<Problem> check(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        return Application.check(List.of(folder.resolve(name)), ApplicationOptions.DEFAULTS);
    }

    private static void assertRefused(List<Problem> problems) {
        assertThat(problems)
                .anySatisfy(
                        problem -> {
                            assertThat(problem.code()).isEqualTo(ErrorCode.BAD_VALUE);
                            assertThat(problem.render()).contains("1 to 48 of the characters");
                            assertThat(problem.place().line()).isPositive();
                        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"A[B", "A(B", "A B", "#", "A-B"})
    void aNodeCannotNameSuchAQueue(String queue) throws IOException {
        String flow =
                """
                flow: work
                nodes:
                  in: {type: MQInput, queue: IN}
                  out: {type: MQOutput, queue: "%s"}
                connections:
                  in.out: out
                """;
        assertRefused(check("work.flow.yaml", flow.formatted(queue)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "queues: ['A[B']",
                "queues: {'A(B': {}}",
                "queues: {A: {backoutQueue: '#'}}",
                "subscriptions: [{topic: a, queue: 'A B'}]"
            })
    void anApplicationCannotListSuchAQueue(String text) throws IOException {
        assertRefused(check("application.yaml", "name: orders\n" + text + "\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"queues: ['A[B']", "queues: {' ': {}}"})
    void aBrokerCannotListSuchAQueue(String text) throws IOException {
        assertRefused(check("broker.yaml", text + "\n"));
    }
}
