package io.millrace.engine.esql.library;

import java.math.BigDecimal;

/** Numbers as text. */
final class Numbers {

    private Numbers() {}

    static String text(double number) {
        return Double.toString(number);
    }

    static String text(BigDecimal number) {
        return number.toPlainString();
    }
}
