package io.millrace.engine.parser;

import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The fields of the MQMD folder, in the order of WMQI's trace. Character fields are padded with
 * blanks as in the structure (Format 8 characters, ReplyToQ 48), because programs compare with
 * {@code 'MQHRF2 '} as well as with trimmed values.
 */
enum MqmdField {
    SOURCE_QUEUE(
            "SourceQueue",
            m -> Value.of(m.sourceQueue()),
            (m, f) -> m.sourceQueue(HeaderFields.text(f, 48))),
    TRANSACTIONAL("Transactional", m -> null, (m, f) -> {}),
    ENCODING("Encoding", ValueType.INTEGER, Mqmd::encoding, Mqmd::encoding),
    CODED_CHAR_SET_ID(
            "CodedCharSetId", ValueType.INTEGER, Mqmd::codedCharSetId, Mqmd::codedCharSetId),
    FORMAT("Format", 8, Mqmd::format, Mqmd::format),
    VERSION("Version", m -> Value.of(2), (m, f) -> version(f)),
    REPORT("Report", ValueType.INTEGER, Mqmd::report, Mqmd::report),
    MSG_TYPE("MsgType", ValueType.INTEGER, Mqmd::msgType, Mqmd::msgType),
    EXPIRY("Expiry", ValueType.INTEGER, Mqmd::expiry, Mqmd::expiry),
    FEEDBACK("Feedback", ValueType.INTEGER, Mqmd::feedback, Mqmd::feedback),
    PRIORITY("Priority", ValueType.INTEGER, Mqmd::priority, Mqmd::priority),
    PERSISTENCE("Persistence", ValueType.INTEGER, Mqmd::persistence, Mqmd::persistence),
    MSG_ID("MsgId", m -> Value.of(m.msgId()), (m, f) -> m.msgId(HeaderFields.bytes(f, 24))),
    CORREL_ID(
            "CorrelId",
            m -> Value.of(m.correlId()),
            (m, f) -> m.correlId(HeaderFields.bytes(f, 24))),
    BACKOUT_COUNT("BackoutCount", ValueType.INTEGER, Mqmd::backoutCount, Mqmd::backoutCount),
    REPLY_TO_Q("ReplyToQ", 48, Mqmd::replyToQ, Mqmd::replyToQ),
    REPLY_TO_Q_MGR("ReplyToQMgr", 48, Mqmd::replyToQMgr, Mqmd::replyToQMgr),
    USER_IDENTIFIER("UserIdentifier", 12, Mqmd::userIdentifier, Mqmd::userIdentifier),
    ACCOUNTING_TOKEN(
            "AccountingToken",
            m -> Value.of(m.accountingToken()),
            (m, f) -> m.accountingToken(HeaderFields.bytes(f, 32))),
    APPL_IDENTITY_DATA("ApplIdentityData", 32, Mqmd::applIdentityData, Mqmd::applIdentityData),
    PUT_APPL_TYPE("PutApplType", ValueType.INTEGER, Mqmd::putApplType, Mqmd::putApplType),
    PUT_APPL_NAME("PutApplName", 28, Mqmd::putApplName, Mqmd::putApplName),
    PUT_DATE("PutDate", MqmdField::putDate, (m, f) -> m.putTime(at(m.putTime(), date(f)))),
    PUT_TIME("PutTime", MqmdField::putTime, (m, f) -> m.putTime(at(m.putTime(), time(f)))),
    APPL_ORIGIN_DATA("ApplOriginData", 4, Mqmd::applOriginData, Mqmd::applOriginData),
    GROUP_ID("GroupId", m -> Value.of(m.groupId()), (m, f) -> m.groupId(HeaderFields.bytes(f, 24))),
    MSG_SEQ_NUMBER("MsgSeqNumber", ValueType.INTEGER, Mqmd::msgSeqNumber, Mqmd::msgSeqNumber),
    OFFSET("Offset", ValueType.INTEGER, Mqmd::offset, Mqmd::offset),
    MSG_FLAGS("MsgFlags", ValueType.INTEGER, Mqmd::msgFlags, Mqmd::msgFlags),
    ORIGINAL_LENGTH(
            "OriginalLength", ValueType.INTEGER, Mqmd::originalLength, Mqmd::originalLength);

    static final List<MqmdField> ALL = List.of(values());
    static final List<String> LABELS = ALL.stream().map(f -> f.label).toList();

    /** Whether a field is a BLOB. False if the field does not exist. */
    static boolean isBytes(String label) {
        MqmdField field = BY_NAME.get(label);
        return field != null && field.read(new Mqmd()) instanceof Value.BlobValue;
    }

    /** Whether a field is an INTEGER. False if the field does not exist. */
    static boolean isInteger(String label) {
        MqmdField field = BY_NAME.get(label);
        return field != null && field.read(new Mqmd()) instanceof Value.IntegerValue;
    }

    /** Describes the valid values of an integer field if a value is invalid; empty otherwise. */
    static String expected(String label, long value) {
        return switch (label) {
            case "Priority" -> value < -1 || value > 9 ? "from -1 to 9" : "";
            case "Persistence" -> value < 0 || value > 2 ? "0, 1 or 2" : "";
            case "CodedCharSetId" ->
                    value > 0 && (value > Integer.MAX_VALUE || !Ccsid.isKnown((int) value))
                            ? "the number of a known code page, such as 37, 819 or 1208"
                            : "";
            default -> "";
        };
    }

