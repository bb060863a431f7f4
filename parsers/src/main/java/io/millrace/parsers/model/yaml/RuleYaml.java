package io.millrace.parsers.model.yaml;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.FillCharacter;
import io.millrace.parsers.model.LengthRule;
import io.millrace.parsers.model.LengthUnits;
import io.millrace.parsers.model.NullRule;
import io.millrace.parsers.model.NumberRule;
import io.millrace.parsers.model.NumberRule.SignOrientation;
import io.millrace.parsers.model.PaddingRule;
import io.millrace.parsers.model.PhysicalType;
import io.millrace.parsers.text.YamlScalar;

import java.util.ArrayList;
import java.util.List;

/** The properties of values that all record formats have. */
final class RuleYaml {

    private static final String SIGNED = "signed";
    private static final String UNSIGNED = "unsigned";

    private RuleYaml() {}

    /** Returns a length; its unit is the default if the file does not specify one. */
    static LengthRule length(KeyReader keys, LengthUnits units) {
        String reference = keys.text("lengthReference");
        return new LengthRule(
                keys.integer("length", 0, Integer.MAX_VALUE),
                reference,
                keys.flag("inclusiveLengthReference", false),
                keys.word("lengthUnits", units, LengthUnits.values(), LengthUnits::word));
    }

    static void put(FlowMapping flow, LengthRule rule, LengthUnits units) {
        flow.put("length", rule.length())
                .put("lengthReference", rule.reference())
                .put("inclusiveLengthReference", rule.inclusive(), false)
                .put("lengthUnits", rule.units().word(), units.word());
    }

    static NumberRule number(KeyReader keys) {
        SignOrientation orientation =
                keys.word(
                        "signOrientation",
                        SignOrientation.TRAILING,
                        SignOrientation.values(),
                        SignOrientation::word);
        return new NumberRule(
                keys.flag(SIGNED),
                orientation,
                keys.flag("signEbcdicCustom", false),
                keys.integer("virtualDecimalPoint", -400, 400));
    }

    static void put(FlowMapping flow, NumberRule rule) {
        flow.put(SIGNED, rule.signed())
                .put("signOrientation", rule.orientation().word(), SignOrientation.TRAILING.word())
                .put("signEbcdicCustom", rule.ebcdicCustom(), false)
                .put("virtualDecimalPoint", rule.virtualDecimalPoint());
    }

    /**
     * Values that the words of a short form specify.
     *
     * @param type null if they specify none
     */
    record Words(PhysicalType type, LengthRule length, NumberRule number) {}

    /** Parses {@code packed 5 unsigned}: a physical type, a length, and the sign, in any order. */
    static Words words(YamlScalar scalar, LengthUnits units, Problems problems) {
        PhysicalType type = null;
        LengthRule length = new LengthRule(null, null, false, units);
        NumberRule number = NumberRule.DEFAULTS;
        String text = scalar.isNull() ? "" : scalar.text().strip();
        for (String word : text.isEmpty() ? new String[0] : text.split("\\s+")) {
            if (type(word) != null) {
                type = type(word);
            } else if (sign(word) != null) {
                number = sign(word);
            } else if (word.matches("[0-9]{1,9}")) {
                length = LengthRule.of(Integer.parseInt(word), units);
            } else {
                unknownWord(word, scalar.place(), problems);
            }
        }
        return new Words(type, length, number);
    }

    /** Returns the physical type of a word; null if it is unknown. */
    private static PhysicalType type(String word) {
        for (PhysicalType type : PhysicalType.values()) {
            if (type.word().equals(word)) {
                return type;
            }
        }
        return null;
    }

    /** Returns the meaning of a word of a short form for signs; null if it has none. */
    private static NumberRule sign(String word) {
        for (SignOrientation orientation : SignOrientation.values()) {
            if (orientation.word().equals(word)) {
                return NumberRule.signed(orientation);
            }
        }
        return switch (word) {
            case SIGNED -> NumberRule.signed(true);
            case UNSIGNED -> NumberRule.signed(false);
            default -> null;
        };
    }

    /** Returns all words of a short form. */
    private static List<String> allWords() {
        List<String> words = new ArrayList<>();
        for (PhysicalType type : PhysicalType.values()) {
            words.add(type.word());
        }
        words.add(SIGNED);
        words.add(UNSIGNED);
        for (SignOrientation orientation : SignOrientation.values()) {
            words.add(orientation.word());
        }
        return words;
    }

    /** Reports an unknown word of a short form. */
    private static void unknownWord(String word, Place place, Problems problems) {
        List<String> words = allWords();
        String near = Problems.didYouMean(word, words);
        problems.error(
                ErrorCode.BAD_VALUE,
                place,
                "'" + word + "' is no physical type, length or sign",
                near.isEmpty() ? "it takes a number, or " + String.join(", ", words) : near);
    }

    /** Returns a short form of three properties; null if it cannot express all of them. */
    static String shortForm(
            PhysicalType type, LengthRule length, LengthUnits units, NumberRule number) {
        List<String> words = new ArrayList<>();
        if (type != null) {
            words.add(type.word());
        }
        if (length.length() != null) {
            words.add(Integer.toString(length.length()));
        }
        if (!number.equals(NumberRule.DEFAULTS)) {
            boolean trailing = number.orientation() == SignOrientation.TRAILING;
            boolean signed = !Boolean.FALSE.equals(number.signed());
            words.add(!trailing ? number.orientation().word() : signed ? SIGNED : UNSIGNED);
        }
        NumberRule said = words.isEmpty() ? null : sign(words.getLast());
        boolean sayable =
                number.equals(said == null ? NumberRule.DEFAULTS : said)
                        && length.equals(new LengthRule(length.length(), null, false, units));
        return sayable ? String.join(" ", words) : null;
    }

    static PaddingRule padding(KeyReader keys) {
        return new PaddingRule(
                keys.word(
                        "justification",
                        null,
                        PaddingRule.Justification.values(),
                        PaddingRule.Justification::word),
                fill(keys, "paddingCharacter"));
    }

    static FillCharacter fill(KeyReader keys, String key) {
        return keys.value(
                key,
                FillCharacter::of,
                "one character, SPACE, NUL, U+ and four hexadecimal digits, or a byte such as"
                        + " 0x40");
    }

    static void put(FlowMapping flow, PaddingRule rule) {
        flow.put("justification", rule.justification() == null ? null : rule.justification().word())
                .put("paddingCharacter", rule.character());
    }

    static NullRule nulls(KeyReader keys) {
        NullRule.EncodingNull encoding =
                keys.word(
                        "encodingNull",
                        null,
                        NullRule.EncodingNull.values(),
                        NullRule.EncodingNull::word);
        String value = keys.text("encodingNullValue");
        return new NullRule(encoding, value);
    }

    static void put(FlowMapping flow, NullRule rule) {
        flow.put("encodingNull", rule.encoding() == null ? null : rule.encoding().word())
                .put("encodingNullValue", rule.value());
    }
}
