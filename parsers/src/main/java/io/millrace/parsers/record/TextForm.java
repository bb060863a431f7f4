package io.millrace.parsers.record;

import io.millrace.parsers.model.BooleanStrings;
import io.millrace.parsers.model.TextRule;

import java.util.Objects;

/**
 * Representation of a field that is written as text ({@link
 * io.millrace.parsers.model.PhysicalType#TEXT}), including everything that a model can leave
 * unspecified.
 *
 * @param decimalPoint the character before the fraction of a number
 * @param strictNumbers whether numbers must be as the standard specifies
 * @param truncate whether a string that is too long is truncated on output
 * @param bounded whether the field has a length to which it is padded
 */
public record TextForm(
        int decimalPoint,
        boolean strictNumbers,
        TextRule.Trim trim,
        boolean truncate,
        BooleanStrings truths,
        boolean bounded) {

    public TextForm {
        Objects.requireNonNull(trim);
        Objects.requireNonNull(truths);
    }
}
