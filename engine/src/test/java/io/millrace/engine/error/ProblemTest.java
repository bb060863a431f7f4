package io.millrace.engine.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class ProblemTest {

    @Test
    void showsTheLineWithACaretBelowTheStretch() {
        Source source =
                new Source("orders.flow.yaml", "flow: orders\nnodes:\n  in: {type: MQInptu}\n");
        Problem problem =
                Problem.error(
                        ErrorCode.UNKNOWN_NODE_TYPE,
                        source.at(source.text().indexOf("MQInptu"), 7),
                        "there is no node type MQInptu",
                        Problems.didYouMean("MQInptu", List.of("MQOutput", "MQInput", "Compute")));
        assertThat(problem.render())
                .isEqualTo(
                        """
                        orders.flow.yaml:3:14: error MR1007: there is no node type MQInptu
                              in: {type: MQInptu}
                                         ^^^^^^^
                            did you mean MQInput?\
                        """);
    }

    @Test
    void suggestsNothingThatIsFarAway() {
        assertThat(Problems.didYouMean("queue", List.of("transactionMode", "domain"))).isEmpty();
    }

    @Test
    void numbersOfErrorCodesAreUnique() {
        assertThat(List.of(ErrorCode.values()))
                .extracting(ErrorCode::number)
                .doesNotHaveDuplicates();
    }
}
