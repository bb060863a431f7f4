package io.millrace.engine.message.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;

/** Patterns at their edges; the golden files say the rest. */
class NumberFormatTest {

    private static String print(String pattern) {
        return NumberFormat.compile(pattern).print(new BigDecimal("-1234567.5"));
    }

    @Test
    void aGroupOfSeparatorsAloneIsRefused() {
        assertThatThrownBy(() -> NumberFormat.compile("#,,##0"))
                .isInstanceOf(PatternException.class)
                .hasMessage("the pattern #,,##0 has a group without digits");
    }

    @Test
    void theLastGroupAndTheOneBeforeItSayHowLongGroupsAre() {
        assertThat(print("#,##0.00")).isEqualTo("-1,234,567.50");
        assertThat(print("#,##,##0")).isEqualTo("-12,34,568");
        assertThat(print("0,")).isEqualTo("-1234568");
    }
}
