package io.millrace.benchmarks.library;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.FieldReader;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.Parser;

import java.math.BigDecimal;

/** A peer with the parsers of Millrace. It uses a FieldReader, or the elements of the tree. */
final class MillraceRecord implements RecordPeer.Work {

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

    /** A reader of the fields of a tree. */
    private static final class Tree implements Fields.Source {

        private Element field;
        private int at;

        Tree(Element record) {
            field = record.firstChild();
        }

        private Value value(int index) {
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
            return switch (value(index)) {
                case Value.FloatValue(double real) -> real;
                case Value.DecimalValue(BigDecimal decimal) -> decimal.doubleValue();
                case Value other -> Double.parseDouble(other.text());
            };
        }

        @Override
        public long integer(int index) {
            return value(index) instanceof Value.IntegerValue(long whole)
                    ? whole
                    : Long.parseLong(text(index));
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
        return new Tree(format.record(body));
    }

    @Override
    public byte[] change(byte[] message, Fields scratch) {
        Element body = parse(message);
        Element number = format.record(body).child(Fields.name(Fields.LAST - 1));
        number.value(Value.of(Long.parseLong(number.value().text()) + 1));
        return parser.write(body, format.writeOptions()).toArray();
    }
}
