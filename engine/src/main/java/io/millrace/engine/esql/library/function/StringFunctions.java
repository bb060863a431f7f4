package io.millrace.engine.esql.library.function;

import static io.millrace.engine.esql.library.function.Arguments.anyNull;
import static io.millrace.engine.esql.library.function.Arguments.integer;
import static io.millrace.engine.esql.library.function.Arguments.offset;
import static io.millrace.engine.esql.library.function.Arguments.text;
import static io.millrace.engine.esql.library.function.Arguments.units;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlFunction;
import io.millrace.engine.esql.library.StringUnits;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/**
 * Functions on CHARACTER, BLOB and BIT. The result is NULL if an argument is NULL. Positions start
 * at 1.
 */
public final class StringFunctions {

    private static final String GROUP = "String functions";

    /** Maximum number of units among which TRANSLATE and TRIM search one by one. */
    private static final int MAX_SEARCHED_UNITS = 256;

    private StringFunctions() {}

    @EsqlFunction(
            name = "LENGTH",
            group = GROUP,
            description = "Number of characters, bytes or bits in a string.",
            examples = {
                "LENGTH('abc') = 3",
                "LENGTH('') = 0",
                "LENGTH(X'0102') = 2",
                "LENGTH(NULL) IS NULL"
            })
    public static @Nullable IntegerValue length(@Nullable Value s) {
        return s == null ? null : IntegerValue.of(units("LENGTH", s).length());
    }

    @EsqlFunction(
            name = "SUBSTRING",
            group = GROUP,
            syntax = "SUBSTRING(s FROM n [FOR m])",
            description =
                    """
                    The part of a string that starts at position n, up to the end or with length \
                    m. Positions before the string count towards the length but contain no \
                    characters.\
                    """,
            examples = {
                "SUBSTRING('Hello' FROM 2) = 'ello'",
                "SUBSTRING('Hello' FROM 2 FOR 3) = 'ell'",
                "SUBSTRING('Hello' FROM -1 FOR 4) = 'He'",
                "SUBSTRING('Hello' FROM 9) = ''",
                "SUBSTRING(X'01020304' FROM 2 FOR 2) = X'0203'"
            })
    public static @Nullable Value substring(Value s, Value from) {
        if (anyNull(s, from)) {
            return null;
        }
        String units = units("SUBSTRING", s);
        return part(s, units, offset("SUBSTRING", from) - 1L, units.length());
    }

    public static @Nullable Value substring(Value s, Value from, Value length) {
        if (anyNull(s, from, length)) {
            return null;
        }
        long start = offset("SUBSTRING", from) - 1L;
        return part(s, units("SUBSTRING", s), start, start + offset("SUBSTRING", length));
    }

    private static Value part(Value s, String units, long from, long to) {
        int start = Math.clamp(from, 0, units.length());
        int end = Math.clamp(to, start, units.length());
        return end - start == units.length()
                ? s
                : StringUnits.value(s.type(), units.substring(start, end));
    }

    @EsqlFunction(
            name = "SUBSTRING_BEFORE",
            group = GROUP,
            syntax = "SUBSTRING(s BEFORE x [FOR m])",
            description =
                    """
                    The part of a string before the first occurrence of x, or its last m \
                    characters; an empty string if x does not occur.\
                    """,
            examples = {
                "SUBSTRING('key=value' BEFORE '=') = 'key'",
                "SUBSTRING('key=value' BEFORE '=' FOR 2) = 'ey'",
                "SUBSTRING('key' BEFORE '=') = ''"
            })
    public static @Nullable Value substringBefore(Value s, Value x) {
        if (anyNull(s, x)) {
            return null;
        }
        String units = units("SUBSTRING", s);
        return part(s, units, 0, units.indexOf(units("SUBSTRING", x, s.type())));
    }

    public static @Nullable Value substringBefore(Value s, Value x, Value length) {
        if (anyNull(s, x, length)) {
            return null;
        }
        String units = units("SUBSTRING", s);
        long found = units.indexOf(units("SUBSTRING", x, s.type()));
        return part(s, units, found - offset("SUBSTRING", length), found);
    }

