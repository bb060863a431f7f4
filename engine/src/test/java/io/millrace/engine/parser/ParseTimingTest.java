package io.millrace.engine.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.ParseState;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ParseTimingTest {

    /** Elements in one another, as deep as it is told. */
    private static final class Chain extends Content {
        static final ParseState<Void> STATE = parseState();
        final int levels;
        int grown;
        int decoded;
        int classified;

        Chain(int levels) {
            this.levels = levels;
        }

        Element folder() {
            return Element.parsed(this, ElementType.NAME, "", "Chain");
        }

        @Override
        public String domain() {
            return "Chain";
        }

        @Override
        protected void grow(Element parent) {
            if (parent.lastKnown() == null && grown < levels) {
                grown++;
                STATE.append(parent, Element.parsed(this, 0, "", "link"));
            } else {
                STATE.complete(parent);
            }
        }

        @Override
        protected Value decode(Element element) {
            decoded++;
            return null;
        }

        @Override
        protected int classify(Element element) {
            classified++;
            return ElementType.NAME;
        }

        @Override
        protected void close(Element element) {
            STATE.end(element, 0);
        }
    }

    @Test
    void onDemandReadsNothing() {
        Chain chain = new Chain(3);
        Element folder = chain.folder();
        assertThat(ParseTiming.ON_DEMAND.read(folder)).isSameAs(folder);
        assertThat(chain.grown + chain.decoded).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"IMMEDIATE", "COMPLETE"})
    void theOthersReadTypesValuesAndChildrenHoweverDeep(ParseTiming timing) {
        Chain chain = new Chain(100_000);
        Element folder = chain.folder();
        assertThat(timing.read(folder)).isSameAs(folder);
        assertThat(chain.grown).isEqualTo(100_000);
        assertThat(chain.decoded).isEqualTo(100_001);
        assertThat(chain.classified).isEqualTo(100_000);
    }
}
