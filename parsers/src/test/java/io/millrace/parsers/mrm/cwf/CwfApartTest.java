package io.millrace.parsers.mrm.cwf;

import static io.millrace.parsers.mrm.cwf.Records.shown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.ChildSearch;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;

/** Fields that are found, and changed, without those before them. */
class CwfApartTest {

    private static final String RECORD = "AABBCC1122xx--0304zzz";

    private static final Records RECORDS =
            Records.latin(
                    """
                    a: {string: 2}
                    b: {string: 2}
                    c: {string: 2}
                    n: {int: 2, occurs: 2, cwf: external unsigned}
                    f:
                      cwf: {trailingSkipCount: 2}
                      sequence:
                        x: {string: 1}
                        y: {string: 1}
                    g:
                      sequence:
                        p: {int: 2, cwf: external unsigned}
                        q: {int: 2, cwf: external unsigned}
                    rest: {string:, cwf: {lengthUnits: endOfBitstream}}
                    """);

    private static Element body() {
        return RECORDS.parseText(RECORD);
    }

    @Test
    void nothingIsMadeOfTheFieldsBeforeIt() {
        Element body = body();
        assertThat(body.child("g").child("q").value()).isEqualTo(Value.of(4));
        assertThat(body.textOf("c")).isEqualTo("CC");
        assertThat(body.lastKnown()).isNull();
        assertThat(body.isClean()).isTrue();
        assertThat(body.child("c")).isSameAs(body.child("c"));
    }

    @Test
    void aChangedFieldIsWrittenBetweenBytesThatNobodyLookedAt() {
        Element body = body();
        body.child("g").child("q").value(Value.of(77));
        body.child("c").value(Value.of("Z"));
        assertThat(RECORDS.text(body)).isEqualTo("AABBZ 1122xx--0377zzz");
        assertThat(body.lastKnown()).as("written without the others").isNull();
        assertThat(shown(body))
                .isEqualTo("a=AA b=BB c=Z n=11 n=22 f{x=x y=x} g{p=3 q=77} rest=zzz");
        assertThat(RECORDS.text(body)).isEqualTo("AABBZ 1122xx--0377zzz");
    }

    @Test
    void skippedBytesStayAsTheyCame() {
        Element body = body();
        body.child("f").child("y").value(Value.of("Y"));
        assertThat(RECORDS.text(body)).isEqualTo("AABBCC1122xY--0304zzz");
    }

    @Test
    void itsNeighboursAreFoundWhenTheyAreAskedFor() {
        Element body = body();
        Element c = body.child("c");
        Element g = body.child("g");
        assertThat(g.previous().name()).isEqualTo("f");
        assertThat(body.child("c")).isSameAs(c);
        assertThat(c.previous().textOf("none")).isNull();
        assertThat(c.previous().text()).isEqualTo("BB");
        assertThat(ChildSearch.next(c, true).value()).isEqualTo(Value.of(11));
        assertThat(g.next().text()).isEqualTo("zzz");
        assertThat(body().child("c").next().value()).isEqualTo(Value.of(11));
    }

    @Test
    void itCanBeRemovedRenamedAndHaveNewNeighbours() {
        Element body = body();
        body.child("c").remove();
        assertThat(shown(body)).startsWith("a=AA b=BB n=11");
        Element renamed = body();
        renamed.child("c").name("g");
        assertThat(renamed.child("g").text()).isEqualTo("CC");
        assertThat(renamed.child("c")).isNull();
        Element more = body();
        more.child("c").addBefore(Element.of(more.child("c").type(), "new", Value.of("N")));
        assertThat(shown(more)).startsWith("a=AA b=BB new=N c=CC n=11");
        Element gone = body();
        Element q = gone.child("g").child("q");
        gone.child("g").remove();
        assertThat(q.isRemoved()).isTrue();
    }

    @Test
    void copiesHaveItAsItWasThen() {
        Element body = body();
        Element before = body.copy();
        body.child("c").value(Value.of("1"));
        body.child("g").child("q").value(Value.of(5));
        Element then = body.copy();
        body.child("c").value(Value.of("2"));
        body.child("g").child("q").value(Value.of(6));
        body.child("g").child("p").value(Value.of(9));
        then.child("b").value(Value.of("x"));
        assertThat(RECORDS.text(before)).isEqualTo(RECORD);
        assertThat(RECORDS.text(then)).isEqualTo("AAx 1 1122xx--0305zzz");
        assertThat(RECORDS.text(body)).isEqualTo("AABB2 1122xx--0906zzz");
        assertThat(before.isClean()).isTrue();
    }

    @Test
    void valuesThatDoNotFitAndDamageAreToldAsEver() {
        Element body = body();
        body.child("c").value(Value.of("long"));
        assertThatThrownBy(() -> RECORDS.bytes(body)).hasMessageContaining("c");
        Element cut = RECORDS.parseText(RECORD.substring(0, 13));
        assertThatThrownBy(() -> cut.child("g")).hasMessageContaining("f, which begins at byte 10");
        Records fixed = Records.latin("a: {string: 2}\nb: {string: 2}\nc: {string: 2}");
        Element longer = fixed.parseText("AABBCC.");
        longer.child("c").value(Value.of("x"));
        assertThatThrownBy(() -> fixed.bytes(longer)).hasMessageContaining("found 1 byte (X");
    }

    @Test
    void manyFieldsOfAFolderAreFoundOneBehindTheOther() {
        StringBuilder fields = new StringBuilder();
        StringBuilder record = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (int i = 10; i < 60; i++) {
            fields.append("f" + i + ": {string: 2}\n");
            record.append(i);
            expected.append(i % 2 == 0 ? "xx" : Integer.toString(i));
        }
        Records records = Records.latin(fields.toString());
        Element body = records.parseText(record.toString());
        for (int i = 58; i >= 10; i -= 2) {
            body.child("f" + i).value(Value.of("xx"));
        }
        assertThat(records.text(body)).isEqualTo(expected.toString());
    }

    @Test
    void whatSaysHowLongOthersAreIsWrittenWithThem() {
        Records records =
                Records.latin(
                        """
                        a: {string: 1}
                        n: {int: 1, cwf: external unsigned}
                        t: {string:, cwf: {lengthReference: n}}
                        z: {string: 1}
                        """);
        Element body = records.parseText("A3abcZ");
        body.child("n").value(Value.of(2));
        body.child("t").value(Value.of("xy"));
        assertThat(records.text(body)).isEqualTo("A2xyZ");
        Element after = records.parseText("A3abcZ");
        after.child("z").value(Value.of("Y"));
        assertThat(records.text(after)).isEqualTo("A3abcY");
        assertThat(after.lastKnown()).isNull();
        Element only = records.parseText("A3abcZ");
        only.child("n").value(Value.of(2));
        assertThatThrownBy(() -> records.bytes(only)).hasMessageContaining("t");
    }
}
