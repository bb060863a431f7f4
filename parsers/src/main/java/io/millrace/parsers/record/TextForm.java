package io.millrace.parsers.record;

import static java.util.Objects.requireNonNull;

import io.millrace.parsers.model.BooleanStrings;
import io.millrace.parsers.model.TextRule.Trim;

/**
 * How a field looks that is written as a text ({@link
 * io.millrace.parsers.model.PhysicalType#TEXT}), with everything specified that a model may leave
 * open.
 *
 * @param decimalPoint the character before the fraction of a number
 * @param strictNumbers whether numbers must be as the standard specifies
 * @param truncate whether a text that is too long is cut when it is written
 * @param bounded whether the field has a length, up to which it is filled
 */
public record TextForm(
        int decimalPoint,
        boolean strictNumbers,
        Trim trim,
        boolean truncate,
        BooleanStrings truths,
        boolean bounded) {

    public TextForm {
        requireNonNull(trim);
        requireNonNull(truths);
    }
}
