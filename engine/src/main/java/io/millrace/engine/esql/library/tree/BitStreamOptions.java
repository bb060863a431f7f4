package io.millrace.engine.esql.library.tree;

import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.parser.Validation.FailureAction;
import io.millrace.engine.parser.Validation.Level;
import io.millrace.engine.parser.WriteOptions;

import org.jspecify.annotations.Nullable;

/**
 * The clauses of ASBITSTREAM and of CREATE ... PARSE. An omitted clause is null.
 *
 * <p>OPTIONS is a sum of constants. Any other number is rejected. The constants select:
 *
 * <ul>
 *   <li>the mode: RootBitStream, EmbeddedBitStream or FolderBitStream
 *   <li>when to parse: ParseOnDemand, ParseImmediate or ParseComplete
 *   <li>what to validate: ValidateContent, ValidateValue (which includes content) or
 *       ValidateInherit
 *   <li>how failures are reported: ValidateException ...; by default, in the user trace
 * </ul>
 *
 * @param options OPTIONS: the mode and how to validate
 * @param encoding ENCODING, as MQMD.Encoding
 * @param ccsid CCSID
 * @param set SET
 * @param type TYPE
 * @param format FORMAT
 */
public record BitStreamOptions(
        @Nullable Value options,
        @Nullable Value encoding,
        @Nullable Value ccsid,
        @Nullable Value set,
        @Nullable Value type,
        @Nullable Value format) {

    public static final long ROOT = 0;
    public static final long EMBEDDED = 1;
    public static final long FOLDER = 2;
    private static final long MODE = 3;

    public static final long PARSE_IMMEDIATE = 0x100;
    public static final long PARSE_COMPLETE = 0x200;
    public static final long VALIDATE_LOCAL_ERROR = 0x400;
    public static final long VALIDATE_EXCEPTION = 0x800;
    public static final long VALIDATE_CONTENT = 0x1000;
    public static final long VALIDATE_VALUE = 0x2000;
    public static final long VALIDATE_FULL = 0x4000;
    public static final long VALIDATE_INHERIT = 0x8000;

    private static final long KNOWN = 0xFF03;

    public static BitStreamOptions of(
            Value options, Value encoding, Value ccsid, Value set, Value type, Value format) {
        return new BitStreamOptions(options, encoding, ccsid, set, type, format);
    }

    /**
     * Returns the mode for a domain.
     *
     * @param parser parser of the domain; null for a header
     */
    WriteOptions.Mode mode(String domain, @Nullable Parser parser) {
        WriteOptions.Mode mode = mode(checked());
        if (mode == WriteOptions.Mode.FOLDER && (parser == null || !parser.writesElements())) {
            throw EsqlErrors.argument(
                    "OPTIONS",
                    "the domain "
                            + domain
                            + " does not support FolderBitStream: its parser writes only whole "
                            + "messages; specify RootBitStream");
        }
        return mode;
    }

    /** Returns the options for a whole body, which is not an element as for FolderBitStream. */
    BitStreamOptions ofWhole() {
        long requested = checked();
        return (requested & FOLDER) == 0
                ? this
                : new BitStreamOptions(
                        Value.of(requested & ~FOLDER), encoding, ccsid, set, type, format);
    }

    /** Returns the number of OPTIONS. Checks that the number is a valid sum of the constants. */
    long checked() {
        long requested = integer("OPTIONS", options);
        if ((requested & ~KNOWN) != 0 || (requested & MODE) == MODE) {
            throw EsqlErrors.argument(
                    "OPTIONS",
                    "must be one of RootBitStream, EmbeddedBitStream and FolderBitStream, plus "
                            + "optional Parse... and Validate... constants (found "
                            + requested
                            + ")");
        }
        return requested;
    }

    /** Returns the time at which the parser reads the bit stream. */
    ParseTiming timing() {
        long requested = integer("OPTIONS", options);
        return (requested & PARSE_COMPLETE) != 0
                ? ParseTiming.COMPLETE
                : (requested & PARSE_IMMEDIATE) != 0
                        ? ParseTiming.IMMEDIATE
                        : ParseTiming.ON_DEMAND;
    }

    /** Returns the validation with the failure action. */
    Validation validation() {
        long requested = integer("OPTIONS", options);
        boolean exception = (requested & VALIDATE_EXCEPTION) != 0;
        boolean log = (requested & VALIDATE_LOCAL_ERROR) != 0;
        FailureAction action =
                exception
                        ? log ? FailureAction.EXCEPTION_LIST : FailureAction.EXCEPTION
                        : log ? FailureAction.LOCAL_ERROR : FailureAction.USER_TRACE;
        return (requested & VALIDATE_INHERIT) != 0
                ? Validation.INHERIT
                : (requested & VALIDATE_VALUE) != 0
                        ? new Validation(Level.CONTENT_AND_VALUE, action)
                        : (requested & VALIDATE_CONTENT) != 0
                                ? new Validation(Level.CONTENT, action)
                                : Validation.NONE;
    }

    private static WriteOptions.Mode mode(long requested) {
        long mode = requested & MODE;
        return mode == FOLDER
                ? WriteOptions.Mode.FOLDER
                : mode == EMBEDDED ? WriteOptions.Mode.EMBEDDED : WriteOptions.Mode.ROOT;
    }

    MessageTemplate template(String domain) {
        return new MessageTemplate(
                domain, text("SET", set), text("TYPE", type), text("FORMAT", format));
    }

    /** Returns the number of a clause; 0 if the clause is omitted. */
    long integer(String clause, @Nullable Value value) {
        return switch (value) {
            case null -> 0;
            case IntegerValue(long n) when n >= Integer.MIN_VALUE && n <= Integer.MAX_VALUE -> n;
            default -> throw EsqlErrors.argumentType(clause, "an INTEGER", value);
        };
    }

    private static String text(String clause, @Nullable Value value) {
        return switch (value) {
            case null -> "";
            case CharacterValue(String text) -> text;
            default -> throw EsqlErrors.argumentType(clause, "a CHARACTER", value);
        };
    }
}
