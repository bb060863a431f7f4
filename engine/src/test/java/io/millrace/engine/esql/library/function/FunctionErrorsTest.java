package io.millrace.engine.esql.library.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.library.StandingEnvironment;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DecimalValue;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;

class FunctionErrorsTest {

    private static final StandingEnvironment ENVIRONMENT = new StandingEnvironment();

    private static void fails(ErrorCode code, String words, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MillraceException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(words);
    }

    @Test
    void no_string_grows_beyond_what_a_message_may_have() {
        Value text = Value.of("x".repeat(20_000));
        fails(
                ErrorCode.ESQL_ARGUMENT_VALUE,
                "REPLACE",
                () -> StringFunctions.replace(ENVIRONMENT, text, Value.of("x"), text));
        fails(
                ErrorCode.ESQL_ARGUMENT_VALUE,
                "REPLICATE",
                () -> StringFunctions.replicate(ENVIRONMENT, text, Value.of(Long.MAX_VALUE)));
        fails(
                ErrorCode.ESQL_ARGUMENT_VALUE,
                "SPACE",
                () -> StringFunctions.space(ENVIRONMENT, Value.of(Long.MAX_VALUE)));
    }

    @Test
    void an_argument_of_the_wrong_type_is_named_with_its_function() {
        fails(
                ErrorCode.ESQL_OPERANDS,
                "LENGTH requires a CHARACTER, BLOB or BIT, found INTEGER 1",
                () -> StringFunctions.length(Value.of(1)));
        fails(
                ErrorCode.ESQL_OPERANDS,
                "SQRT requires a number, found CHARACTER '4'",
                () -> MathFunctions.sqrt(Value.of("4")));
    }

    @Test
    void an_argument_out_of_range_is_named_with_its_function() {
        fails(
                ErrorCode.ESQL_ARGUMENT_VALUE,
                "SQRT: expected a number of 0 or more, found -1",
                () -> MathFunctions.sqrt(Value.of(-1)));
        fails(
                ErrorCode.ESQL_ARGUMENT_VALUE,
                "ROUND_SIDEWAYS",
                () -> NumericFunctions.round(Value.of(1), Value.of(1), Value.of("ROUND_SIDEWAYS")));
        fails(
                ErrorCode.ESQL_DIVIDE_BY_ZERO,
                "7 / 0",
                () -> NumericFunctions.mod(Value.of(7), Value.of(0)));
        fails(
                ErrorCode.ESQL_OVERFLOW,
                "POWER(10, 30)",
                () -> NumericFunctions.power(Value.of(10), Value.of(30)));
        fails(ErrorCode.ESQL_OVERFLOW, "ABS", () -> NumericFunctions.abs(Value.of(Long.MIN_VALUE)));
    }

    @Test
    void numbers_near_the_ends_of_their_range_are_exact() {
        assertThat(NumericFunctions.sign(new DecimalValue(new BigDecimal("-1E-99999"))))
                .isEqualTo(Value.of(-1));
        assertThat(NumericFunctions.power(Value.of(2), Value.of(62))).isEqualTo(Value.of(1L << 62));
        assertThat(NumericFunctions.power(Value.of(-1), Value.of(Long.MAX_VALUE)))
                .isEqualTo(Value.of(-1));
        assertThat(NumericFunctions.round(Value.of(Long.MAX_VALUE), Value.of(-30)))
                .isEqualTo(Value.of(0));
        assertThat(NumericFunctions.mod(Value.of(Long.MIN_VALUE), Value.of(-1)))
                .isEqualTo(Value.of(0));
    }
}
