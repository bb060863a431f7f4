package io.millrace.engine.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Modifier;
import java.util.List;

class ElementTest {

    private static String names(Element parent) {
        StringBuilder out = new StringBuilder();
        for (Element c = parent.firstChild(); c != null; c = c.next()) {
            out.append(c.name());
        }
        return out.toString();
    }

    @Test
    void aQuestionForANameLooksNoFurtherThanThatChild() {
        Element body = ToyContent.body("a=1,b(x,y),c,d!");

        assertThat(body.child("b").child("x").name()).isEqualTo("x");
        assertThat(body.lastKnown().name()).isEqualTo("b");
        assertThat(body.child("b").lastKnown().name()).isEqualTo("x");
        assertThat(body.isComplete()).isFalse();
    }

    @Test
    void theNthChildWithANameIsFoundWithoutThoseAfterIt() {
        Element body = ToyContent.body("a=1,b,a=2,c,a=3,d!");

        assertThat(body.child("", "a", 2).text()).isEqualTo("2");
        assertThat(body.lastKnown().text()).isEqualTo("2");
        assertThat(body.child(null, null, 4).name()).isEqualTo("c");
        assertThat(body.child(null, "a", 3).text()).isEqualTo("3");
        assertThat(ToyContent.body("a,b").child("", "a", 2)).isNull();
        assertThat(ToyContent.body("a,b").child("urn:x", "a", 1)).isNull();
    }

    /** Only {@link ParseState}, which a content keeps to itself, gives access to parse states. */
    @Test
    void theStateOfTheParserIsNotPublic() {
        for (Class<?> type : List.of(Element.class, Content.class, FieldReader.class)) {
            assertThat(type.getFields())
                    .filteredOn(field -> !Modifier.isFinal(field.getModifiers()))
                    .isEmpty();
            assertThat(type.getMethods())
                    .filteredOn(method -> method.getDeclaringClass() != Object.class)
                    .filteredOn(method -> method.getReturnType() == Object.class)
                    .isEmpty();
        }
        assertThat(ParseState.class.getConstructors()).isEmpty();
    }

    @Test
    void valuesAndTypesAreFoundOnceAndOnlyWhenAsked() {
        Element body = ToyContent.body("a=1,b");
        ToyContent content = (ToyContent) body.content();
        body.finish();
        assertThat(content.decoded).isZero();
        assertThat(content.classified).isZero();

        for (int i = 0; i < 3; i++) {
            assertThat(body.child("a").text()).isEqualTo("1");
            assertThat(body.child("b").value()).isNull();
            assertThat(body.child("a").type()).isEqualTo(ElementType.NAME_VALUE);
        }
        assertThat(content.decoded).isEqualTo(2);
        assertThat(content.classified).isEqualTo(1);
    }

    @Test
    void readingIsNoChange() {
        Element body = ToyContent.body("a(b=1,c)");
        body.at("a", "b").value();
        body.child("a").finish();
        body.child("a").close();

        assertThat(body.isClean()).isTrue();
        assertThat(body.at("a", "b").isClean()).isTrue();
        assertThat(ChildSearch.changes(body)).isZero();
    }

    @Test
    void aChangeMarksTheWayUpAndNothingBeside() {
        Element body = ToyContent.body("a(b=1,c),d");
        body.at("a", "b").value(Value.of("2"));

        assertThat(body.isClean()).isFalse();
        assertThat(body.at("a").isClean()).isFalse();
        assertThat(body.at("a", "c").isClean()).isTrue();
        assertThat(body.at("d").isClean()).isTrue();
    }

