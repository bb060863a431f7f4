package io.millrace.engine.esql.library.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.NamePath;
import io.millrace.engine.message.ParseState;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Values of fields that a body answers for. */
class FieldValuesTest {

    /** A body whose fields are all called after what they hold, and which counts questions. */
    private static final class Answering extends Content {
        static final ParseState<Void> STATE = parseState();
        int asked;

        @Override
        public String domain() {
            return "MRM";
        }

        @Override
        protected void grow(Element parent) {
            if (STATE.depth(parent) == 0 && parent.lastKnown() == null) {
                STATE.append(parent, Element.parsed(this, ElementType.NAME_VALUE, "", "a"));
            } else {
                STATE.complete(parent);
            }
        }

        @Override
        protected Value decode(Element element) {
            return Value.of("element " + element.name());
        }

        @Override
        protected boolean answers() {
            return true;
        }

        @Override
        protected Value readDirect(Element parent, NamePath path, int from, long last) {
            asked++;
            String name = path.name(path.length() - 1);
            return switch (name) {
                case "none" -> null;
                case "unknown" -> UNANSWERED;
                default -> Value.of(name + last);
            };
        }

        @Override
        protected void close(Element element) {
            STATE.end(element, 0);
        }
    }

    private final Answering content = new Answering();
    private final Element body = Element.parsed(content, ElementType.NAME, "", "MRM").domain("MRM");

    private static FixedPath path(String... names) {
        return FixedPath.of(List.of(names).stream().map(PathStep::of).toList());
    }

    @Test
    void aBodyIsAskedOnceAndItsElementsAfterwards() {
        Element root = Element.of(ElementType.NAME, "Root");
        root.addLast(body);
        FixedPath path = path("MRM", "a");
        PathCache cache = new PathCache(path);
        assertThat(FieldValues.valueOfPath(root, path, cache)).isEqualTo(Value.of("a1"));
        assertThat(body.lastKnown()).isNull();
        assertThat(FieldValues.valueOfPath(root, path, cache)).isEqualTo(Value.of("element a"));
        assertThat(FieldValues.valueOfPath(root, path, cache)).isEqualTo(Value.of("element a"));
        assertThat(content.asked).isEqualTo(1);
    }

    @Test
    void aBodyThatDoesNotKnowIsWalked() {
        StepCache cache = new StepCache();
        assertThat(FieldValues.value(body, PathStep.of("unknown"), cache)).isNull();
        assertThat(body.isComplete()).isTrue();
    }

    @Test
    void anIndexIsPartOfTheQuestion() {
        StepCache cache = new StepCache();
        PathStep step = PathStep.of("a");
        for (int i = 1; i <= 3; i++) {
            assertThat(FieldValues.valueIndexed(body, step, Value.of(i), cache))
                    .isEqualTo(Value.of("a" + i));
        }
        assertThat(body.lastKnown()).isNull();
    }

    @Test
    void whatIsCopiedNeedsNoElementButMustBeThere() {
        FixedPath path = path("x", "b");
        Element source = FieldValues.sourceOfPath(body, path, new PathCache(path));
        assertThat(source.name()).isEqualTo("b");
        assertThat(source.value()).isEqualTo(Value.of("b1"));
        assertThat(source.owningDomain()).isEqualTo("MRM");
        assertThat(source.parent()).isNull();
        assertThat(FieldValues.source(body, PathStep.of("none"), new StepCache())).isNull();
    }

    @Test
    void stepsWithATypeAreNotAsked() {
        PathStep typed = PathStep.of(3, "", "a", PathStep.Position.FRONT, 1);
        assertThat(FieldValues.value(body, typed, new StepCache())).isNull();
        FixedPath path = FixedPath.of(List.of(PathStep.of("x"), typed));
        assertThat(FieldValues.valueOfPath(body, path, new PathCache(path))).isNull();
        assertThat(content.asked).isZero();
    }

    @Test
    void aBodyThatWasChangedIsNotAsked() {
        body.add("new", Value.of("own"));
        assertThat(FieldValues.value(body, PathStep.of("new"), new StepCache()))
                .isEqualTo(Value.of("own"));
        assertThat(content.asked).isZero();
    }
}
