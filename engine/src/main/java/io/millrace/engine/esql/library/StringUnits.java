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

import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/**
 * The three string kinds as one: a Java string with a character for each UTF-16 unit of a
 * CHARACTER, each byte of a BLOB, each bit of a BIT. What works on units works on all three.
 */
public final class StringUnits {

    /** Shorter strings are not worth a look at the limits. */
    private static final int ALWAYS_ALLOWED = 4_096;

    private StringUnits() {}

    /** The units of a value; null where it is not of a string kind. */
    public static String of(Value value) {
        return switch (value) {
            case CharacterValue(String s) -> s;
            case BlobValue(Bytes b) -> b.text(StandardCharsets.ISO_8859_1);
            case BitValue b -> b.text();
            default -> null;
        };
    }

    /** The value of a string kind with these units. */
    public static Value value(ValueType kind, String units) {
        return switch (kind) {
            case BLOB -> Value.of(Bytes.of(units.getBytes(StandardCharsets.ISO_8859_1)));
            case BIT -> bits(units);
            default -> Value.of(units);
        };
    }

    /** Refuses to make a string that is longer than a message may be. */
    public static void checkLength(String function, long units, EsqlEnvironment environment) {
        checkLength(function, units, environment.limits());
    }

    /** Does so with the limits of the program that the thread runs. */
    static void checkLength(String function, long units) {
        if (units > ALWAYS_ALLOWED) {
            checkLength(function, units, RunningProgram.limits());
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

    /** A BIT from digits 0 and 1. */
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
