package io.millrace.benchmarks.library;

import io.millrace.engine.esql.library.tree.PathStep;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.ChildSearch;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.FieldReader;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.Parser;

import java.math.BigDecimal;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A peer with the parsers of Millrace. The peer uses a FieldReader or reads one value after the
 * other.
 */
final class MillraceRecord implements RecordPeer.Work {

    private static final PathStep[] STEPS =
            Stream.of(Fields.NAMES).map(String::intern).map(PathStep::of).toArray(PathStep[]::new);

    private final Format format;
    private final Parser parser;
    private final boolean direct;
    private final FieldReader reader = FieldReader.of(Fields.NAMES.clone());

    /**
     * @param direct whether fields are read by a FieldReader
     */
    MillraceRecord(Format format, boolean direct) {
        this.format = format;
        this.direct = direct;
        this.parser = format.parser();
    }

    private record Direct(FieldReader reader) implements Fields.Source {

        @Override
        public String text(int index) {
            return reader.text(index);
        }

        @Override
        public double real(int index) {
            return reader.real(index);
        }

        @Override
        public long integer(int index) {
            return reader.integer(index);
        }
    }

    /**
     * A reader of one value after the other, as ESQL reads field values: from the bytes, or from
     * the next element if the parser cannot read a value without elements.
     */
    private static final class Values implements Fields.Source {

        private final Element record;
        private Element field;
        private int at;

        Values(Element record) {
            this.record = record;
        }

        private Value value(int index) {
            Value value = ChildSearch.readDirect(record, STEPS[index], 0, 1);
            if (value != Content.UNANSWERED) {
                return Objects.requireNonNull(value);
            }
            if (field == null) {
                field = record.firstChild();
            }
            for (; at < index; at++) {
                field = field.next();
            }
            return field.value();
        }

        @Override
        public String text(int index) {
            return value(index).text();
        }

        @Override
        public double real(int index) {
            Value value = value(index);
            return value instanceof Value.FloatValue(double real)
                    ? real
                    : value instanceof Value.DecimalValue(BigDecimal decimal)
                            ? decimal.doubleValue()
                            : Double.parseDouble(value.text());
        }

        @Override
        public long integer(int index) {
            Value value = value(index);
            return value instanceof Value.IntegerValue(long whole)
                    ? whole
                    : Long.parseLong(value.text());
        }
    }

    private Element parse(byte[] message) {
        return parser.parse(Bytes.of(message), format.parseOptions());
    }

    @Override
    public Fields.Source open(byte[] message) {
        Element body = parse(message);
        if (direct) {
            return new Direct(reader.at(body));
        }
        return new Values(format.record(body));
    }

    @Override
    public byte[] change(byte[] message, Fields scratch) {
        Element body = parse(message);
        Element number = format.record(body).child(Fields.name(Fields.LAST - 1));
        number.value(Value.of(Long.parseLong(number.value().text()) + 1));
        return parser.write(body, format.writeOptions()).toArray();
    }
}
