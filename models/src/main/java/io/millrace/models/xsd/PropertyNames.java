package io.millrace.models.xsd;

import io.millrace.engine.error.Problems;
import io.millrace.models.ConversionReport;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * A converter from properties of annotations to properties of the model file. Names are not
 * case-sensitive. Values are copied, matched with words of the model file, or looked up in a table.
 * Unknown properties are reported.
 */
record PropertyNames(String kind, ConversionReport report) {

    /** Properties that do not affect the representation of messages. */
    private static final Map<String, String> SILENT =
            table(
                    """
                    messagesetdefaultrep name id suppressdoctype usemessagesetdefaultdatetimeformat
                    usemessagesetdefaultdtformat outputcompressiontechnique
                    inputcompressiontechnique enableversioningsupport
                    """);

    /** Names of properties in the model file, by their names in annotations. */
    private static final Map<String, String> KEYS =
            table(
                    """
                    lengthcount=length stringjustification=justification
                    numericjustification=justification padcharacter=paddingCharacter
                    signebcdiccustomoption=signEbcdicCustom issigned=signed
                    repeatref=repeatReference lengthref=lengthReference
                    formatstring=dateTimeFormat defaultdatetimeformat=dateTimeFormat
                    interpretelementvalue=interpretValueAs taglength=lengthOfTag
                    reservedchars=reservedCharacters trimfixlengthstring=trimOnInput
                    booleantruerepresentation=booleanTrueValue
                    booleanfalserepresentation=booleanFalseValue
                    booleannullrepresentation=booleanNullValue
                    defaultpackeddecbyteorder=defaultPackedDecimalByteOrder timezoneid=timeZone
                    enabledst=daylightSaving daysinfirstweekoftheyear=daysInFirstWeek
                    allowlenientdatetimes=strictDateTimeCheck roottagname=rootTag
                    xmlencoding=encoding standalonedocument=standalone
                    outputnamespacedeclaration=namespaceDeclaration
                    encodingnullnumeric=encodingNumericNull
                    encodingnullnumericval=encodingNumericNullValue
                    encodingnullnonnumeric=encodingNonNumericNull
                    encodingnullnonnumericval=encodingNonNumericNullValue
                    signformat=signOrientation skipcountleading=leadingSkipCount
                    skipcounttrailing=trailingSkipCount
                    idattrname=idAttributeName idattrvalue=idAttributeValue
                    valueattrname=valueAttributeName valattrname=valueAttributeName length
                    lengthReference inclusiveLengthReference lengthUnits physicalType signed
                    signOrientation signEbcdicCustom virtualDecimalPoint justification
                    paddingCharacter encodingNull encodingNullValue byteAlignment
                    leadingSkipCount trailingSkipCount repeatReference dateTimeFormat tag
                    dataPattern repeatingElementDelimiter interpretValueAs dataElementSeparation
                    groupIndicator groupTerminator delimiter suppressAbsentElementDelimiters
                    tagDataSeparator lengthOfTag lengthOfEncodedLength extraCharsInEncodedLength
                    observeElementLength decimalPoint strictNumericChecking trimOnInput
                    truncateOnOutput messagingStandard escapeCharacter quoteCharacter
                    reservedCharacters booleanTrueValue booleanFalseValue booleanNullValue
                    deriveSignFromLogicalType deriveLengthFromLogicalType
                    packedDecimalPositiveCode policyForMissingElements defaultCcsid
                    defaultByteOrder defaultPackedDecimalByteOrder defaultFloatFormat
                    byteAlignmentPad centuryWindow firstDayOfWeek daysInFirstWeek
                    strictDateTimeCheck timeZone daylightSaving rootTag lenient standalone
                    doctypePublicId doctypeSystemId doctypeText dateFormat timeFormat render
                    xmlName idAttributeName idAttributeValue valueAttributeName encoding cdata
                    """);

    /** Property values whose names in annotations and in model files differ, by annotation name. */
    private static final Map<String, String> WORDS =
            table(
                    """
                    leftjustify=left rightjustify=right leftjustified=left rightjustified=right
                    notrim=none trimboth=both trimleading=leading trimtrailing=trailing
                    nullpadfill=padFill nulllogicalvalue=logicalValue
                    nullliteralvalue=literalValue nullliteralfill=literalFill nullempty=empty
                    nullvalue=value nullvalueattribute=valueAttribute nullxmlschema=xmlSchema
                    nullelement=element nullattribute=attribute xmlelement=element
                    xmlattribute=attribute xmlelementattrid=elementAttrId
                    xmlelementattrval=elementAttrVal xmlelementattridval=elementAttrIdVal
                    unknown=userDefinedText userdefined=userDefinedText acordal3=acordAl3
                    usedefaultvalue=default usenullvalue=null externaldecimal=external
                    packeddecimal=packed fixedlengthstring=fixedLength
                    lengthencodedstring1=lengthEncoded1 lengthencodedstring2=lengthEncoded2
                    nullterminatedstring=nullTerminated 1byte=1 2bytes=2 4bytes=4 8bytes=8
                    16bytes=16 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 monday=1 tuesday=2 wednesday=3 thursday=4 friday=5 saturday=6
                    sunday=7
                    """);

