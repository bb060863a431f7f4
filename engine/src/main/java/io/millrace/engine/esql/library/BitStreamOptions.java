package io.millrace.engine.esql.library;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.WriteOptions;

/**
 * The clauses of ASBITSTREAM and of CREATE ... PARSE; each null where it is not written.
 *
 * <p>OPTIONS is a sum of a mode (RootBitStream, EmbeddedBitStream, FolderBitStream) and of
 * Validate... constants. Nothing validates beyond what parsing and writing check, so that asking
 * for it (ValidateContent, ValidateValue and their sum) is refused; when and how failures would be
 * told may be said.
 *
 * @param options OPTIONS: the mode and how to validate
 * @param encoding ENCODING, as MQMD.Encoding
 * @param ccsid CCSID
 * @param set SET
 * @param type TYPE
 * @param format FORMAT
 */
public record BitStreamOptions(
        Value options, Value encoding, Value ccsid, Value set, Value type, Value format) {

    public static final long ROOT = 0;
    public static final long EMBEDDED = 1;
    public static final long FOLDER = 2;
    private static final long MODE = 3;

    /** ValidateContent and ValidateValue, as the function table has them. */
    private static final long VALIDATE = 0xC0;

    public static BitStreamOptions of(
            Value options, Value encoding, Value ccsid, Value set, Value type, Value format) {
        return new BitStreamOptions(options, encoding, ccsid, set, type, format);
    }

    WriteOptions.Mode mode() {
        return mode(checked());
    }

    /** The number of OPTIONS, which asks for nothing that cannot be done. */
    long checked() {
        long asked = integer("OPTIONS", options);
        if ((asked & VALIDATE) != 0) {
            throw EsqlErrors.argument(
                    "OPTIONS",
                    "they ask for validation, which no domain does; leave ValidateContent and its like out");
        }
        return asked;
    }

    private static WriteOptions.Mode mode(long asked) {
        long mode = asked & MODE;
        return mode == FOLDER
                ? WriteOptions.Mode.FOLDER
                : mode == EMBEDDED ? WriteOptions.Mode.EMBEDDED : WriteOptions.Mode.ROOT;
    }

    MessageTemplate template(String domain) {
        return new MessageTemplate(
                domain, text("SET", set), text("TYPE", type), text("FORMAT", format));
    }

    /** The number of a clause; 0 where it is not written. */
    long integer(String clause, Value value) {
        return switch (value) {
            case null -> 0;
            case IntegerValue(long n) when n >= Integer.MIN_VALUE && n <= Integer.MAX_VALUE -> n;
            default -> throw EsqlErrors.argumentType(clause, "an INTEGER", value);
        };
    }

    private static String text(String clause, Value value) {
        return switch (value) {
            case null -> "";
            case CharacterValue(String text) -> text;
            default -> throw EsqlErrors.argumentType(clause, "a CHARACTER", value);
        };
    }
}
