package io.millrace.parsers.model;

import static io.millrace.parsers.model.BaseType.Kind.BINARY;
import static io.millrace.parsers.model.BaseType.Kind.DATETIME;
import static io.millrace.parsers.model.BaseType.Kind.FLOATING;
import static io.millrace.parsers.model.BaseType.Kind.NUMBER;
import static io.millrace.parsers.model.BaseType.Kind.TEXT;
import static io.millrace.parsers.model.BaseType.Kind.TRUTH;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The built-in simple types of XML Schema (W3C XML Schema part 2), with their names in XML Schema.
 * Fields in a message tree have the same types as in WMQI: {@link #isInteger integers} of at most
 * 64 bits are INTEGER, other numbers DECIMAL, {@code gYear} and similar types DATE.
 */
public enum BaseType implements Word {
    STRING(TEXT),
    NORMALIZED_STRING(TEXT),
    TOKEN(TEXT),
    LANGUAGE(TEXT),
    NAME("Name", TEXT),
    NC_NAME("NCName", TEXT),
    NMTOKEN("NMTOKEN", TEXT),
    ID("ID", TEXT),
    IDREF("IDREF", TEXT),
    ENTITY("ENTITY", TEXT),
    Q_NAME("QName", TEXT),
    ANY_URI("anyURI", TEXT),
    DURATION(TEXT),
    ANY_SIMPLE_TYPE(TEXT),

    BOOLEAN(TRUTH),

    BYTE(NUMBER),
    UNSIGNED_BYTE(NUMBER),
    SHORT(NUMBER),
    UNSIGNED_SHORT(NUMBER),
    INT(NUMBER),
    UNSIGNED_INT(NUMBER),
    LONG(NUMBER),
    UNSIGNED_LONG(NUMBER),
    INTEGER(NUMBER),
    NON_NEGATIVE_INTEGER(NUMBER),
    POSITIVE_INTEGER(NUMBER),
    NON_POSITIVE_INTEGER(NUMBER),
    NEGATIVE_INTEGER(NUMBER),
    DECIMAL(NUMBER),

    FLOAT(FLOATING),
    DOUBLE(FLOATING),

    HEX_BINARY(BINARY),
    BASE64_BINARY("base64Binary", BINARY),

    DATE_TIME(DATETIME),
    DATE(DATETIME),
    TIME(DATETIME),
    G_YEAR(DATETIME),
    G_YEAR_MONTH(DATETIME),
    G_MONTH(DATETIME),
    G_MONTH_DAY(DATETIME),
    G_DAY(DATETIME);

    /** A group of types with the same physical representations. */
    public enum Kind {
        TEXT,
        TRUTH,
        /** Exact numbers. */
        NUMBER,
        FLOATING,
        BINARY,
        DATETIME
    }

    private static final Map<String, BaseType> BY_WORD =
            Stream.of(values()).collect(toUnmodifiableMap(BaseType::word, Function.identity()));

    private final String word;
    private final Kind kind;

    BaseType(Kind kind) {
        this(null, kind);
    }

    BaseType(String word, Kind kind) {
        this.word = word;
        this.kind = kind;
    }

    /** Returns the type with a name in XML Schema; null if the name is unknown. */
    public static BaseType of(String word) {
        return BY_WORD.get(word);
    }

    /** Returns the type of binary integers of a number of bytes; INTEGER for more than 8. */
    public static BaseType ofBytes(int bytes, boolean signed) {
        return switch (bytes) {
            case 1 -> signed ? BYTE : UNSIGNED_BYTE;
            case 2 -> signed ? SHORT : UNSIGNED_SHORT;
            case 3, 4 -> signed ? INT : UNSIGNED_INT;
            case 5, 6, 7, 8 -> signed ? LONG : UNSIGNED_LONG;
            default -> INTEGER;
        };
    }

    /** XML Schema's name. */
    @Override
    public String word() {
        return word == null ? Word.super.word() : word;
    }

    public Kind kind() {
        return kind;
    }

    /**
     * Whether values of the type are INTEGER in a message tree: whole numbers of at most 64 bits.
     */
    public boolean isInteger() {
        return switch (this) {
            case BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT, INT, UNSIGNED_INT, LONG -> true;
            default -> false;
        };
    }

    /** Whether values of the type are whole numbers. */
    public boolean isWhole() {
        return kind == NUMBER && this != DECIMAL;
    }

    /** Whether the type has no negative values. */
    public boolean isUnsigned() {
        return switch (this) {
            case UNSIGNED_BYTE,
                    UNSIGNED_SHORT,
                    UNSIGNED_INT,
                    UNSIGNED_LONG,
                    NON_NEGATIVE_INTEGER,
                    POSITIVE_INTEGER ->
                    true;
            default -> false;
        };
    }
}
