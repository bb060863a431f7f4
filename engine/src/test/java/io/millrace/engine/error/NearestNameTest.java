package io.millrace.engine.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class NearestNameTest {

    @ParameterizedTest
    @CsvSource({
        "custommer, customer",
        "CUSTOMER, customer",
        "cusotmer, customer",
        "ustomer, customer",
        "ordr, order",
        "odrer, order",
        "nothing, ",
        "cu, "
    })
    void aThirdOfANameMayBeWrong(String name, String expected) {
        assertThat(Problems.nearest(name, List.of("order", "customer", "account")))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "SUB.INN, SUB.IN, true",
        "SBU.IN, SUB.IN, true",
        "SUB.OUT, SUB.IN, false",
        "SUB.IN, SUB.IN, false",
        "AUDIT1, AUDIT2, false",
        "AUDIT, AUDIT2, false",
        "AUDIT.A, AUDIT.B, false"
    })
    void aNameThatDiffersInItsNumberIsNoMisspelling(String name, String other, boolean expected) {
        assertThat(Problems.isMisspelling(name, other)).isEqualTo(expected);
    }

    @Test
    void theNearestIsTakenAndOfSeveralTheFirst() {
        assertThat(Problems.nearest("field", List.of("fielder", "fields", "fiel", "fiend")))
                .isEqualTo("fields");
        assertThat(Problems.nearest("field", List.of("fields", "FIELD", "field")))
                .isEqualTo("FIELD");
    }

    @Test
    void veryLongNamesAreNearToNothing() {
        assertThat(Problems.nearest("x".repeat(201), List.of("x".repeat(201)))).isNull();
        assertThat(Problems.nearest("x".repeat(200), List.of("x".repeat(199)))).isNotNull();
    }

    @Test
    void aNameWithTheSameWordsInAnotherOrderIsFound() {
        List<String> modes = List.of("message", "destinationAndMessage", "exceptionAndMessage");
        assertThat(Problems.nearest("messageAndDestination", modes))
                .isEqualTo("destinationAndMessage");
        assertThat(Problems.nearest("destinationOrMessages", List.of("message"))).isNull();
    }
}
