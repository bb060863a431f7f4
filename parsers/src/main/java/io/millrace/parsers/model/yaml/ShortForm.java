package io.millrace.parsers.model.yaml;

import static io.millrace.engine.error.ErrorCode.BAD_VALUE;
import static io.millrace.engine.error.Problems.didYouMean;

import static java.util.stream.Collectors.joining;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.LengthRule;
import io.millrace.parsers.model.LengthUnits;
import io.millrace.parsers.model.NumberRule;
import io.millrace.parsers.model.NumberRule.SignOrientation;
import io.millrace.parsers.model.PhysicalType;
import io.millrace.parsers.model.Word;
import io.millrace.parsers.text.YamlScalar;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Properties of a record's field as words, for example {@code packed 5 unsigned}: a physical type,
 * a length and the sign, in any order.
 *
 * @param type physical type; null if not specified
 */
record ShortForm(PhysicalType type, LengthRule length, NumberRule number) {

    private static final String SIGNED = "signed";
    private static final String UNSIGNED = "unsigned";

    private static final Set<String> KEYS =
            Set.of("physicalType", "length", SIGNED, "signOrientation");

    static ShortForm read(YamlScalar scalar, LengthUnits units, Problems problems) {
        PhysicalType type = null;
        LengthRule length = new LengthRule(null, null, false, units);
        NumberRule number = NumberRule.DEFAULTS;
        for (String word : words(scalar)) {
            PhysicalType named = Word.of(PhysicalType.class, word);
            if (named != null) {
                type = named;
            } else if (sign(word) != null) {
                number = sign(word);
            } else if (word.matches("[0-9]{1,9}")) {
                length = LengthRule.of(Integer.parseInt(word), units);
            } else {
                reportUnknown(word, scalar.place(), problems);
            }
        }
        return new ShortForm(type, length, number);
    }

    /** Returns the words of a scalar. */
    static String[] words(YamlScalar scalar) {
        String text = scalar.isNull() ? "" : scalar.text().strip();
        return text.isEmpty() ? new String[0] : text.split("\\s+");
    }

    /**
     * Returns the sign rule that a word of a short form specifies; null if the word does not
     * specify a sign.
     */
    private static NumberRule sign(String word) {
        SignOrientation orientation = Word.of(SignOrientation.class, word);
        if (orientation != null) {
            return NumberRule.signed(orientation);
        }
        return word.equals(SIGNED) || word.equals(UNSIGNED)
                ? NumberRule.signed(word.equals(SIGNED))
                : null;
    }

    /** Reports an unknown word of a short form. */
    private static void reportUnknown(String word, Place place, Problems problems) {
        var words = new ArrayList<String>(Word.all(PhysicalType.class));
        words.addAll(List.of(SIGNED, UNSIGNED));
        words.addAll(Word.all(SignOrientation.class));
        String foreign = ForeignWords.physicalType(word);
        String near = foreign.isEmpty() ? didYouMean(word, words) : "did you mean " + foreign + "?";
        problems.error(
                BAD_VALUE,
                place,
                "'" + word + "' is not a physical type, length or sign",
                near.isEmpty() ? "expected a number, or " + String.join(", ", words) : near);
    }

    /**
     * Returns the short form for the keys of a field; the keys if the short form cannot represent
     * all of them.
     */
    static Object of(FlowMapping keys) {
        Map<String, Object> all = keys.entries;
        Object signed = all.get(SIGNED);
        Object orientation = all.get("signOrientation");
        boolean expressible = orientation == null || Boolean.TRUE.equals(signed);
        if (!expressible || !KEYS.containsAll(all.keySet())) {
            return keys;
        }
        Object sign =
                orientation != null || signed == null
                        ? orientation
                        : Boolean.TRUE.equals(signed) ? SIGNED : UNSIGNED;
        return Stream.of(all.get("physicalType"), all.get("length"), sign)
                .filter(Objects::nonNull)
                .map(Object::toString)
                .collect(joining(" "));
    }
}