    @EsqlFunction(
            name = "SUBSTRING_AFTER",
            group = GROUP,
            syntax = "SUBSTRING(s AFTER x [FOR m])",
            description =
                    """
                    The part of a string after the first occurrence of x; an empty string if x \
                    does not occur.\
                    """,
            examples = {
                "SUBSTRING('key=value' AFTER '=') = 'value'",
                "SUBSTRING('key=value' AFTER '=' FOR 3) = 'val'",
                "SUBSTRING('key' AFTER '=') = ''"
            })
    public static @Nullable Value substringAfter(Value s, Value x) {
        return anyNull(s, x) ? null : after(s, x, Integer.MAX_VALUE);
    }

    public static @Nullable Value substringAfter(Value s, Value x, Value length) {
        return anyNull(s, x, length) ? null : after(s, x, offset("SUBSTRING", length));
    }

    private static Value after(Value s, Value x, long length) {
        String units = units("SUBSTRING", s);
        String pattern = units("SUBSTRING", x, s.type());
        int found = units.indexOf(pattern);
        long from = found < 0 ? units.length() : found + pattern.length();
        return part(s, units, from, from + length);
    }

    @EsqlFunction(
            name = "POSITION",
            group = GROUP,
            syntax = "POSITION(x IN s [FROM n] [REPEAT k])",
            description =
                    """
                    Position of the k-th occurrence of a string in another string; 0 if it does \
                    not occur. A negative k searches backwards from position n, or from the end \
                    if FROM is omitted.\
                    """,
            examples = {
                "POSITION('l' IN 'Hello') = 3",
                "POSITION('x' IN 'Hello') = 0",
                "POSITION('' IN 'Hello') = 1",
                "POSITION('ABC' IN 'ABCABCABCABCABC' FROM 4) = 4",
                "POSITION('ABC' IN 'ABCABCABCABCABC' REPEAT 2) = 4",
                "POSITION('ABC' IN 'ABCABCABCABCABC' REPEAT -3) = 7",
                "POSITION('ABC' IN 'ABCABCABCABCABC' FROM 12 REPEAT -3) = 4"
            })
    public static @Nullable IntegerValue position(Value x, Value s) {
        return anyNull(x, s) ? null : positionOf(x, s, 1, 1);
    }

    public static @Nullable IntegerValue position(Value x, Value s, Value from) {
        return anyNull(x, s, from) ? null : positionOf(x, s, Arguments.offset("POSITION", from), 1);
    }

    public static @Nullable IntegerValue position(Value x, Value s, Value from, Value repeat) {
        return anyNull(x, s, from, repeat)
                ? null
                : positionOf(
                        x,
                        s,
                        Arguments.offset("POSITION", from),
                        Arguments.offset("POSITION", repeat));
    }

    /**
     * Returns the position of a string (IBM documentation, "POSITION function", as corrected by
     * APAR IT29349). A backward search considers occurrences that end at or before {@code from}.
     *
     * @param from start position; 0 if FROM is not written
     */
    private static IntegerValue positionOf(Value x, Value s, int from, int repeat) {
        String units = units("POSITION", s);
        String pattern = units("POSITION", x, s.type());
        if (pattern.isEmpty()) {
            return IntegerValue.of(1);
        }
        if (repeat < 0) {
            int end = from == 0 ? units.length() : Math.clamp(from, 0, units.length());
            String searched = units.substring(0, end);
            int found = searched.length() + 1;
            for (int i = 0; i < -repeat && found >= 0; i++) {
                found = found == 0 ? -1 : searched.lastIndexOf(pattern, found - 1);
            }
            return IntegerValue.of(found + 1L);
        }
        int found = repeat == 0 ? -1 : Math.max(from - 2, -1);
        for (int i = 0; i < repeat && (i == 0 || found >= 0); i++) {
            found = units.indexOf(pattern, found + 1);
        }
        return IntegerValue.of(found + 1L);
    }

