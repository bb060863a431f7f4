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

    private static String excerpt(String line, String stretch) {
        Source source = new Source("a.esql", "first\n" + line + "\nlast");
        Place place = source.at(source.text().indexOf(stretch), stretch.length());
        return Problem.error(ErrorCode.ESQL_SYNTAX, place, "found it").render();
    }

    @Test
    void caretsStandBelowWhatTheyMeanBehindTabsAndWideCharacters() {
        assertThat(excerpt("\t\tSET x = 1;", "x"))
                .isEqualTo(
                        "a.esql:2:7: error MR2001: found it\n      SET x = 1;\n"
                                + " ".repeat(10)
                                + "^");
        assertThat(excerpt("'日本' || x;", "x"))
                .isEqualTo(
                        "a.esql:2:9: error MR2001: found it\n    '日本' || x;\n"
                                + " ".repeat(14)
                                + "^");
        assertThat(excerpt("'😀e\u0301' || x;", "x"))
                .isEqualTo(
                        "a.esql:2:10: error MR2001: found it\n    '😀e\u0301' || x;\n"
                                + " ".repeat(13)
                                + "^");
        assertThat(excerpt("SET 日本 = 1;", "日本")).endsWith("\n" + " ".repeat(8) + "^^^^");
    }

    @Test
    void ofAVeryLongLineTheSurroundingsAreShown() {
        String text = excerpt("a".repeat(5_000) + "here" + "b".repeat(5_000), "here");
        assertThat(text)
                .contains("\n    ...aaa")
                .contains("here")
                .endsWith("^^^^")
                .hasSizeLessThan(500);
        String[] lines = text.split("\n");
        assertThat(lines[2].indexOf('^')).isEqualTo(lines[1].indexOf("here"));
    }

    @Test
    void charactersThatSteerATerminalAreNotPrinted() {
        assertThat(excerpt("x\u001B[31m\u202E y", "y"))
                .isEqualTo(
                        "a.esql:2:9: error MR2001: found it\n    x [31m y\n"
                                + " ".repeat(11)
                                + "^");
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
