package io.millrace.parsers.model.yaml;

import static io.millrace.engine.error.ErrorCode.BAD_VALUE;
import static io.millrace.parsers.model.BaseType.DECIMAL;
import static io.millrace.parsers.model.BaseType.Kind.BINARY;
import static io.millrace.parsers.model.BaseType.Kind.FLOATING;
import static io.millrace.parsers.model.BaseType.Kind.NUMBER;
import static io.millrace.parsers.model.BaseType.Kind.TEXT;

import io.millrace.engine.error.Problems;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.BaseType.Kind;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Substitution;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;
import io.millrace.parsers.text.YamlSequence;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader and writer of the facets after the name of a simple type: a size ({@code 20}, {@code
 * 1..20}, {@code 9.2}), a list of the permitted values, a mapping of facets, or nothing.
 */
record FacetsYaml(BaseType base, Problems problems) {

    private static final RecordKeys KEYS = new RecordKeys("facets", Facets.NONE, Map.of());

    /** Settings of a mapping of facets. */
    static final SettingGroup GROUP =
            KEYS.group().and(SettingGroup.of("length", "length [INTEGER 0..]: Exact length."));

    /** Placeholder for an invalid size, which must not be reported as missing. */
    private static final int SOME = 18;

    private static final Pattern LENGTH = Pattern.compile("(?:([0-9]{1,9})\\.\\.)?([0-9]{1,9})");
    private static final Pattern DIGITS = Pattern.compile("([0-9]{1,3})(?:\\.([0-9]{1,3}))?");

    Facets read(YamlNode node) {
        return switch (node) {
            case YamlScalar scalar when scalar.isNull() -> Facets.NONE;
            case YamlScalar scalar -> size(scalar);
            case YamlSequence sequence -> Facets.NONE.with(texts(sequence));
            case YamlMapping mapping -> facets(mapping);
        };
    }

    private List<String> texts(YamlSequence sequence) {
        return sequence.items().stream()
                .map(item -> Section.text(item, base.word(), problems))
                .filter(Objects::nonNull)
                .toList();
    }

    private Facets size(YamlScalar scalar) {
        String text = scalar.text();
        Kind kind = base.kind();
        boolean number = kind == NUMBER;
        boolean sized = number || kind == TEXT || kind == BINARY;
        Matcher size = (number ? DIGITS : LENGTH).matcher(text);
        if (sized && size.matches()) {
            Integer first = size.group(1) == null ? null : Integer.valueOf(size.group(1));
            Integer second = size.group(2) == null ? null : Integer.valueOf(size.group(2));
            boolean ordered =
                    number ? second == null || second <= first : first == null || first <= second;
            if (ordered && (second == null || !number || base == DECIMAL)) {
                return number ? Facets.digits(first, second) : Facets.length(first, second);
            }
        }
        problems.error(
                BAD_VALUE,
                scalar.place(),
                base.word() + " is '" + text + "'; expected " + expected(number, sized));
        return !sized
                ? Facets.NONE
                : number ? Facets.digits(SOME, null) : Facets.length(null, SOME);
    }

    private String expected(boolean number, boolean sized) {
        String also = "a list of values, or a mapping of facets";
        if (!sized) {
            return "nothing, " + also;
        }
        if (!number) {
            return "a length such as 20 or 1..20, " + also;
        }
        return base == DECIMAL
                ? "digits such as 9 or 9.2 (nine, two of them after the point), " + also
                : "a number of digits, " + also;
    }

    private Facets facets(YamlMapping mapping) {
        Section keys = Section.of(mapping, GROUP, Substitution.NONE, problems);
        Facets read = KEYS.read(keys, Facets.NONE);
        Integer length = size(keys, "length", keys.isSet("length") ? keys.integer("length") : null);
        for (String bound : List.of("minLength", "maxLength")) {
            if (length != null && keys.has(bound)) {
                reportTogether(keys, "length", bound);
            }
        }
        Integer total = size(keys, "totalDigits", read.totalDigits());
        Integer fraction = read.fractionDigits();
        if (total != null && fraction != null && fraction > total) {
            reportContradiction(keys, "fractionDigits", fraction, "number of digits", total);
        }
        Integer max = size(keys, "maxLength", read.maxLength());
        Integer least = read.minLength() == null ? length : read.minLength();
        Integer most = max == null ? length : max;
        if (length == null && least != null && most != null && least > most) {
            reportContradiction(keys, "minLength", least, "length", most);
        }
        check(keys, read.range());
        return new Facets(
                least, most, total, fraction, read.range(), read.enumeration(), read.patterns());
    }

    /** Returns a size; {@link #SOME} if the value is invalid, which has been reported. */
    private static Integer size(Section keys, String key, Integer size) {
        return size == null && keys.has(key) ? Integer.valueOf(SOME) : size;
    }

    /**
     * Reports numeric bounds that contradict each other or the type. Bounds of other types are not
     * compared.
     */
    private void check(Section keys, Facets.Range range) {
        reportTogether(keys, "minInclusive", "minExclusive");
        reportTogether(keys, "maxInclusive", "maxExclusive");
        String least = range.minInclusive() == null ? range.minExclusive() : range.minInclusive();
        String most = range.maxInclusive() == null ? range.maxExclusive() : range.maxInclusive();
        BigDecimal low = number(least);
        BigDecimal high = number(most);
        if (low != null && high != null && low.compareTo(high) > 0) {
            String key = keys.has("minInclusive") ? "minInclusive" : "minExclusive";
            reportContradiction(keys, key, least, "value", most);
        }
    }

    private void reportTogether(Section keys, String one, String other) {
        if (keys.has(one) && keys.has(other)) {
            problems.error(
                    BAD_VALUE,
                    keys.place(other),
                    other + " cannot be combined with " + one + "; specify only one of them");
        }
    }

    private void reportContradiction(
            Section keys, String key, Object least, String what, Object most) {
        problems.error(
                BAD_VALUE,
                keys.place(key),
                key
                        + " is "
                        + least
                        + ", more than the largest "
                        + what
                        + ", "
                        + most
                        + ", so that no value is allowed");
    }

    /** Returns a bound as a number; null if it is missing or the type is not numeric. */
    private BigDecimal number(String bound) {
        boolean numbers = base.kind() == NUMBER || base.kind() == FLOATING;
        try {
            return numbers && bound != null && bound.length() <= 400
                    ? new BigDecimal(bound.strip())
                    : null;
        } catch (NumberFormatException e) {
            // The comparison of the bound with the type reports the error.
            return null;
        }
    }

    /** Returns facets for the writer: a size, a list or a mapping; null if there are none. */
    static Object write(BaseType base, Facets f) {
        if (f.equals(Facets.NONE)) {
            return null;
        }
        boolean number = base.kind() == NUMBER;
        if (f.equals(Facets.NONE.with(f.enumeration()))) {
            return f.enumeration();
        }
        boolean digits = number && f.totalDigits() != null;
        if (digits && f.equals(Facets.digits(f.totalDigits(), f.fractionDigits()))) {
            return f.totalDigits() + (f.fractionDigits() == null ? "" : "." + f.fractionDigits());
        }
        if (!number
                && f.maxLength() != null
                && f.equals(Facets.length(f.minLength(), f.maxLength()))) {
            return (f.minLength() == null ? "" : f.minLength() + "..") + f.maxLength();
        }
        FlowMapping flow = KEYS.write(new FlowMapping(), f, Facets.NONE);
        return f.patterns().size() == 1 ? flow.put("pattern", f.patterns().getFirst()) : flow;
    }
}