    @Test
    void damageIsReportedEachTimeItIsTouched() {
        Element body = ToyContent.body("a,b(!),c");

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> body.child("c")).isInstanceOf(MillraceException.class);
            assertThat(body.child("a").name()).isEqualTo("a");
        }
    }

    @Test
    void aCopyBehavesAsIfItHadBeenDeepAndImmediate() {
        Element body = ToyContent.body("a(b=1,c(d=2)),e");
        Element copy = body.copy();
        Element early = body.at("a", "c").copy();
        body.at("a", "b").value(Value.of("9"));
        body.at("a", "c").add("f");
        body.at("e").remove();

        assertThat(copy.at("a", "b").text()).isEqualTo("1");
        assertThat(names(copy.at("a", "c"))).isEqualTo("d");
        assertThat(names(copy)).isEqualTo("ae");
        assertThat(names(early)).isEqualTo("d");
        assertThat(early.parent()).isNull();
        copy.at("a").clear();
        assertThat(names(body.at("a"))).isEqualTo("bc");
    }

    @Test
    void aCopyOfWhatWasCleanIsCleanAlsoWhenItsSourceChangesLater() {
        Element body = ToyContent.body("a(b=1,c(d=2))");
        body.at("a", "c", "d").value();
        Element copy = body.copy();
        body.at("a", "c").add("x");

        assertThat(copy.isClean()).isTrue();
        Element c = copy.at("a", "c");
        assertThat(c.isClean()).isTrue();
        assertThat(((ToyContent) c.content()).text(c.start, c.close())).isEqualTo("c(d=2)");
    }

    @Test
    void copiesOfCopiesAreTreesOfTheirOwn() {
        Element body = ToyContent.body("a(b=1)");
        Element second = body.copy();
        Element third = second.copy();
        second.at("a", "b").value(Value.of("2"));
        Element fourth = second.copy();
        body.at("a", "b").value(Value.of("0"));
        second.at("a", "b").value(Value.of("3"));

        assertThat(third.at("a", "b").text()).isEqualTo("1");
        assertThat(fourth.at("a", "b").text()).isEqualTo("2");
        assertThat(second.at("a", "b").text()).isEqualTo("3");
    }

    @Test
    void appendingLeavesPositionsTrueAndAllElseDoesNot() {
        Element a = Element.of(ElementType.NAME, "a");
        a.add("b");
        int before = ChildSearch.changes(a);
        a.add("c");
        a.child("c").addAfter(Element.of(ElementType.NAME, "d"));
        assertThat(ChildSearch.changes(a)).isEqualTo(before);

        a.addFirst(Element.of(ElementType.NAME, "x"));
        assertThat(ChildSearch.changes(a)).isGreaterThan(before);
        before = ChildSearch.changes(a);
        ChildSearch.noted(a.child("c"));
        a.child("c").name("y");
        assertThat(ChildSearch.changes(a)).isGreaterThan(before);
        before = ChildSearch.changes(a);
        a.child("y").detach();
        assertThat(ChildSearch.changes(a)).isGreaterThan(before);
    }

    @Test
    void whatIsRemovedSaysSoUntilItIsPutBack() {
        Element body = ToyContent.body("a(b(c))");
        Element c = body.at("a", "b", "c");
        Element b = c.parent();
        b.remove();
        assertThat(c.isRemoved()).isTrue();
        assertThat(body.at("a").isRemoved()).isFalse();

        body.addLast(b);
        assertThat(b.isRemoved()).isFalse();
        assertThat(c.isRemoved()).isFalse();
    }

    @Test
    void anElementIsInOneTreeAtATime() {
        Element a = Element.of(ElementType.NAME, "a");
        Element b = a.add("b");

        assertThatThrownBy(() -> Element.of(ElementType.NAME, "c").addLast(b))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> a.addLast(a)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> b.addLast(a)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aChangedTypeDoesNotChangeHowTheBytesAreRead() {
        Element a = ToyContent.body("a=7").firstChild();
        a.type(ElementType.NAME);

        assertThat(a.text()).isEqualTo("7");
        assertThat(a.type()).isEqualTo(ElementType.NAME);
    }

    @Test
    void theTextOfATagIsThatOfItsContents() {
        Element tag = Element.of(ElementType.NAME, "tag");
        tag.addLast(Element.of(ElementType.VALUE, "", Value.of("a")));
        tag.add("field", Value.of("x"));
        tag.addLast(Element.of(ElementType.VALUE, "", Value.of("b")));
        assertThat(tag.fieldValue().text()).isEqualTo("ab");

        tag.fieldValue(Value.of(5));
        assertThat(tag.fieldValue()).isEqualTo(Value.of(5));
        assertThat(names(tag)).isEqualTo("field");
    }

    @Test
    void takingDropsWhatWasThereAndLeavesTheOtherAlone() {
        Element body = ToyContent.body("a(b=1,c),d=4(e)");
        body.at("a").take(body.at("d"));

        assertThat(body.at("a").text()).isEqualTo("4");
        assertThat(names(body.at("a"))).isEqualTo("e");
        assertThat(names(body.at("d"))).isEqualTo("e");
        body.at("a").take(body);
        assertThat(names(body.at("a"))).isEqualTo("ad");
        assertThat(names(body.at("a", "a"))).isEqualTo("e");
    }

    @Test
    void aDeepCopySharesNothing() {
        Bytes blob = new Bytes(new byte[1000], 10, 12);
        Element a = Element.of(ElementType.NAME, "a").domain("TOY");
        a.add("b", Value.of(blob));
        Element copy = a.deepCopy();

        assertThat(copy.content()).isNull();
        assertThat(copy.domain()).isEqualTo("TOY");
        assertThat(((Value.BlobValue) copy.child("b").value()).value().array()).hasSize(2);
    }

    @Test
    void deepTreesNeedNoStack() {
        int depth = 20_000;
        Element top = Element.of(ElementType.NAME, "a");
        Element e = top;
        for (int i = 0; i < 1_000; i++) {
            e = e.add("a");
        }
        Element body = ToyContent.body("a(".repeat(depth) + "b" + ")".repeat(depth));
        body.child("a").close();
        Element down = body;
        for (Element c = down.firstChild(); c != null; c = c.firstChild()) {
            down = c;
        }
        assertThat(down.name()).isEqualTo("b");
        assertThat(down.depth()).isEqualTo(depth + 1);
        Element copy = body.copy();
        down.value(Value.of("x"));
        body.deepCopy();
        body.remove();
        assertThat(copy.firstChild().isClean()).isTrue();
    }
}
