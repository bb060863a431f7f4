package io.millrace.flows.sample;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.queue.QueueName;
import io.millrace.parsers.text.Section;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The fields of an MQMD by their names in the tree. Files set them and tests read them by these
 * names.
 */
public final class MqmdFields {

    private enum Kind {
        INTEGER,
        TEXT,
        ID,
        TIME
    }

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("uuuuMMdd").withZone(ZoneOffset.UTC);

    /** The format of the structure, with milliseconds instead of hundredths of a second. */
    private static final DateTimeFormatter TIME_TO_MILLIS =
            DateTimeFormatter.ofPattern("HHmmssSSS").withZone(ZoneOffset.UTC);

    /**
     * A field.
     *
     * @param length maximum number of characters of a TEXT field; 0 for other fields
     */
    private record Field(
            Kind kind, int length, BiConsumer<Mqmd, Object> set, Function<Mqmd, Object> get) {}

    private static final Map<String, Field> FIELDS = new LinkedHashMap<>();

    static {
        integer("Report", Mqmd::report, Mqmd::report);
        integer("MsgType", Mqmd::msgType, Mqmd::msgType);
        integer("Expiry", Mqmd::expiry, Mqmd::expiry);
        integer("Feedback", Mqmd::feedback, Mqmd::feedback);
        integer("Encoding", Mqmd::encoding, Mqmd::encoding);
        integer("CodedCharSetId", Mqmd::codedCharSetId, Mqmd::codedCharSetId);
        text("Format", 8, Mqmd::format, Mqmd::format);
        integer("Priority", Mqmd::priority, Mqmd::priority);
        integer("Persistence", Mqmd::persistence, Mqmd::persistence);
        id("MsgId", Mqmd::msgId, Mqmd::msgId);
        id("CorrelId", Mqmd::correlId, Mqmd::correlId);
        integer("BackoutCount", Mqmd::backoutCount, Mqmd::backoutCount);
        text("ReplyToQ", 48, Mqmd::replyToQ, Mqmd::replyToQ);
        text("ReplyToQMgr", 48, Mqmd::replyToQMgr, Mqmd::replyToQMgr);
        text("UserIdentifier", 12, Mqmd::userIdentifier, Mqmd::userIdentifier);
        id("AccountingToken", Mqmd::accountingToken, Mqmd::accountingToken);
        text("ApplIdentityData", 32, Mqmd::applIdentityData, Mqmd::applIdentityData);
        integer("PutApplType", Mqmd::putApplType, Mqmd::putApplType);
        text("PutApplName", 28, Mqmd::putApplName, Mqmd::putApplName);
        time("PutDate", MqmdFields::putDate, d -> DATE.format(d.putTime()));
        time("PutTime", MqmdFields::putTime, d -> TIME_TO_MILLIS.format(d.putTime()));
        text("ApplOriginData", 4, Mqmd::applOriginData, Mqmd::applOriginData);
        id("GroupId", Mqmd::groupId, Mqmd::groupId);
        integer("MsgSeqNumber", Mqmd::msgSeqNumber, Mqmd::msgSeqNumber);
        integer("Offset", Mqmd::offset, Mqmd::offset);
        integer("MsgFlags", Mqmd::msgFlags, Mqmd::msgFlags);
        integer("OriginalLength", Mqmd::originalLength, Mqmd::originalLength);
    }

    private MqmdFields() {}

    private static void integer(
            String name, BiConsumer<Mqmd, Integer> set, Function<Mqmd, Integer> get) {
        FIELDS.put(
                name, new Field(Kind.INTEGER, 0, (d, v) -> set.accept(d, (Integer) v), get::apply));
    }

    private static void text(
            String name, int length, BiConsumer<Mqmd, String> set, Function<Mqmd, String> get) {
        FIELDS.put(
                name,
                new Field(Kind.TEXT, length, (d, v) -> set.accept(d, (String) v), get::apply));
    }

    private static void id(String name, BiConsumer<Mqmd, Bytes> set, Function<Mqmd, Bytes> get) {
        FIELDS.put(name, new Field(Kind.ID, 0, (d, v) -> set.accept(d, (Bytes) v), get::apply));
    }

    private static void time(
            String name, BiConsumer<Mqmd, String> set, Function<Mqmd, String> get) {
        FIELDS.put(name, new Field(Kind.TIME, 0, (d, v) -> set.accept(d, (String) v), get::apply));
    }