    @EsqlFunction(
            name = "TRIM",
            group = GROUP,
            syntax = "TRIM([[LEADING | TRAILING | BOTH] [x] FROM] s)",
            description =
                    """
                    The string without its leading characters, trailing characters or both (the default), as far as they occur in x. An empty x removes nothing. The default of x is a \
                    blank, X'00' for a BLOB and B'0' for a BIT.\
                    """,
            examples = {
                "TRIM('  a b ') = 'a b'",
                "TRIM('x' FROM 'xxaxx') = 'a'",
                "TRIM(LEADING '0' FROM '0070') = '70'",
                "TRIM('(-)' FROM '(a-b)-') = 'a-b'",
                "TRIM(TRAILING FROM 'a  ') = 'a'",
                "TRIM(X'0001000200') = X'010002'"
            })
    public static @Nullable Value trim(Value s) {
        return trimmed("TRIM", s, null, true, true);
    }

    public static @Nullable Value trim(Value s, @Nullable Value x) {
        return x == null ? null : trimmed("TRIM", s, x, true, true);
    }

    @EsqlFunction(
            name = "LTRIM",
            group = GROUP,
            description = "The string without leading blanks.",
            examples = {"LTRIM('  a ') = 'a '"})
    public static @Nullable Value ltrim(Value s) {
        return trimmed("LTRIM", s, null, true, false);
    }

    public static @Nullable Value ltrim(Value s, @Nullable Value x) {
        return x == null ? null : trimmed("LTRIM", s, x, true, false);
    }

    @EsqlFunction(
            name = "RTRIM",
            group = GROUP,
            description = "The string without trailing blanks.",
            examples = {"RTRIM(' a  ') = ' a'"})
    public static @Nullable Value rtrim(Value s) {
        return trimmed("RTRIM", s, null, false, true);
    }

    public static @Nullable Value rtrim(Value s, @Nullable Value x) {
        return x == null ? null : trimmed("RTRIM", s, x, false, true);
    }

    private static @Nullable Value trimmed(
            String function,
            @Nullable Value s,
            @Nullable Value x,
            boolean leading,
            boolean trailing) {
        if (s == null) {
            return null;
        }
        String units = units(function, s);
        String gone =
                x != null
                        ? units(function, x, s.type())
                        : s.type() == ValueType.BLOB ? "\0" : s.type() == ValueType.BIT ? "0" : " ";
        int[] places = gone.length() > MAX_SEARCHED_UNITS ? places(gone) : null;
        int from = 0;
        int to = units.length();
        while (leading && from < to && contains(gone, places, units.charAt(from))) {
            from++;
        }
        while (trailing && to > from && contains(gone, places, units.charAt(to - 1))) {
            to--;
        }
        return part(s, units, from, to);
    }

    /** Whether a set contains a unit. The places are null for a small set. */
    private static boolean contains(String set, int @Nullable [] places, char unit) {
        return places == null ? set.indexOf(unit) >= 0 : places[unit] > 0;
    }

    @EsqlFunction(
            name = "UPPER",
            aliases = "UCASE",
            group = GROUP,
            description =
                    "The string in upper case, by the Unicode rules that do not depend on a"
                            + " locale.",
            examples = {"UPPER('aB1') = 'AB1'", "UCASE('x') = 'X'"})
    public static @Nullable Value upper(@Nullable Value s) {
        return s == null ? null : Value.of(text("UPPER", s).toUpperCase(Locale.ROOT));
    }

    @EsqlFunction(
            name = "LOWER",
            aliases = "LCASE",
            group = GROUP,
            description =
                    "The string in lower case, by the Unicode rules that do not depend on a"
                            + " locale.",
            examples = {"LOWER('aB1') = 'ab1'", "LCASE('X') = 'x'"})
    public static @Nullable Value lower(@Nullable Value s) {
        return s == null ? null : Value.of(text("LOWER", s).toLowerCase(Locale.ROOT));
    }

    @EsqlFunction(
            name = "LEFT",
            group = GROUP,
            description = "The first n characters; an empty string if n is 0 or less.",
            examples = {
                "LEFT('Hello', 2) = 'He'",
                "LEFT('Hello', 9) = 'Hello'",
                "LEFT('Hello', -1) = ''"
            })
    public static @Nullable Value left(Value s, Value n) {
        return anyNull(s, n) ? null : part(s, units("LEFT", s), 0, offset("LEFT", n));
    }

