package io.millrace.parsers.record;

import static io.millrace.engine.message.ElementType.NAME_VALUE;

import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.IntegerValue;

import java.math.BigDecimal;
import java.util.Map;

/** Element types of the domain MRM in addition to folders and fields. */
public final class RecordTypes {

    /** The domain MRM, which contains all physical formats. */
    public static final String DOMAIN = "MRM";

    /**
     * The bytes of a choice whose branch has not been determined: a BLOB without a name. It is
     * replaced by the branch when a program first uses a name in the branch.
     */
    public static final int UNRESOLVED_CHOICE = ElementType.VALUE | 0x31;

    /**
     * An attribute of a tag that the model does not describe. The type is the same as in XMLNSC.
     */
    public static final int ATTRIBUTE = NAME_VALUE | 0x100;

    private static final BigDecimal MAX_COUNT = BigDecimal.valueOf(Integer.MAX_VALUE);

    /** Element types by their names in ESQL programs after {@code MRM.}. */
    public static final Map<String, Integer> NAMES =
            Map.of(
                    "Folder", ElementType.NAME,
                    "Field", NAME_VALUE,
                    "UnresolvedChoice", UNRESOLVED_CHOICE);

    private RecordTypes() {}

    /**
     * Returns the length or number in a field; 0 if there is none, negative if it is out of range.
     *
     * @param value value of the field
     */
    public static int count(Value value) {
        return switch (value) {
            case IntegerValue(long number) -> number == (int) number ? (int) number : -1;
            case DecimalValue(BigDecimal number) ->
                    number.signum() >= 0 && number.compareTo(MAX_COUNT) <= 0
                            ? number.intValue()
                            : -1;
            case null, default -> 0;
        };
    }
}
