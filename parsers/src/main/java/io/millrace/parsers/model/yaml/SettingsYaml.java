package io.millrace.parsers.model.yaml;

import io.millrace.engine.error.ErrorCode;
import io.millrace.parsers.model.BooleanStrings;
import io.millrace.parsers.model.DateTimeRules;
import io.millrace.parsers.model.DefaultEncoding;
import io.millrace.parsers.model.MissingElements;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The settings that all record formats have. */
final class SettingsYaml {

    private static final List<String> KEYS =
            List.of(
                    "kind",
                    "packedDecimalPositiveCode",
                    "policyForMissingElements",
                    "defaultCcsid",
                    "defaultByteOrder",
                    "defaultPackedDecimalByteOrder",
                    "defaultFloatFormat");

    private static final List<String> DATE_TIME_KEYS =
            List.of(
                    "centuryWindow",
                    "firstDayOfWeek",
                    "daysInFirstWeek",
                    "strictDateTimeCheck",
                    "timeZone",
                    "daylightSaving");

    private SettingsYaml() {}

    /** Returns the keys of one kind of format, including the common ones. */
    static List<String> keys(List<String> own) {
        List<String> all = new ArrayList<>(own);
        all.addAll(KEYS);
        all.addAll(DATE_TIME_KEYS);
        return all;
    }

    /**
     * Returns the keys of a kind of format for values outside of records, including those of dates.
     */
    static List<String> dateTimeKeys(List<String> own) {
        List<String> all = new ArrayList<>(own);
        all.add("kind");
        all.addAll(DATE_TIME_KEYS);
        return all;
    }

    /** Whether any of the keys of {@link #encoding} is present. */
    static boolean hasEncoding(KeyReader keys) {
        return KEYS.stream().filter(k -> k.startsWith("default")).anyMatch(keys::has);
    }

    static char positiveCode(KeyReader keys) {
        Character code =
                keys.value(
                        "packedDecimalPositiveCode",
                        t ->
                                t.equals("C") || t.equals("F")
                                        ? Optional.of(t.charAt(0))
                                        : Optional.empty(),
                        "C or F");
        return code == null ? 'C' : code;
    }

    static MissingElements missing(KeyReader keys) {
        return keys.word(
                "policyForMissingElements",
                MissingElements.DEFAULT,
                MissingElements.values(),
                MissingElements::word);
    }

    static void put(FlowMapping flow, char positiveCode, MissingElements missing) {
        flow.put("packedDecimalPositiveCode", positiveCode, 'C')
                .put("policyForMissingElements", missing.word(), MissingElements.DEFAULT.word());
    }

    static DefaultEncoding encoding(KeyReader keys, DefaultEncoding standard) {
        DefaultEncoding.ByteOrder order =
                keys.word(
                        "defaultByteOrder",
                        standard.byteOrder(),
                        DefaultEncoding.ByteOrder.values(),
                        DefaultEncoding.ByteOrder::word);
        return new DefaultEncoding(
                keys.integer("defaultCcsid", standard.ccsid(), 1, 65_535),
                order,
                keys.word(
                        "defaultPackedDecimalByteOrder",
                        standard.packedByteOrder(),
                        DefaultEncoding.ByteOrder.values(),
                        DefaultEncoding.ByteOrder::word),
                keys.word(
                        "defaultFloatFormat",
                        standard.floatFormat(),
                        DefaultEncoding.FloatFormat.values(),
                        DefaultEncoding.FloatFormat::word));
    }

    static DateTimeRules dateTimes(KeyReader keys) {
        DateTimeRules standard = DateTimeRules.DEFAULTS;
        String zone = keys.value("timeZone", SettingsYaml::zone, "a zone such as Europe/Berlin");
        return new DateTimeRules(
                keys.integer("centuryWindow", standard.centuryWindow(), 0, 99),
                keys.integer("firstDayOfWeek", standard.firstDayOfWeek(), 1, 7),
                keys.integer("daysInFirstWeek", standard.daysInFirstWeek(), 1, 7),
                keys.flag("strictDateTimeCheck", standard.strictChecking()),
                zone == null ? standard.timeZone() : zone,
                keys.flag("daylightSaving", standard.daylightSaving()));
    }

    /**
     * Returns the strings for truth values; the standard if the file specifies the same for both.
     *
     * @param nullKey null for a format whose truth values have no NULL
     */
    static BooleanStrings booleans(KeyReader keys, BooleanStrings standard, String nullKey) {
        String yes = keys.text("booleanTrueValue");
        String no = keys.text("booleanFalseValue");
        String none = nullKey == null ? null : keys.text(nullKey);
        yes = yes == null ? standard.trueValue() : yes;
        no = no == null ? standard.falseValue() : no;
        if (yes.equals(no)) {
            keys.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            keys.place("booleanTrueValue"),
                            "booleanTrueValue and booleanFalseValue must differ");
            return standard;
        }
        return new BooleanStrings(yes, no, none);
    }

    private static Optional<String> zone(String text) {
        try {
            return Optional.of(ZoneId.of(text).getId());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    static void put(FlowMapping flow, DefaultEncoding e, DefaultEncoding standard) {
        flow.put("defaultCcsid", e.ccsid(), standard.ccsid())
                .put("defaultByteOrder", e.byteOrder().word(), standard.byteOrder().word())
                .put(
                        "defaultPackedDecimalByteOrder",
                        e.packedByteOrder().word(),
                        standard.packedByteOrder().word())
                .put("defaultFloatFormat", e.floatFormat().word(), standard.floatFormat().word());
    }

    static void put(FlowMapping flow, DateTimeRules rules) {
        DateTimeRules d = DateTimeRules.DEFAULTS;
        flow.put("centuryWindow", rules.centuryWindow(), d.centuryWindow())
                .put("firstDayOfWeek", rules.firstDayOfWeek(), d.firstDayOfWeek())
                .put("daysInFirstWeek", rules.daysInFirstWeek(), d.daysInFirstWeek())
                .put("strictDateTimeCheck", rules.strictChecking(), d.strictChecking())
                .put("timeZone", rules.timeZone(), d.timeZone())
                .put("daylightSaving", rules.daylightSaving(), d.daylightSaving());
    }
}
