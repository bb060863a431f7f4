package io.millrace.engine.esql.library.function;

import static io.millrace.engine.esql.library.function.Arguments.anyNull;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlFunction;
import io.millrace.engine.esql.library.CurrentProgram;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.library.Operators;
import io.millrace.engine.esql.library.StringUnits;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.message.Value.CharacterValue;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;

/** Functions that do not belong to another group. */
public final class MiscellaneousFunctions {

    private static final String GROUP = "Miscellaneous functions";
    private static final int UUID_BYTES = 16;

    private MiscellaneousFunctions() {}

    @EsqlFunction(
            name = "NULLIF",
            group = GROUP,
            description = "NULL if both arguments are equal; otherwise the first argument.",
            examples = {"NULLIF('a', 'a') IS NULL", "NULLIF('a', 'b') = 'a'"})
    public static @Nullable Value nullIf(Value a, Value b) {
        return Operators.testEqual(a, b) > 0 ? null : a;
    }

    @EsqlFunction(
            name = "UUIDASCHAR",
            group = GROUP,
            syntax = "UUIDASCHAR[(blob)]",
            bare = true,
            description =
                    """
                    A new UUID as a string of 36 characters. With an argument, the UUID in a BLOB \
                    of 16 bytes as a string.\
                    """,
            examples = {
                "LENGTH(UUIDASCHAR) = 36",
                "UUIDASCHAR(X'00112233445566778899AABBCCDDEEFF') ="
                        + " '00112233-4455-6677-8899-aabbccddeeff'"
            })
    public static Value uuidAsChar() {
        return Value.of(UUID.randomUUID().toString());
    }

    public static @Nullable Value uuidAsChar(@Nullable Value blob) {
        if (blob == null) {
            return null;
        }
        if (!(blob instanceof BlobValue(Bytes b)) || b.length() != UUID_BYTES) {
            throw EsqlErrors.argumentType("UUIDASCHAR", "a BLOB of 16 bytes", blob);
        }
        ByteBuffer bytes = ByteBuffer.wrap(b.array(), b.start(), UUID_BYTES);
        return Value.of(new UUID(bytes.getLong(), bytes.getLong()).toString());
    }

    @EsqlFunction(
            name = "UUIDASBLOB",
            group = GROUP,
            syntax = "UUIDASBLOB[(character)]",
            bare = true,
            description =
                    """
                    A new UUID as a BLOB of 16 bytes. With an argument, the UUID in a string of \
                    36 characters as a BLOB.\
                    """,
            examples = {
                "LENGTH(UUIDASBLOB) = 16",
                "UUIDASBLOB('00112233-4455-6677-8899-aabbccddeeff') ="
                        + " X'00112233445566778899AABBCCDDEEFF'"
            })
    public static Value uuidAsBlob() {
        return blob(UUID.randomUUID());
    }

    public static @Nullable Value uuidAsBlob(@Nullable Value text) {
        if (text == null) {
            return null;
        }
        try {
            return blob(UUID.fromString(Arguments.text("UUIDASBLOB", text)));
        } catch (IllegalArgumentException e) {
            throw EsqlErrors.argument("UUIDASBLOB", EsqlErrors.show(text) + " is not a UUID");
        }
    }

    private static Value blob(UUID uuid) {
        return Value.of(
                Bytes.of(
                        ByteBuffer.allocate(UUID_BYTES)
                                .putLong(uuid.getMostSignificantBits())
                                .putLong(uuid.getLeastSignificantBits())
                                .array()));
    }

    @EsqlFunction(
            name = "BASE64ENCODE",
            group = GROUP,
            description =
                    "A BLOB, or the UTF-8 bytes of a CHARACTER, encoded in Base64 on one line.",
            examples = {"BASE64ENCODE(X'010203') = 'AQID'", "BASE64ENCODE('abc') = 'YWJj'"})
    public static @Nullable Value base64Encode(EsqlEnvironment environment, Value source) {
        long length =
                switch (source) {
                    case BlobValue(Bytes b) -> b.length();
                    case CharacterValue(String text) -> text.length();
                    case null, default -> 0;
                };
        StringUnits.checkLength("BASE64ENCODE", length * 4 / 3, environment);
        return switch (source) {
            case null -> null;
            case BlobValue(Bytes b) -> Value.of(Base64.getEncoder().encodeToString(b.toArray()));
            case CharacterValue(String text) ->
                    Value.of(
                            Base64.getEncoder()
                                    .encodeToString(text.getBytes(StandardCharsets.UTF_8)));
            default -> throw EsqlErrors.argumentType("BASE64ENCODE", "a BLOB or CHARACTER", source);
        };
    }

    @EsqlFunction(
            name = "BASE64DECODE",
            group = GROUP,
            description =
                    "The BLOB that a Base64 string encodes. Line ends in the string are ignored.",
            examples = {"BASE64DECODE('AQID') = X'010203'"})
    public static @Nullable Value base64Decode(@Nullable Value text) {
        if (text == null) {
            return null;
        }
        try {
            return Value.of(
                    Bytes.of(
                            Base64.getDecoder()
                                    .decode(
                                            Arguments.text("BASE64DECODE", text)
                                                    .replaceAll("\\s", ""))));
        } catch (IllegalArgumentException e) {
            throw EsqlErrors.argument("BASE64DECODE", EsqlErrors.show(text) + " is not in base 64");
        }
    }

    @EsqlFunction(
            name = "SLEEP",
            group = GROUP,
            description =
                    """
                    Waits for a number of milliseconds and returns TRUE. If the number is \
                    negative, the function does not wait. Meanwhile, other threads can run the \
                    ATOMIC blocks of the program.\
                    """,
            examples = {"SLEEP(0) = TRUE"})
    public static @Nullable Value sleep(EsqlEnvironment environment, Value milliseconds) {
        if (anyNull(milliseconds)) {
            return null;
        }
        CurrentProgram.sleep(environment, Arguments.integer("SLEEP", milliseconds));
        return BooleanValue.TRUE;
    }
}