    @EsqlFunction(
            name = "RIGHT",
            group = GROUP,
            description = "The last n characters; an empty string if n is 0 or less.",
            examples = {
                "RIGHT('Hello', 2) = 'lo'",
                "RIGHT('Hello', 9) = 'Hello'",
                "RIGHT('Hello', -1) = ''"
            })
    public static @Nullable Value right(Value s, Value n) {
        if (anyNull(s, n)) {
            return null;
        }
        String units = units("RIGHT", s);
        return part(s, units, units.length() - (long) offset("RIGHT", n), units.length());
    }

    @EsqlFunction(
            name = "OVERLAY",
            group = GROUP,
            syntax = "OVERLAY(s PLACING x FROM n [FOR m])",
            description =
                    """
                    The string with the part at position n replaced by x. The default length of \
                    the part is the length of x.\
                    """,
            examples = {
                "OVERLAY('ABCDEFGHIJ' PLACING '1234' FROM 4) = 'ABC1234HIJ'",
                "OVERLAY('ABCDEFGHIJ' PLACING '1234' FROM 4 FOR 3) = 'ABC1234GHIJ'"
            })
    public static @Nullable Value overlay(
            EsqlEnvironment environment, Value s, Value x, Value from) {
        return anyNull(s, x, from)
                ? null
                : overlaid(environment, s, x, from, units("OVERLAY", x).length());
    }

    public static @Nullable Value overlay(
            EsqlEnvironment environment, Value s, Value x, Value from, Value length) {
        return anyNull(s, x, from, length)
                ? null
                : overlaid(environment, s, x, from, offset("OVERLAY", length));
    }

    private static Value overlaid(
            EsqlEnvironment environment, Value s, Value x, Value from, long length) {
        String units = units("OVERLAY", s);
        String placed = units("OVERLAY", x, s.type());
        long start = offset("OVERLAY", from) - 1L;
        int head = Math.clamp(start, 0, units.length());
        int tail = Math.clamp(start + length, 0, units.length());
        StringUnits.checkLength(
                "OVERLAY", (long) head + placed.length() + units.length() - tail, environment);
        return StringUnits.value(
                s.type(), units.substring(0, head) + placed + units.substring(tail));
    }

    @EsqlFunction(
            name = "REPLACE",
            group = GROUP,
            syntax = "REPLACE(s, find[, by])",
            description =
                    """
                    The string with each occurrence of `find` replaced by `by`, or removed if \
                    `by` is omitted. Occurrences are replaced from left to right; replacements \
                    are not searched.\
                    """,
            examples = {
                "REPLACE('ABCDABCDABCDA', 'A', 'AA') = 'AABCDAABCDAABCDAA'",
                "REPLACE('AAAAABCDEFGHAAAABCDEFGHAAAAABC', 'AA', 'XYZ')"
                        + " = 'XYZXYZABCDEFGHXYZXYZBCDEFGHXYZXYZABC'",
                "REPLACE('a-b-c', '-') = 'abc'"
            })
    public static @Nullable Value replace(EsqlEnvironment environment, Value s, Value find) {
        return anyNull(s, find) ? null : replaced(environment, s, find, "");
    }

    public static @Nullable Value replace(
            EsqlEnvironment environment, Value s, Value find, Value by) {
        return anyNull(s, find, by)
                ? null
                : replaced(environment, s, find, units("REPLACE", by, s.type()));
    }

    private static Value replaced(EsqlEnvironment environment, Value s, Value find, String by) {
        String units = units("REPLACE", s);
        String pattern = units("REPLACE", find, s.type());
        if (pattern.isEmpty()) {
            return s;
        }
        if (by.length() > pattern.length()) {
            long grown = units.length();
            for (int at = units.indexOf(pattern);
                    at >= 0;
                    at = units.indexOf(pattern, at + pattern.length())) {
                grown += by.length() - pattern.length();
            }
            StringUnits.checkLength("REPLACE", grown, environment);
        }
        return StringUnits.value(s.type(), units.replace(pattern, by));
    }

    @EsqlFunction(
            name = "REPLICATE",
            group = GROUP,
            description =
                    """
                    The string repeated n times; an empty string if n is 0 or less. The result \
                    must not exceed the maximum length of a message.\
                    """,
            examples = {"REPLICATE('ab', 3) = 'ababab'", "REPLICATE('ab', 0) = ''"})
    public static @Nullable Value replicate(EsqlEnvironment environment, Value s, Value n) {
        if (anyNull(s, n)) {
            return null;
        }
        String units = units("REPLICATE", s);
        long times = Math.max(0, integer("REPLICATE", n));
        if (units.isEmpty() || times == 0) {
            return StringUnits.value(s.type(), "");
        }
        StringUnits.checkLength(
                "REPLICATE", Math.min(times, Integer.MAX_VALUE) * units.length(), environment);
        return StringUnits.value(s.type(), units.repeat((int) times));
    }