    private static void putDate(Mqmd descriptor, String text) {
        LocalTime time = LocalTime.ofInstant(descriptor.putTime(), ZoneOffset.UTC);
        descriptor.putTime(
                LocalDate.parse(text, DateTimeFormatter.BASIC_ISO_DATE)
                        .atTime(time)
                        .toInstant(ZoneOffset.UTC));
    }

    private static void putTime(Mqmd descriptor, String text) {
        if (!text.matches("[0-9]{6,9}")) {
            throw new DateTimeParseException("not a time", text, 0);
        }
        LocalDate date = LocalDate.ofInstant(descriptor.putTime(), ZoneOffset.UTC);
        LocalTime time = LocalTime.parse((text + "000").substring(0, 9), TIME_TO_MILLIS);
        descriptor.putTime(date.atTime(time).toInstant(ZoneOffset.UTC));
    }

    /** Returns the field names, in the order of the structure. */
    public static List<String> names() {
        return List.copyOf(FIELDS.keySet());
    }

    /** Returns a field as a string. Identifiers are hexadecimal. */
    public static String text(Mqmd descriptor, String name) {
        Object value = FIELDS.get(name).get.apply(descriptor);
        return value instanceof Bytes id ? id.hex() : String.valueOf(value);
    }

    /**
     * Sets the fields that a file specifies. Identifiers are hexadecimal; shorter identifiers are
     * padded with zeros.
     */
    static void fill(Mqmd descriptor, Section given, Problems problems) {
        FIELDS.forEach(
                (name, field) -> {
                    if (!given.has(name)) {
                        return;
                    }
                    if (given.isSet(name)) {
                        warn(name, given);
                    }
                    switch (field.kind) {
                        case INTEGER -> {
                            if (given.isSet(name)) {
                                field.set.accept(descriptor, given.integer(name));
                            }
                        }
                        case TEXT -> text(descriptor, name, field, given);
                        case ID -> id(descriptor, name, field, given, problems);
                        case TIME -> time(descriptor, name, field, given, problems);
                    }
                });
    }

    /**
     * Warns of a value that flows cannot use. It is not an error, because a message of another
     * program can contain it.
     */
    private static void warn(String name, Section given) {
        String text = given.text(name).strip();
        String expected = "";
        if (name.equals("ReplyToQ") && !text.isEmpty() && !QueueName.isValid(text)) {
            expected = "the name of a queue";
        } else if (name.equals("CodedCharSetId")
                && given.integer(name) > 0
                && !Ccsid.isKnown(given.integer(name))) {
            expected = "the number of a known code page";
        }
        if (!expected.isEmpty()) {
            given.problems()
                    .warning(
                            ErrorCode.BAD_VALUE,
                            given.place(name),
                            name + " is not " + expected + " (found " + text + ")",
                            "");
        }
    }

    private static void text(Mqmd descriptor, String name, Field field, Section given) {
        String text = given.text(name);
        if (text.length() > field.length) {
            given.reportInvalid(name, text, "at most " + field.length + " characters");
        } else {
            field.set.accept(descriptor, text);
        }
    }

    private static void time(
            Mqmd descriptor, String name, Field field, Section given, Problems problems) {
        String text = given.text(name, "");
        try {
            field.set.accept(descriptor, text);
        } catch (DateTimeException e) {
            boolean date = name.equals("PutDate");
            problems.error(
                    ErrorCode.BAD_VALUE,
                    given.place(name),
                    name
                            + (date
                                    ? " must be a date in the form YYYYMMDD"
                                    : " must be a time in the form HHMMSSTH (GMT)")
                            + " (found '"
                            + text
                            + "')");
        }
    }

    private static void id(
            Mqmd descriptor, String name, Field field, Section given, Problems problems) {
        int length = ((Bytes) field.get.apply(descriptor)).length();
        String text = given.text(name);
        try {
            byte[] bytes = HexFormat.of().parseHex(text);
            if (bytes.length <= length) {
                field.set.accept(descriptor, Bytes.of(bytes));
                return;
            }
        } catch (IllegalArgumentException e) {
            // An error is reported below, as for identifiers that are too long.
        }
        problems.error(
                ErrorCode.BAD_VALUE,
                given.place(name),
                name
                        + " must be at most "
                        + length
                        + " bytes in hexadecimal, two digits each (found '"
                        + text
                        + "')");
    }
}
