package io.millrace.parsers.model.yaml;

import io.millrace.engine.message.Bytes;
import io.millrace.parsers.model.FillCharacter;
import io.millrace.parsers.model.Key;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.Word;

import java.lang.reflect.RecordComponent;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The keys of a record in a model file: one for each component ({@link Key}), or the keys of the
 * component if it is a record itself. The same table reads and writes them.
 */
final class RecordKeys {

    /**
     * How a value is read from text.
     *
     * @param expected the text of the problem if there is no value
     */
    record Reader(Function<String, Optional<?>> reader, String expected) {}

    private record Column(RecordComponent component, String key, RecordKeys inner) {

        Object of(Record record) {
            try {
                return component.getAccessor().invoke(record);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
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

    RecordKeys(Class<? extends Record> type) {
        this(type, Map.of());
    }

    /** Creates a table. The values of some keys have readers of their own. */
    RecordKeys(Class<? extends Record> type, Map<String, Reader> readers) {
        this("", type, readers);
    }

    private RecordKeys(String prefix, Class<? extends Record> type, Map<String, Reader> readers) {
        this.type = type;
        this.readers = readers;
        for (RecordComponent c : type.getRecordComponents()) {
            Key key = c.getAnnotation(Key.class);
            boolean named = key != null && !key.value().equals("*");
            boolean inner = c.getType().isRecord() && c.getType() != MarkerText.class;
            if (inner && !READERS.containsKey(c.getType())) {
                Class<? extends Record> record = c.getType().asSubclass(Record.class);
                String before = named ? key.value() : "";
                columns.add(new Column(c, before, new RecordKeys(before, record, readers)));
            } else {
                columns.add(new Column(c, prefix + (named ? key.value() : c.getName()), null));
            }
        }
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
        return columns.stream()
                .flatMap(c -> c.inner == null ? Stream.of(c.key) : c.inner.names().stream())
                .toList();
    }

    /** Returns the record of some keys, with the defaults for keys that are missing or invalid. */
    <R extends Record> R read(KeyReader keys, R defaults) {
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

    private Object value(Column c, KeyReader keys) {
        Class<?> of = c.component.getType();
        Reader usual = c.key.equals("timeZone") ? ZONE : READERS.get(of);
        Reader reader = readers.getOrDefault(c.key, usual);
        if (reader != null) {
            return keys.value(c.key, reader);
        }
        if (of == MarkerText.class) {
            return keys.marker(c.key);
        }
        if (of == boolean.class || of == Boolean.class) {
            return keys.flag(c.key);
        }
        if (of == int.class || of == Integer.class) {
            Key range = c.component.getAnnotation(Key.class);
            return range == null
                    ? keys.integer(c.key, 0, Integer.MAX_VALUE)
                    : keys.integer(c.key, range.min(), range.max());
        }
        if (of == List.class) {
            return keys.texts(c.key);
        }
        if (of == SequencedMap.class) {
            return keys.map(c.key);
        }
        return of.isEnum() ? keys.word(c.key, of.asSubclass(Word.class)) : keys.text(c.key);
    }

    /** Adds the keys of a record whose values are not the defaults. */
    FlowMapping write(FlowMapping flow, Record record, Record defaults) {
        for (Column c : columns) {
            Object value = c.of(record);
            if (c.inner == null) {
                flow.put(c.key, text(value), text(c.of(defaults)));
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
