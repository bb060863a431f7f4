package io.millrace.benchmarks.library;

import io.millrace.engine.esql.library.tree.PathStep;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.FieldReader;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;

/** Millrace's parsers: field by field as ESQL reads, or all fields typed. */
final class MillraceRecord implements RecordPeer.Work {

    private final Format format;
    private final Parser parser;
    private final ParseOptions parsing;
    private final WriteOptions writing;

    /** Path steps as the compiler creates them. */
    private final PathStep[] names = new PathStep[Fields.LAST + 1];

    /** Reads all fields typed; null to read them one by one. */
    private final FieldReader reader;

    /**
     * @param typed whether all fields are read by a {@link FieldReader}
     */
    MillraceRecord(Format format, boolean typed) {
        this.reader = typed ? FieldReader.of(Fields.NAMES.clone()) : null;
        this.format = format;
        this.parser = format.parser();
        this.parsing = format.parseOptions();
        this.writing = format.writeOptions();
        for (int i = 0; i <= Fields.LAST; i++) {
            names[i] = PathStep.of(Fields.name(i).intern());
        }
    }

    private Element parse(byte[] message) {
        return parser.parse(Bytes.of(message), parsing);
    }

    @Override
    public void read(byte[] message, Access access, Fields into) {
        Element body = parse(message);
        if (access == Access.READ_ALL) {
            all(format.record(body), into);
        } else if (access != Access.READ_NONE) {
            Element record = format.record(body);
            for (int i : access.fields) {
                field(record, i, into);
            }
        }
    }

    private void all(Element record, Fields into) {
        if (reader != null) {
            typed(reader.at(record), into);
            return;
        }
        if (record.readDirect(names[0], 0, 1) != Content.UNANSWERED) {
            for (int i = 0; i <= Fields.LAST; i++) {
                set(into, i, record.readDirect(names[i], 0, 1));
            }
            return;
        }
        int i = 0;
        for (Element field = record.firstChild(); field != null; field = field.next()) {
            set(into, i++, field.value());
        }
    }

    private static void typed(FieldReader record, Fields into) {
        for (int i = 0; i < Fields.EACH; i++) {
            into.texts[i] = record.text(i);
            into.floats[i] = record.real(Fields.EACH + i);
            into.integers[i] = record.integer(2 * Fields.EACH + i);
        }
        into.texts[Fields.EACH] = record.text(Fields.LAST);
    }

    private void field(Element record, int index, Fields into) {
        Value value = record.readDirect(names[index], 0, 1);
        set(into, index, value == Content.UNANSWERED ? record.valueOf(names[index].name()) : value);
    }

    private static void set(Fields into, int index, Value value) {
        if (value instanceof Value.FloatValue f) {
            into.floats[index - Fields.EACH] = f.value();
        } else if (value instanceof Value.IntegerValue i) {
            if (index >= 2 * Fields.EACH) {
                into.integers[index - 2 * Fields.EACH] = i.value();
            } else {
                into.floats[index - Fields.EACH] = i.value();
            }
        } else if (value instanceof Value.DecimalValue d) {
            into.floats[index - Fields.EACH] = d.value().doubleValue();
        } else {
            into.read(index, i -> value.text());
        }
    }

    @Override
    public byte[] rewrite(byte[] message, Fields scratch) {
        read(message, Access.READ_ALL, scratch);
        scratch.increment();
        return parser.write(format.body(scratch), writing).toArray();
    }

    @Override
    public byte[] change(byte[] message, Fields scratch) {
        Element body = parse(message);
        Element number = format.record(body).child(names[Fields.LAST - 1].name());
        long old =
                number.value() instanceof Value.IntegerValue(long l)
                        ? l
                        : Long.parseLong(number.value().text());
        number.value(Value.of(old + 1));
        return parser.write(body, writing).toArray();
    }
}
