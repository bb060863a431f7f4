package io.millrace.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"A", "orders.IN", "A/B_C%D.0", "SYSTEM.DEAD.LETTER.QUEUE"})
    void charactersOfMqMakeAName(String name) {
        assertThat(QueueName.isValid(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "A B", "A[B", "A(B", "#", "A-B", "A::B", "Ä", "A\u001B[0m"})
    void otherCharactersDoNot(String name) {
        assertThatThrownBy(() -> QueueName.check(name))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("1 to 48 of the characters A-Z a-z 0-9 . / _ %");
    }

    @Test
    void theErrorNamesTheFirstWrongCharacterOrTheLength() {
        assertThat(QueueName.describe("A[B]")).endsWith("(found [)");
        assertThat(QueueName.describe("A B")).endsWith("(found a space)");
        assertThat(QueueName.describe("A\u001B")).endsWith("(found U+001B)");
        assertThat(QueueName.describe("A".repeat(49))).endsWith("(found 49 characters)");
        assertThat(QueueName.describe("")).endsWith("(found nothing)");
    }

    @Test
    void queuesOfMillraceItselfMayHaveLongNames() {
        assertThatCode(() -> QueueName.check("SYSTEM.STATE.purchase-orders/" + "x".repeat(99)))
                .doesNotThrowAnyException();
    }

    @Test
    void queuesWithTheStateOfNodesAreNotForFlows() {
        String name = "SYSTEM.STATE.received/a";
        assertThat(QueueName.isValid(name)).isFalse();
        assertThat(QueueName.describe(name)).contains("must not begin with SYSTEM.STATE.");
        assertThatThrownBy(() -> QueueName.checkUsable(name))
                .isInstanceOf(MillraceException.class)
                .hasMessage("queue " + name + " cannot be used: it contains the state of a node");
    }
}