    /** Physical types, by parts of the names of annotations. */
    private static final Map<String, String> TYPES =
            table(
                    """
                    fixedlengthstring=fixedLength lengthencodedstring1=lengthEncoded1
                    lengthencodedstring2=lengthEncoded2 nullterminated=nullTerminated
                    packeddecimal=packed externaldecimal=external timeseconds=timeSeconds
                    timemilliseconds=timeMilliseconds integer=integer float=float
                    binaryrep=binary
                    """);

    /** Returns values by their keys in lower case. A value without a key is also its key. */
    private static Map<String, String> table(String text) {
        var table = new LinkedHashMap<String, String>();
        for (String entry : text.split("\\s")) {
            String[] pair = entry.split("=");
            table.put(pair[0].toLowerCase(Locale.ROOT), pair[pair.length - 1]);
        }
        return table;
    }

    /** Returns the properties of a format, by the model file's keys, with the values as written. */
    Map<String, String> settings(XmlNode rep) {
        Map<String, String> found = properties(rep);
        // A DOCTYPE that is suppressed is not specified at all.
        if (rep.isTrue("suppressDOCTYPE")) {
            found.keySet().removeIf(k -> k.startsWith("doctype"));
        }
        return found;
    }

    /** Returns the properties of an annotation and its nested ones, by the model file's keys. */
    Map<String, String> properties(XmlNode rep) {
        var found = new LinkedHashMap<String, String>();
        gather(rep, found, 0);
        return found;
    }

    private void gather(XmlNode node, Map<String, String> found, int level) {
        boolean isRecord = RecordAnnotation.isAt(node);
        if (isRecord) {
            found.putAll(new RecordAnnotation(node, report).properties());
        } else if (level > 0) {
            physicalType(node, found);
        }
        node.attributes.forEach(
                (attribute, value) -> {
                    String small = attribute.toLowerCase(Locale.ROOT);
                    boolean nothing =
                            value.isEmpty()
                                    || attribute.startsWith("{")
                                    || isRecord && RecordAnnotation.converts(attribute, value)
                                    || SILENT.containsKey(small)
                                    || (small + "=" + value).matches("precision=-1|timezoneid=0");
                    if (nothing) {
                        return;
                    }
                    if (!KEYS.containsKey(small)) {
                        report.dropped(node.place, "%s %s", attribute, value);
                    } else if (small.equals("allowlenientdatetimes")) {
                        found.put(KEYS.get(small), value.equals("true") ? "false" : "true");
                    } else {
                        found.put(KEYS.get(small), value);
                    }
                });
        if (level < 4) {
            node.children.forEach(c -> gather(c, found, level + 1));
        }
    }

    /** Adds the properties that the name or type of a nested annotation specifies. */
    private static void physicalType(XmlNode node, Map<String, String> found) {
        StringBuilder words = new StringBuilder(node.name);
        node.attributes.forEach((k, v) -> words.append(' ').append(k.endsWith("}type") ? v : ""));
        String type = physicalType(words.toString());
        if (type != null) {
            found.putIfAbsent("physicalType", type);
        }
    }

    /** Returns the physical type that is part of a name; null if there is none. */
    static String physicalType(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        return TYPES.entrySet().stream()
                .filter(type -> small.contains(type.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /**
     * Creates an object from properties. Properties that the format does not have are reported and
     * omitted.
     */
    <T> T accepted(
            Map<String, String> written,
            XmlNode node,
            BiFunction<Map<String, String>, Problems, T> make) {
        var taken = new LinkedHashMap<String, String>();
        var keys = new ArrayList<String>(written.keySet());
        // A property is read after the properties on which it depends.
        keys.sort(Comparator.comparing(key -> !key.endsWith("Value")));
        for (String key : keys) {
            Predicate<String> fits =
                    candidate -> {
                        var more = new LinkedHashMap<String, String>(taken);
                        more.put(key, candidate);
                        Problems problems = new Problems();
                        var _ = make.apply(more, problems);
                        return problems.isEmpty();
                    };
            candidates(written.get(key)).stream()
                    .filter(fits)
                    .findFirst()
                    .ifPresentOrElse(
                            good -> taken.put(key, good),
                            () ->
                                    report.dropped(
                                            node.place, "%s: %s %s", kind, key, written.get(key)));
        }
        return make.apply(taken, new Problems());
    }

    private static Set<String> candidates(String value) {
        var candidates = new LinkedHashSet<String>();
        String word = WORDS.get(value.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", ""));
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
