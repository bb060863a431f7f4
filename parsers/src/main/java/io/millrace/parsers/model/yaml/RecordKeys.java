package io.millrace.parsers.model.yaml;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.engine.setting.SettingKind;
import io.millrace.parsers.model.FillCharacter;
import io.millrace.parsers.model.Key;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.Word;
import io.millrace.parsers.text.Section;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * The keys of a record in a model file: one key for each component ({@link Key}) or, if the
 * component is a record, the keys of that record. The same table is used for reading and writing.
 */
final class RecordKeys {

    /**
     * A conversion of strings to values.
     *
     * @param expected expectation for the error message if a string is invalid
     */
    record Reader(Function<String, Optional<?>> reader, String expected) {}

    private static final Properties DESCRIPTIONS = descriptions();

    private static Properties descriptions() {
        Properties descriptions = new Properties();
        try (InputStreamReader file =
                new InputStreamReader(
                        RecordKeys.class.getResourceAsStream("descriptions.properties"),
                        StandardCharsets.UTF_8)) {
            descriptions.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return descriptions;
    }

    private record Column(RecordComponent component, String key, RecordKeys inner) {

        Object of(Record record) {
            try {
                return component.getAccessor().invoke(record);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        Setting setting(String group, Record defaults) {
            Class<?> type = component.getType();
            Key range = component.getAnnotation(Key.class);
            Object standard = defaults == null ? null : text(of(defaults));
            if (standard instanceof List<?> list && list.isEmpty()) {
                standard = null;
            }
            return new Setting(
                    key,
                    kind(type),
                    false,
                    false,
                    standard == null ? "" : standard.toString(),
                    range == null ? 0 : range.min(),
                    range == null ? Integer.MAX_VALUE : range.max(),
                    type.isEnum() ? Word.all(type.asSubclass(Word.class)) : List.of(),
                    DESCRIPTIONS.getProperty(group + "." + key, DESCRIPTIONS.getProperty(key, "")),
                    List.of(),
                    null,
                    null);
        }

        private static SettingKind kind(Class<?> type) {
            if (type == boolean.class || type == Boolean.class) {
                return SettingKind.BOOLEAN;
            }
            if (type == int.class || type == Integer.class) {
                return SettingKind.INTEGER;
            }
            if (type == List.class) {
                return SettingKind.LIST;
            }
            if (type == SequencedMap.class) {
                return SettingKind.ANY;
            }
            return type.isEnum() ? SettingKind.CHOICE : SettingKind.TEXT;
        }
    }

    private static final Map<Class<?>, Reader> READERS =
            Map.of(
                    char.class,
                    new Reader(t -> matching(t, "[CF]").map(c -> c.charAt(0)), "C or F"),
                    FillCharacter.class,
                    new Reader(
                            FillCharacter::of,
                            """
                            one character, SPACE, NUL, U+ and four hexadecimal digits, or a byte \
                            such as 0x40\
                            """),
                    Bytes.class,
                    new Reader(
                            t ->
                                    matching(t, "([0-9A-Fa-f]{2}){1,4}")
                                            .map(HexFormat.of()::parseHex)
                                            .map(Bytes::of),
                            "2, 4, 6 or 8 hexadecimal digits"));

    private static final Reader ZONE = new Reader(RecordKeys::zone, "a zone such as Europe/Berlin");

    private final Class<? extends Record> type;
    private final List<Column> columns = new ArrayList<>();
    private final Map<String, Reader> readers;
    private final SettingGroup group;

    /**
     * Creates a table.
     *
     * @param name name of the record in the reference
     * @param defaults record with the defaults
     * @param readers readers of keys with special values
     */
    RecordKeys(String name, Record defaults, Map<String, Reader> readers) {
        this(name, "", defaults.getClass(), defaults, readers);
    }

    private RecordKeys(
            String name,
            String prefix,
            Class<? extends Record> type,
            Record defaults,
            Map<String, Reader> readers) {
        this.type = type;
        this.readers = readers;
        List<Setting> settings = new ArrayList<>();
        for (RecordComponent c : type.getRecordComponents()) {
            Key key = c.getAnnotation(Key.class);
            boolean named = key != null && !key.value().equals("*");
            boolean inner = c.getType().isRecord() && c.getType() != MarkerText.class;
            if (inner && !READERS.containsKey(c.getType())) {
                Class<? extends Record> record = c.getType().asSubclass(Record.class);
                String before = named ? key.value() : "";
                Column column = new Column(c, before, null);
                Record missing = defaults == null ? null : (Record) column.of(defaults);
                RecordKeys nested = new RecordKeys(name, before, record, missing, readers);
                columns.add(new Column(c, before, nested));
                settings.addAll(nested.group.settings());
            } else {
                Column column = new Column(c, prefix + (named ? key.value() : c.getName()), null);
                columns.add(column);
                settings.add(column.setting(name, defaults));
            }
        }
        group = new SettingGroup(name, settings, false);
    }

    /** Returns the settings: one for each key. */
    SettingGroup group() {
        return group;
    }

    static Optional<String> matching(String text, String pattern) {
        return Optional.of(text).filter(t -> t.matches(pattern));
    }

    private static Optional<String> zone(String text) {
        try {
            return Optional.of(ZoneId.of(text).getId());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    List<String> names() {
        return group.names();
    }

    /** Returns a record from its keys, with defaults for missing and invalid keys. */
    <R extends Record> R read(Section keys, R defaults) {
        if (defaults == null) {
            return null;
        }
        var values = new ArrayList<Object>();
        for (Column c : columns) {
            Object missing = c.of(defaults);
            Object read = c.inner == null ? value(c, keys) : c.inner.read(keys, (Record) missing);
            values.add(read == null ? missing : read);
        }
        try {
            @SuppressWarnings("unchecked")
            R record = (R) type.getDeclaredConstructors()[0].newInstance(values.toArray());
            return record;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object value(Column c, Section keys) {
        if (!keys.has(c.key)) {
            return null;
        }
        Class<?> of = c.component.getType();
        if (of == SequencedMap.class) {
            return keys.texts(c.key);
        }
        if (!keys.isSet(c.key)) {
            return null;
        }
        Reader usual = c.key.equals("timeZone") ? ZONE : READERS.get(of);
        Reader reader = readers.getOrDefault(c.key, usual);
        if (reader != null) {
            return value(keys, c.key, reader);
        }
        if (of == MarkerText.class) {
            return marker(keys, c.key);
        }
        return switch (Column.kind(of)) {
            case BOOLEAN -> keys.flag(c.key);
            case INTEGER -> keys.integer(c.key);
            case LIST -> keys.list(c.key);
            case CHOICE -> Word.of(of.asSubclass(Word.class), keys.text(c.key));
            default -> keys.text(c.key);
        };
    }

    /** Returns a converted value. Reports an invalid value and returns null. */
    static Object value(Section keys, String key, Reader reader) {
        String text = keys.text(key);
        Optional<?> found = reader.reader().apply(text);
        if (found.isEmpty()) {
            keys.reportInvalid(key, text, reader.expected());
        }
        return found.orElse(null);
    }

    /** Returns a marker. Reports an invalid marker and returns null. */
    private static MarkerText marker(Section keys, String key) {
        String text = keys.text(key);
        Place place = keys.place(key);
        boolean isBlock =
                text.isEmpty()
                        && place.source().line(place.line()).startsWith("|", place.column() - 1);
        if (isBlock) {
            keys.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            place,
                            key + " is empty, because | begins a block of text in YAML",
                            "write it in quotation marks: " + key + ": \"|\"");
            return new MarkerText("|");
        }
        List<String> unknown = MarkerText.unknown(text);
        if (unknown.isEmpty()) {
            return new MarkerText(text);
        }
        String near = Problems.didYouMean(unknown.getFirst(), MarkerText.names());
        keys.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        keys.place(key),
                        key
                                + " has <"
                                + unknown.getFirst()
                                + ">, which is not the name of a character",
                        near.isEmpty()
                                ? """
                                expected names such as <CR>, <LF>, <HT>, characters such as \
                                <U+00A6>, bytes such as <0x1C>\
                                """
                                : near);
        return null;
    }

    /** Adds the keys of a record whose values differ from the defaults. */
    FlowMapping write(FlowMapping flow, Record record, Record defaults) {
        for (Column c : columns) {
            Object value = c.of(record);
            if (c.inner == null) {
                if (value != null && !value.equals(c.of(defaults))) {
                    flow.put(c.key, text(value));
                }
            } else if (value != null) {
                c.inner.write(flow, (Record) value, (Record) c.of(defaults));
            }
        }
        return flow;
    }

    private static Object text(Object value) {
        return switch (value) {
            case Word word -> word.word();
            case MarkerText marker -> marker.text();
            case Bytes bytes -> bytes.hex();
            case Map<?, ?> map -> {
                FlowMapping flow = new FlowMapping();
                map.forEach((k, v) -> flow.put((String) k, v));
                yield flow.isEmpty() ? null : flow;
            }
            case null, default -> value;
        };
    }
}
