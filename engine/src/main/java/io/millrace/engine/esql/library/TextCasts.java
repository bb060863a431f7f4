package io.millrace.engine.esql.library;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BitValue;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;
import io.millrace.engine.parser.Ccsid;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.HexFormat;

/** Casts to CHARACTER and BLOB. */
final class TextCasts {

    private static final int NATIVE_ENCODING = 273;

    private TextCasts() {}

    static @Nullable Value toCharacter(Value value, CastTarget target) {
        if (target.hasFormat() && value.type().isNumeric()) {
            return Value.of(formatted(value, target));
        }
        if (target.hasFormat() && value.type().isDatetime()) {
            return Value.of(DatetimeCasts.print(value, target.datetimeFormat()));
        }
        return switch (value) {
            case CharacterValue c -> c;
            case BlobValue(Bytes b) when target.hasCharset() -> Value.of(decoded(value, b, target));
            case BitValue b when target.hasCharset() -> {
                Bytes bytes = bytes(b);
                yield bytes == null ? null : Value.of(decoded(value, bytes, target));
            }
            case BooleanValue(boolean b) -> Value.of(b ? "TRUE" : "FALSE");
            case BlobValue(Bytes b) -> {
                StringUnits.checkLength("CAST", 2L * b.length());
                yield Value.of(Literals.of(value));
            }
            default -> Value.of(Literals.of(value));
        };
    }

    private static String formatted(Value number, CastTarget target) {
        return switch (number) {
            case IntegerValue(long n) -> target.numberFormat().print(n);
            case FloatValue(double d) when !Double.isFinite(d) -> Numbers.text(d);
            case FloatValue(double d) -> target.numberFormat().print(Numbers.rounded(d));
            default -> target.numberFormat().print(((DecimalValue) number).value());
        };
    }

    private static Charset charset(CastTarget target) {
        int ccsid = target.ccsid() == CastTarget.NOT_GIVEN ? Ccsid.UTF_8 : target.ccsid();
        try {
            return Ccsid.charset(
                    ccsid,
                    target.encoding() == CastTarget.NOT_GIVEN
                            ? NATIVE_ENCODING
                            : target.encoding());
        } catch (MillraceException unknown) {
            // The program names the coded character set, not the sender of a message.
            throw MillraceException.of(ErrorCode.ESQL_CAST, unknown.getMessage())
                    .type(ExceptionType.CAST)
                    .inserts(Insert.of(ccsid))
                    .build();
        }
    }

    private static String decoded(Value value, Bytes bytes, CastTarget target) {
        Charset charset = charset(target);
        try {
            return charset.newDecoder()
                    .decode(ByteBuffer.wrap(bytes.array(), bytes.start(), bytes.length()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw EsqlErrors.cast(value, "CHARACTER", "the bytes are not text in " + charset);
        }
    }

    static @Nullable Value toBlob(Value value, CastTarget target) {
        return switch (value) {
            case IntegerValue(long n) -> Value.of(Casts.bytes(n));
            case BitValue b -> {
                Bytes bytes = bytes(b);
                yield bytes == null ? null : Value.of(bytes);
            }
            case CharacterValue(String text) when target.hasCharset() ->
                    Value.of(encoded(value, text, target));
            case CharacterValue(String text) -> hex(text);
            default -> null;
        };
    }

    static Bytes encoded(Value value, String text, CastTarget target) {
        Charset charset = charset(target);
        try {
            ByteBuffer out = charset.newEncoder().encode(CharBuffer.wrap(text));
            return new Bytes(out.array(), out.arrayOffset(), out.arrayOffset() + out.limit());
        } catch (CharacterCodingException e) {
            throw EsqlErrors.cast(
                    value, ValueType.BLOB.name(), "a character cannot be encoded in " + charset);
        }
    }

    /** Casts hexadecimal digits, with or without the quotes of a literal. */
    private static @Nullable Value hex(String text) {
        String digits = unquoted(text, 'X');
        try {
            return Value.of(Bytes.of(HexFormat.of().parseHex(digits)));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the string between the quotes of a literal. Returns any other string unchanged. */
    static String unquoted(String text, char prefix) {
        String plain = text.strip();
        boolean literal =
                plain.length() >= 3
                        && Character.toUpperCase(plain.charAt(0)) == prefix
                        && plain.charAt(1) == '\''
                        && plain.endsWith("'");
        return literal ? plain.substring(2, plain.length() - 1) : plain;
    }

    /** Returns bits as bytes; null if their number is not a multiple of 8. */
    private static @Nullable Bytes bytes(BitValue bits) {
        if (bits.length() % 8 != 0) {
            return null;
        }
        byte[] out = new byte[bits.length() / 8];
        for (int i = 0; i < bits.length(); i++) {
            if (bits.bits().get(i)) {
                out[i / 8] |= (byte) (0x80 >> i % 8);
            }
        }
        return Bytes.of(out);
    }
}
