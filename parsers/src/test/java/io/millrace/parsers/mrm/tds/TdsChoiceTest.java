package io.millrace.parsers.mrm.tds;

import static io.millrace.parsers.mrm.tds.Texts.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.Choice;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.parsers.record.RecordTypes;

import org.junit.jupiter.api.Test;

/** Choices of which the bytes do not tell the branch, with groups as branches. */
class TdsChoiceTest {

    private static final Texts FIXED =
            Texts.of(
                    "{dataElementSeparation: fixedLength}",
                    """
                    kind: {string: 1}
                    (pay):
                      choice:
                        (two): {sequence: {x: {string: 2}, y: {string: 2}}}
                        whole: {string: 4}
                        (folder): {sequence: {f: {sequence: {g: {string: 1}}}, h: {string: 3}}}
                    end: {string: 1}
                    """);

    @Test
    void aGroupIsABranchThatAnyOfItsElementsNames() {
        for (String name : new String[] {"x", "y"}) {
            Element body = FIXED.parse("A1122E");
            assertThat(body.firstChild().next().type()).isEqualTo(RecordTypes.UNRESOLVED_CHOICE);
            assertThat(body.child(name)).isNotNull();
            assertThat(dump(body)).isEqualTo("kind=A x=11 y=22 end=E");
            assertThat(FIXED.write(body)).isEqualTo("A1122E");
            body.child("y").value(Value.of("33"));
            assertThat(FIXED.write(body)).isEqualTo("A1133E");
            assertThat(FIXED.write(body.deepCopy())).isEqualTo("A1133E");
        }
        Element other = FIXED.parse("A1122E");
        assertThat(other.child("whole").value()).isEqualTo(Value.of("1122"));
        assertThat(dump(other)).isEqualTo("kind=A whole=1122 end=E");
        assertThat(other.child("x")).as("resolved once").isNull();
        Element folder = FIXED.parse("A1122E");
        assertThat(folder.child("h").value()).isEqualTo(Value.of("122"));
        assertThat(dump(folder)).isEqualTo("kind=A f{g=1} h=122 end=E");
    }

    @Test
    void theBranchesOfAnUnresolvedChoiceCanBeInspected() {
        Element place = FIXED.parse("A1122E").firstChild().next();
        Choice choice = place.choice();
        assertThat(choice.branches().keySet()).containsExactly("x", "whole", "f");
        assertThat(dump(choice.branches().get("x").get())).isEqualTo("x=11 y=22");
        assertThat(dump(choice.branches().get("whole").get())).isEqualTo("whole=1122");
        assertThat(dump(choice.branches().get("f").get())).isEqualTo("f{g=1} h=122");
        assertThat(place.name()).isEmpty();
        assertThat(choice.problem()).contains("the choice of x, whole, f, which is unresolved");
    }

    @Test
    void aGroupBetweenDelimitersEndsWhereTheChoiceDoes() {
        Texts texts =
                Texts.of(
                        "{delimiter: ';'}",
                        """
                        kind: string
                        (pay):
                          choice:
                            (two):
                              tds: {dataElementSeparation: allElementsDelimited, delimiter: ','}
                              sequence: {x: string, y: string}
                            whole: string
                        end: string
                        """);
        Element body = texts.parse("A;1,2;E");
        assertThat(body.child("y").value()).isEqualTo(Value.of("2"));
        assertThat(dump(body)).isEqualTo("kind=A x=1 y=2 end=E");
        body.child("x").value(Value.of("9"));
        assertThat(texts.write(body)).isEqualTo("A;9,2;E");
        assertThatThrownBy(() -> texts.parse("A;1,2,3;E").child("x"))
                .hasMessageContaining("found more elements than");
        assertThat(dump(parsedAs(texts, "A;1,2,3;E", "whole")))
                .isEqualTo("kind=A whole=1,2,3 end=E");
    }

    private static Element parsedAs(Texts texts, String text, String branch) {
        Element body = texts.parse(text);
        assertThat(body.child(branch)).isNotNull();
        return body;
    }
}