    @EsqlFunction(
            name = "SPACE",
            group = GROUP,
            description =
                    """
                    n blanks; an empty string if n is 0 or less. The result must not exceed the \
                    maximum length of a message.\
                    """,
            examples = {"SPACE(3) = '   '", "SPACE(0) = ''"})
    public static @Nullable Value space(EsqlEnvironment environment, @Nullable Value n) {
        if (n == null) {
            return null;
        }
        long count = Math.max(0, integer("SPACE", n));
        StringUnits.checkLength("SPACE", count, environment);
        return Value.of(" ".repeat((int) count));
    }

    @EsqlFunction(
            name = "TRANSLATE",
            group = GROUP,
            syntax = "TRANSLATE(s, from[, to])",
            description =
                    """
                    The string with each character in `from` replaced by the character at the \
                    same position in `to`, or removed if `to` is shorter.\
                    """,
            examples = {"TRANSLATE('abcab', 'ab', 'x') = 'xcx'", "TRANSLATE('a-b', '-') = 'ab'"})
    public static @Nullable Value translate(Value s, Value from) {
        return anyNull(s, from) ? null : translated(s, from, "");
    }

    public static @Nullable Value translate(Value s, Value from, Value to) {
        return anyNull(s, from, to) ? null : translated(s, from, units("TRANSLATE", to, s.type()));
    }

    private static Value translated(Value s, Value from, String to) {
        String units = units("TRANSLATE", s);
        String pattern = units("TRANSLATE", from, s.type());
        int[] places = pattern.length() > MAX_SEARCHED_UNITS ? places(pattern) : null;
        StringBuilder out = new StringBuilder(units.length());
        for (int i = 0; i < units.length(); i++) {
            char c = units.charAt(i);
            int at = places == null ? pattern.indexOf(c) : places[c] - 1;
            if (at < 0) {
                out.append(units.charAt(i));
            } else if (at < to.length()) {
                out.append(to.charAt(at));
            }
        }
        return StringUnits.value(s.type(), out.toString());
    }

    /** Returns the first position of each unit, counted from 1; 0 if the unit does not occur. */
    private static int[] places(String pattern) {
        int[] places = new int[Character.MAX_VALUE + 1];
        for (int i = pattern.length() - 1; i >= 0; i--) {
            places[pattern.charAt(i)] = i + 1;
        }
        return places;
    }

    @EsqlFunction(
            name = "CONTAINS",
            group = GROUP,
            description = "Whether the first string contains the second.",
            examples = {"CONTAINS('Hello', 'ell') = TRUE", "CONTAINS('Hello', 'x') = FALSE"})
    public static @Nullable Value contains(Value s, Value x) {
        return anyNull(s, x)
                ? null
                : Value.of(units("CONTAINS", s).contains(units("CONTAINS", x, s.type())));
    }

    @EsqlFunction(
            name = "STARTSWITH",
            group = GROUP,
            description = "Whether the first string starts with the second.",
            examples = {"STARTSWITH('Hello', 'He') = TRUE", "STARTSWITH('Hello', 'lo') = FALSE"})
    public static @Nullable Value startsWith(Value s, Value x) {
        return anyNull(s, x)
                ? null
                : Value.of(units("STARTSWITH", s).startsWith(units("STARTSWITH", x, s.type())));
    }

    @EsqlFunction(
            name = "ENDSWITH",
            group = GROUP,
            description = "Whether the first string ends with the second.",
            examples = {"ENDSWITH('Hello', 'lo') = TRUE", "ENDSWITH('Hello', 'He') = FALSE"})
    public static @Nullable Value endsWith(Value s, Value x) {
        return anyNull(s, x)
                ? null
                : Value.of(units("ENDSWITH", s).endsWith(units("ENDSWITH", x, s.type())));
    }
}
