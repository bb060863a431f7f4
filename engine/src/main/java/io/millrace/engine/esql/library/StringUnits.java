package io.millrace.engine.esql.library;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageMemory;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BitValue;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/**
 * A common form of the three string types: a Java string with one character for each UTF-16 unit of
 * a CHARACTER, each byte of a BLOB or each bit of a BIT. An operation on units supports all three
 * types.
 */
public final class StringUnits {

    /** Maximum length of a string that is allowed without a check of the limits. */
    private static final int ALWAYS_ALLOWED = 4_096;

    private StringUnits() {}

    /** Returns the units of a value; null if it is not of a string type. */
    public static @Nullable String of(Value value) {
        return switch (value) {
            case CharacterValue(String s) -> s;
            case BlobValue(Bytes b) -> b.text(StandardCharsets.ISO_8859_1);
            case BitValue b -> b.text();
            default -> null;
        };
    }

    /** Returns the value of a string type that consists of these units. */
    public static Value value(ValueType kind, String units) {
        return switch (kind) {
            case BLOB -> Value.of(Bytes.of(units.getBytes(StandardCharsets.ISO_8859_1)));
            case BIT -> bits(units);
            default -> Value.of(units);
        };
    }

    /** Checks that a string does not exceed the maximum length of a message. */
    public static void checkLength(String function, long units, EsqlEnvironment environment) {
        checkLength(function, units, environment.limits());
    }

    /** Checks the length against the limits of the program that runs on the current thread. */
    static void checkLength(String function, long units) {
        if (units > ALWAYS_ALLOWED) {
            checkLength(function, units, CurrentProgram.limits());
        }
    }

    private static void checkLength(String function, long units, Limits limits) {
        if (units > limits.messageBytes()) {
            throw EsqlErrors.argument(
                    function,
                    "a string of "
                            + units
                            + " units is longer than the limit of "
                            + limits.messageBytes());
        }
        MessageMemory.reserve(2 * units);
    }

    /** Returns a BIT from the digits 0 and 1. */
    static BitValue bits(String digits) {
        BitSet set = new BitSet(digits.length());
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) == '1') {
                set.set(i);
            }
        }
        return new BitValue(set, digits.length());
    }
}
