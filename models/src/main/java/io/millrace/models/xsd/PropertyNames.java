package io.millrace.models.xsd;

import io.millrace.engine.error.Problems;
import io.millrace.models.ConversionReport;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Turns the properties of annotations into those of the model file. Names are not case-sensitive.
 * Values are copied, matched with words of the model file, or looked up in a table. Properties that
 * no physical format has are reported.
 */
final class PropertyNames {

    /** Properties that have no effect on the representation of messages. */
    private static final Set<String> SILENT =
            Set.of(
                    "messagesetdefaultrep",
                    "name",
                    "id",
                    "usemessagesetdefaultdatetimeformat",
                    "usemessagesetdefaultdtformat",
                    "outputcompressiontechnique",
                    "inputcompressiontechnique",
                    "enableversioningsupport");

    /** The model file's names of properties with other names in annotations. */
    private static final Map<String, String> KEYS = new LinkedHashMap<>();

    /** The model file's words for values with other names in annotations. */
    private static final Map<String, String> WORDS = new LinkedHashMap<>();

    static {
        String[][] keys = {
            {"lengthcount", "length"},
            {"stringjustification", "justification"},
            {"numericjustification", "justification"},
            {"padcharacter", "paddingCharacter"},
            {"signebcdiccustomoption", "signEbcdicCustom"},
            {"issigned", "signed"},
            {"repeatref", "repeatReference"},
            {"lengthref", "lengthReference"},
            {"formatstring", "dateTimeFormat"},
            {"defaultdatetimeformat", "dateTimeFormat"},
            {"interpretelementvalue", "interpretValueAs"},
            {"taglength", "lengthOfTag"},
            {"reservedchars", "reservedCharacters"},
            {"trimfixlengthstring", "trimOnInput"},
            {"booleantruerepresentation", "booleanTrueValue"},
            {"booleanfalserepresentation", "booleanFalseValue"},
            {"booleannullrepresentation", "booleanNullValue"},
            {"defaultpackeddecbyteorder", "defaultPackedDecimalByteOrder"},
            {"timezoneid", "timeZone"},
            {"enabledst", "daylightSaving"},
            {"daysinfirstweekoftheyear", "daysInFirstWeek"},
            {"allowlenientdatetimes", "strictDateTimeCheck"},
            {"roottagname", "rootTag"},
            {"xmlencoding", "encoding"},
            {"standalonedocument", "standalone"},
            {"outputnamespacedeclaration", "namespaceDeclaration"},
            {"encodingnullnumeric", "encodingNumericNull"},
            {"encodingnullnumericval", "encodingNumericNullValue"},
            {"encodingnullnonnumeric", "encodingNonNumericNull"},
            {"encodingnullnonnumericval", "encodingNonNumericNullValue"},
            {"idattrname", "idAttributeName"},
            {"idattrvalue", "idAttributeValue"},
            {"valueattrname", "valueAttributeName"},
            {"valattrname", "valueAttributeName"},
        };
        for (String[] pair : keys) {
            KEYS.put(pair[0], pair[1]);
        }
        for (String key :
                ("length lengthReference inclusiveLengthReference lengthUnits physicalType signed"
                     + " signOrientation signEbcdicCustom virtualDecimalPoint justification"
                     + " paddingCharacter encodingNull encodingNullValue byteAlignment"
                     + " leadingSkipCount trailingSkipCount repeatReference dateTimeFormat tag"
                     + " dataPattern repeatingElementDelimiter interpretValueAs"
                     + " dataElementSeparation groupIndicator groupTerminator delimiter"
                     + " suppressAbsentElementDelimiters tagDataSeparator lengthOfTag"
                     + " lengthOfEncodedLength extraCharsInEncodedLength observeElementLength"
                     + " decimalPoint strictNumericChecking trimOnInput truncateOnOutput"
                     + " messagingStandard escapeCharacter quoteCharacter reservedCharacters"
                     + " booleanTrueValue booleanFalseValue booleanNullValue"
                     + " deriveSignFromLogicalType deriveLengthFromLogicalType"
                     + " packedDecimalPositiveCode policyForMissingElements defaultCcsid"
                     + " defaultByteOrder defaultPackedDecimalByteOrder defaultFloatFormat"
                     + " byteAlignmentPad centuryWindow firstDayOfWeek daysInFirstWeek"
                     + " strictDateTimeCheck timeZone daylightSaving rootTag lenient standalone"
                     + " doctypePublicId doctypeSystemId doctypeText dateFormat timeFormat render"
                     + " xmlName idAttributeName idAttributeValue valueAttributeName encoding"
                     + " cdata")
                        .split(" ")) {
            KEYS.put(key.toLowerCase(Locale.ROOT), key);
        }
        String[][] words = {
            {"leftjustify", "left"},
            {"rightjustify", "right"},
            {"leftjustified", "left"},
            {"rightjustified", "right"},
            {"notrim", "none"},
            {"trimboth", "both"},
            {"trimleading", "leading"},
            {"trimtrailing", "trailing"},
            {"nullpadfill", "padFill"},
            {"nulllogicalvalue", "logicalValue"},
            {"nullliteralvalue", "literalValue"},
            {"nullliteralfill", "literalFill"},
            {"nullempty", "empty"},
            {"nullvalue", "value"},
            {"nullvalueattribute", "valueAttribute"},
            {"nullxmlschema", "xmlSchema"},
            {"nullelement", "element"},
            {"nullattribute", "attribute"},
            {"xmlelement", "element"},
            {"xmlattribute", "attribute"},
            {"xmlelementattrid", "elementAttrId"},
            {"xmlelementattrval", "elementAttrVal"},
            {"xmlelementattridval", "elementAttrIdVal"},
            {"unknown", "userDefinedText"},
            {"userdefined", "userDefinedText"},
            {"acordal3", "acordAl3"},
            {"usedefaultvalue", "default"},
            {"usenullvalue", "null"},
            {"externaldecimal", "external"},
            {"packeddecimal", "packed"},
            {"fixedlengthstring", "fixedLength"},
            {"lengthencodedstring1", "lengthEncoded1"},
            {"lengthencodedstring2", "lengthEncoded2"},
            {"nullterminatedstring", "nullTerminated"},
            {"1byte", "1"},
            {"2bytes", "2"},
            {"4bytes", "4"},
            {"8bytes", "8"},
            {"16bytes", "16"},
            {"monday", "1"},
            {"tuesday", "2"},
            {"wednesday", "3"},
            {"thursday", "4"},
            {"friday", "5"},
            {"saturday", "6"},
            {"sunday", "7"},
        };
        for (String[] pair : words) {
            WORDS.put(pair[0], pair[1]);
        }
    }