    private static final DateTimeFormatter MQ_DATE = DateTimeFormatter.BASIC_ISO_DATE;
    private static final Map<String, MqmdField> BY_NAME = new HashMap<>();

    static {
        ALL.forEach(f -> BY_NAME.put(f.label, f));
    }

    /** Name of the element. */
    final String label;

    private final Function<Mqmd, @Nullable Value> reader;
    private final BiConsumer<Mqmd, Element> writer;

    MqmdField(
            String label,
            Function<Mqmd, @Nullable Value> reader,
            BiConsumer<Mqmd, Element> writer) {
        this.label = label;
        this.reader = reader;
        this.writer = writer;
    }

    MqmdField(
            String label,
            ValueType integer,
            ToIntFunction<Mqmd> reader,
            BiConsumer<Mqmd, Integer> writer) {
        this(
                label,
                m -> Value.of(reader.applyAsInt(m)),
                (m, f) -> writer.accept(m, HeaderFields.integer(f)));
    }

    MqmdField(
            String label,
            int length,
            Function<Mqmd, String> reader,
            BiConsumer<Mqmd, String> writer) {
        this(
                label,
                m -> Value.of(HeaderFields.padded(reader.apply(m), length)),
                (m, f) -> writer.accept(m, HeaderFields.text(f, length)));
    }

    /** Returns the value of the field in the tree; null if the value is unknown. */
    @Nullable Value read(Mqmd from) {
        return reader.apply(from);
    }

    /**
     * Sets the fields of a descriptor from an MQMD folder. Fields without a value stay unchanged.
     */
    static Mqmd fill(Mqmd target, Element folder) {
        for (Element field = folder.firstChild(); field != null; field = field.next()) {
            MqmdField known = BY_NAME.get(field.name());
            if (known == null) {
                if (!field.isNamed("StrucId")) {
                    String near = Problems.didYouMean(field.name(), BY_NAME.keySet());
                    throw ParseErrors.unwritable(
                            HeaderFields.path(field),
                            "the MQMD does not have this field"
                                    + (near.isEmpty() ? "" : "; " + near));
                }
            } else if (field.value() != null) {
                known.writer.accept(target, field);
            }
        }
        return target;
    }

    private static void version(Element field) {
        int version = HeaderFields.integer(field);
        if (version != 1 && version != 2) {
            throw HeaderFields.wrong(field, "1 or 2");
        }
    }

    private static @Nullable Value putDate(Mqmd m) {
        return m.putTime().equals(Instant.EPOCH)
                ? null
                : new Value.DateValue(LocalDate.ofInstant(m.putTime(), ZoneOffset.UTC));
    }

    private static @Nullable Value putTime(Mqmd m) {
        return m.putTime().equals(Instant.EPOCH)
                ? null
                : new Value.GmtTimeValue(LocalTime.ofInstant(m.putTime(), ZoneOffset.UTC));
    }

    private static Instant at(Instant time, LocalDate date) {
        return LocalDateTime.ofInstant(time, ZoneOffset.UTC).with(date).toInstant(ZoneOffset.UTC);
    }

    private static Instant at(Instant date, LocalTime time) {
        return LocalDateTime.ofInstant(date, ZoneOffset.UTC).with(time).toInstant(ZoneOffset.UTC);
    }

    private static LocalDate date(Element field) {
        try {
            return switch (field.value()) {
                case Value.DateValue(LocalDate date) -> date;
                case Value.TimestampValue(LocalDateTime time) -> time.toLocalDate();
                case Value.GmtTimestampValue(LocalDateTime time) -> time.toLocalDate();
                case Value.CharacterValue(String text) ->
                        text.strip().length() == 8
                                ? LocalDate.parse(text.strip(), MQ_DATE)
                                : LocalDate.parse(text.strip());
                case null, default -> throw HeaderFields.wrong(field, "a DATE");
            };
        } catch (DateTimeParseException e) {
            throw HeaderFields.wrong(field, "a DATE");
        }
    }

    private static LocalTime time(Element field) {
        try {
            return switch (field.value()) {
                case Value.GmtTimeValue(LocalTime time) -> time;
                case Value.TimeValue(LocalTime time) -> time;
                case Value.TimestampValue(LocalDateTime time) -> time.toLocalTime();
                case Value.GmtTimestampValue(LocalDateTime time) -> time.toLocalTime();
                case Value.CharacterValue(String text) -> mqTime(text.strip());
                case null, default -> throw HeaderFields.wrong(field, "a GMTTIME");
            };
        } catch (DateTimeParseException e) {
            throw HeaderFields.wrong(field, "a GMTTIME");
        }
    }

    /** Parses HHMMSSTH, as in the structure, or ISO 8601. */
    private static LocalTime mqTime(String text) {
        if (text.length() == 8 && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            List<String> parts = new ArrayList<>();
            for (int i = 0; i < 6; i += 2) {
                parts.add(text.substring(i, i + 2));
            }
            return LocalTime.parse(String.join(":", parts) + "." + text.substring(6));
        }
        return LocalTime.parse(text);
    }
}
