package io.millrace.parsers.text;

import static io.millrace.engine.error.ErrorCode.DUPLICATE_NAME;
import static io.millrace.engine.error.ErrorCode.UNKNOWN_KEY;
import static io.millrace.engine.error.ErrorCode.YAML_SHAPE;
import static io.millrace.engine.error.ErrorCode.YAML_SYNTAX;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import org.junit.jupiter.api.Test;

import java.util.List;

class YamlTest {

    private final Problems problems = new Problems();

    private YamlNode read(String text) {
        return Yaml.read(new Source("orders.flow.yaml", text), problems);
    }

    private static String at(Place place) {
        return place.line() + ":" + place.column() + "+" + place.length();
    }

    private Problem only() {
        assertThat(problems.all()).hasSize(1);
        return problems.all().getFirst();
    }

    @Test
    void keysAndValuesKnowTheirPlaces() {
        YamlMapping file =
                read("""
                flow: orders
                nodes:
                  in:  {type: MQInput, queue: "ORDERS.IN"}
                """)
                        .asMapping(problems);
        assertThat(file.keys()).containsExactly("flow", "nodes");
        assertThat(at(file.entry("flow").key().place())).isEqualTo("1:1+4");
        assertThat(at(file.get("flow").place())).isEqualTo("1:7+6");
        YamlMapping in = file.get("nodes").asMapping(problems).get("in").asMapping(problems);
        assertThat(at(in.place())).isEqualTo("3:8+1");
        assertThat(at(in.get("queue").place())).isEqualTo("3:31+11");
        assertThat(in.text("queue", problems)).isEqualTo("ORDERS.IN");
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void columnsCountUtf16Units() {
        YamlMapping file = read("{\"\uD83D\uDE00\": a, b: c}").asMapping(problems);
        assertThat(at(file.get("b").place())).isEqualTo("1:14+1");
    }

    @Test
    void scalarsAreReadByTheCoreSchema() {
        YamlSequence list =
                (YamlSequence)
                        read(
                                """
                                [1, 0x1F, '1', true, 'true', 1.50, ~, null, text, -7, 99999999999999999999, \
                                1., 1.e2]\
                                """);
        assertThat(list.items()).allMatch(i -> i instanceof YamlScalar);
        assertThat(scalar(list, 0).asLong()).hasValue(1);
        assertThat(scalar(list, 1).asLong()).hasValue(31);
        assertThat(scalar(list, 2).asLong()).isEmpty();
        assertThat(scalar(list, 3).asBoolean()).contains(true);
        assertThat(scalar(list, 4).asBoolean()).isEmpty();
        assertThat(scalar(list, 5).asDecimal().orElseThrow()).isEqualTo("1.50");
        assertThat(scalar(list, 6).isNull()).isTrue();
        assertThat(scalar(list, 7).isNull()).isTrue();
        assertThat(scalar(list, 8).text()).isEqualTo("text");
        assertThat(scalar(list, 9).asLong()).hasValue(-7);
        assertThat(scalar(list, 10).asLong()).isEmpty();
        assertThat(scalar(list, 11).asDecimal().orElseThrow()).isEqualTo("1");
        assertThat(scalar(list, 12).asDecimal().orElseThrow()).isEqualByComparingTo("100");
    }

    private static YamlScalar scalar(YamlSequence list, int index) {
        return (YamlScalar) list.items().get(index);
    }

    @Test
    void aBlockKeepsItsLines() {
        YamlMapping file =
                read("""
                block: |
                    first
                      second line
                """)
                        .asMapping(problems);
        assertThat(((YamlScalar) file.get("block")).text()).isEqualTo("first\n  second line\n");
    }

    @Test
    void whatIsNotWellFormedHasAPlaceAndWords() {
        assertThat(read("flow: orders\nnodes: {in: [1, 2}\n")).isNull();
        Problem problem = only();
        assertThat(problem.code()).isEqualTo(YAML_SYNTAX);
        assertThat(problem.place().line()).isEqualTo(2);
        assertThat(problem.place().column()).isEqualTo(13);
        assertThat(problem.text())
                .isEqualTo("this bracket is not closed; expected ',' or ']' after each item");
    }

    @Test
    void aKeyWithoutAColonHasItsOwnPlace() {
        assertThat(read("flow: orders\nnodes\n  in: x\n")).isNull();
        Problem problem = only();
        assertThat(problem.place().line()).isEqualTo(2);
        assertThat(problem.text()).startsWith("this key has no colon; expected 'key: value'");
    }

    @Test
    void aTabIsNamedAsWhatItIs() {
        assertThat(read("nodes:\n\tin: x\n")).isNull();
        assertThat(only().text())
                .isEqualTo("a tab is used for indentation; YAML allows only blanks");
    }

    @Test
    void aLineThatIsIndentedOtherwiseIsNamedAsSuch() {
        assertThat(read("nodes:\n  in: x\n out: y\n")).isNull();
        Problem problem = only();
        assertThat(problem.text())
                .isEqualTo("this line is indented differently from the adjacent lines");
        assertThat(problem.place().line()).isEqualTo(3);
    }

    @Test
    void aForbiddenCharacterHasAPlace() {
        assertThat(read("flow: a\u0001b\n")).isNull();
        assertThat(only().text()).isEqualTo("the character U+0001 is not allowed in YAML");
        assertThat(at(only().place())).isEqualTo("1:8+1");
    }

    @Test
    void aKeyThatIsThereTwiceIsReportedAndItsFirstValueKept() {
        YamlMapping file = read("a: 1\nb: 2\na: {c: 3}\nd: 4\n").asMapping(problems);
        assertThat(only().code()).isEqualTo(DUPLICATE_NAME);
        assertThat(at(only().place())).isEqualTo("3:1+1");
        assertThat(file.text("a", problems)).isEqualTo("1");
        assertThat(file.keys()).containsExactly("a", "b", "d");
    }

    @Test
    void aKeyThatIsNoScalarIsReportedAndTheRestRead() {
        YamlMapping file = read("{[x]: 1, b: 2}").asMapping(problems);
        assertThat(only().code()).isEqualTo(YAML_SHAPE);
        assertThat(file.keys()).containsExactly("b");
    }

    @Test
    void aliasesAreFollowed() {
        YamlMapping file = read("a: &x {k: v}\nb: *x\n").asMapping(problems);
        assertThat(file.get("b")).isSameAs(file.get("a"));
    }

    @Test
    void aliasesThatBlowTheFileUpAreRefused() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("a%d: &a%d [".formatted(i, i));
            bomb.append("*a%d, ".formatted(i - 1).repeat(9)).append("*a%d]\n".formatted(i - 1));
        }
        assertThat(read(bomb.toString())).isNull();
        assertThat(only().text()).contains("repetitions by aliases");
    }

    @Test
    void anAliasInsideItsOwnAnchorIsRefused() {
        assertThat(read("a: &x [*x]\n")).isNull();
        assertThat(only().text()).contains("*x has no anchor before it");
    }

    @Test
    void depthIsBounded() {
        assertThat(read("[".repeat(5000))).isNull();
        assertThat(only().text()).isEqualTo("more than 100 levels");
    }

    @Test
    void tagsThatMakeObjectsAreRefused() {
        assertThat(read("a: !!javax.script.ScriptEngineManager [x]\n")).isNull();
        assertThat(only().text()).contains("is not allowed");
        assertThat(new Problems())
                .satisfies(
                        p -> {
                            YamlMapping file =
                                    Yaml.read(new Source("f", "a: !!str 12\n"), p).asMapping(p);
                            assertThat(((YamlScalar) file.get("a")).asLong()).isEmpty();
                            assertThat(p.isEmpty()).isTrue();
                        });
    }

    @Test
    void aSecondDocumentIsReported() {
        assertThat(read("a: 1\n---\nb: 2\n")).isNull();
        assertThat(only().text()).contains("second document");
    }

    @Test
    void anEmptyFileIsAnEmptyMapping() {
        assertThat(read("# nothing\n").asMapping(problems).entries()).isEmpty();
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void theWrongShapeIsSaidInWords() {
        assertThat(read("- a\n").asMapping(problems)).isNull();
        assertThat(only().text()).isEqualTo("expected a mapping (key: value), found a list");
    }

    @Test
    void unknownKeysAreReportedWithTheNearestName() {
        read("flwo: x\n").asMapping(problems).checkKeys(List.of("flow", "nodes"), problems);
        assertThat(only().code()).isEqualTo(UNKNOWN_KEY);
        assertThat(only().hint()).isEqualTo("did you mean flow?");
    }
}