    private final String kind;
    private final ConversionReport report;

    PropertyNames(String kind, ConversionReport report) {
        this.kind = kind;
        this.report = report;
    }

    /** Returns the properties of a format, by the model file's keys, with the values as written. */
    Map<String, String> settings(XmlNode rep) {
        Map<String, String> found = new LinkedHashMap<>();
        gather(rep, found, 0);
        // A DOCTYPE that is suppressed is not specified at all.
        if (rep.isTrue("suppressDOCTYPE")) {
            found.keySet().removeIf(k -> k.startsWith("doctype"));
        }
        return found;
    }

    /** Returns the properties of an annotation and its nested ones, by the model file's keys. */
    Map<String, String> properties(XmlNode rep) {
        Map<String, String> found = new LinkedHashMap<>();
        gather(rep, found, 0);
        return found;
    }

    private void gather(XmlNode node, Map<String, String> found, int level) {
        if (level > 0) {
            physicalType(node, found);
        }
        node.attributes.forEach(
                (attribute, value) -> {
                    String small = attribute.toLowerCase(Locale.ROOT);
                    String key = KEYS.get(small);
                    boolean nothing =
                            value.isEmpty()
                                    || small.equals("precision") && value.equals("-1")
                                    || small.equals("timezoneid") && value.equals("0");
                    if (attribute.startsWith("{") || SILENT.contains(small) || nothing) {
                        return;
                    }
                    if (small.equals("allowlenientdatetimes")) {
                        found.put(key, value.equals("true") ? "false" : "true");
                    } else if (key != null) {
                        found.put(key, value);
                    } else if (!small.equals("suppressdoctype")) {
                        report.dropped(node.place, attribute + " " + value);
                    }
                });
        if (level < 4) {
            node.children.forEach(c -> gather(c, found, level + 1));
        }
    }

    /**
     * Adds the properties of a value's form that the name or type of an inner annotation specifies.
     */
    private static void physicalType(XmlNode node, Map<String, String> found) {
        StringBuilder words = new StringBuilder(node.name);
        node.attributes.forEach((k, v) -> words.append(' ').append(k.endsWith("}type") ? v : ""));
        String small = words.toString().toLowerCase(Locale.ROOT);
        String[][] types = {
            {"fixedlengthstring", "fixedLength"},
            {"lengthencodedstring1", "lengthEncoded1"},
            {"lengthencodedstring2", "lengthEncoded2"},
            {"nullterminated", "nullTerminated"},
            {"packeddecimal", "packed"},
            {"externaldecimal", "external"},
            {"timeseconds", "timeSeconds"},
            {"timemilliseconds", "timeMilliseconds"},
            {"integer", "integer"},
            {"float", "float"},
        };
        for (String[] type : types) {
            if (small.contains(type[0])) {
                found.putIfAbsent("physicalType", type[1]);
            }
        }
    }

    /**
     * Builds an object from properties. Properties that the format does not have are reported and
     * left out.
     */
    <T> T accepted(
            Map<String, String> written,
            XmlNode node,
            BiFunction<Map<String, String>, Problems, T> make) {
        Map<String, String> taken = new LinkedHashMap<>();
        T made = make.apply(taken, new Problems());
        List<String> keys = new ArrayList<>(written.keySet());
        // What belongs to another property comes before it.
        keys.sort((a, b) -> Boolean.compare(!a.endsWith("Value"), !b.endsWith("Value")));
        for (String key : keys) {
            String value = written.get(key);
            boolean good = false;
            for (String candidate : candidates(value)) {
                Map<String, String> more = new LinkedHashMap<>(taken);
                more.put(key, candidate);
                Problems problems = new Problems();
                T tried = make.apply(more, problems);
                if (problems.isEmpty()) {
                    taken = more;
                    made = tried;
                    good = true;
                    break;
                }
            }
            if (!good) {
                report.dropped(node.place, kind + ": " + key + " " + value);
            }
        }
        return made;
    }

    private static Set<String> candidates(String value) {
        Set<String> candidates = new LinkedHashSet<>();
        String small = value.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        String word = WORDS.get(small);
        if (word != null) {
            candidates.add(word);
        }
        candidates.add(value);
        if (value.matches("[A-Z][A-Za-z0-9]*")) {
            candidates.add(Character.toLowerCase(value.charAt(0)) + value.substring(1));
            candidates.add(value.toLowerCase(Locale.ROOT));
        }
        return candidates;
    }
}
