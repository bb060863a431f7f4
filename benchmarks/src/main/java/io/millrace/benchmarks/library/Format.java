package io.millrace.benchmarks.library;

import io.millrace.benchmarks.Resources;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.parser.WriteOptions;

import java.util.Locale;

/** A format of the record, in UTF-8 and with big-endian numbers. */
public enum Format {
    CWF("cwf"),
    MRM_XML("xml"),
    TAG("tag"),
    CSV("csv"),
    XML("XMLNSC"),
    JSON("JSON");

    static final int CCSID = 1208;
    static final int ENCODING = 273;
    private static final String MODEL = "conversions/conversions.model.yaml";
    static final ParserRegistry PARSERS = Resources.parsers(MODEL, Resources.sampleText(MODEL));

    final MessageTemplate template;

    /**
     * @param name name of the physical format in the model, or name of a domain without models
     */
    Format(String name) {
        template =
                Character.isUpperCase(name.charAt(0))
                        ? MessageTemplate.domain(name)
                        : new MessageTemplate("MRM", "conversions", "record", name);
    }

    /** Returns the format of a {@link #word}. */
    public static Format of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Parser parser() {
        return PARSERS.domain(template.domain()).orElseThrow();
    }

    ParseOptions parseOptions() {
        return ParseOptions.of(template, CCSID, ENCODING);
    }

    WriteOptions writeOptions() {
        return WriteOptions.of(template, CCSID, ENCODING);
    }

    /** Returns the name of the physical format in the model; empty for domains without models. */
    public String wireFormat() {
        return template.format();
    }

    /** Returns the folder that contains the fields of a body. */
    Element record(Element body) {
        return switch (this) {
            case XML -> body.child("record");
            case JSON -> body.firstChild();
            default -> body;
        };
    }

    /** Returns the fields of the {@code mcd} folder of the MQRFH2 for messages in this format. */
    public String messageType() {
        return "<Msd>%s</Msd>".formatted(template.domain())
                + (template.format().isEmpty()
                        ? ""
                        : "<Set>conversions</Set><Type>record</Type><Fmt>%s</Fmt>"
                                .formatted(template.format()));
    }

    /**
     * Reads all fields of a message in this format.
     *
     * @param from format from which the record was converted
     * @param bytes size of the record in that format
     * @throws IllegalStateException if the values differ from those of the record
     */
    public void check(byte[] message, Format from, int bytes) {
        Fields fields = new Fields();
        try {
            new MillraceRecord(this, false).read(message, fields);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        fields.check(from.fields(bytes), from + " to " + this);
    }

    /** Returns the record as a message of a size, with a filler that is as long as possible. */
    public byte[] message(int bytes) {
        return write(fields(bytes));
    }

    /** Returns the values in the message of a size. */
    Fields fields(int bytes) {
        return Fields.sample(Math.max(0, bytes - write(Fields.sample(0)).length));
    }

    private byte[] write(Fields fields) {
        Element body = Element.of(ElementType.NAME, template.domain()).domain(template.domain());
        Element record =
                switch (this) {
                    case XML -> body.add("record");
                    case JSON -> body.add("Data");
                    default -> body;
                };
        for (int i = 0; i <= Fields.LAST; i++) {
            // Values in XML are strings. A decimal would not be written with an exponent.
            record.add(
                    Fields.name(i),
                    switch (fields.value(i)) {
                        case Double real when this != XML -> new Value.FloatValue(real);
                        case Long whole when this != XML -> Value.of(whole);
                        case Object text -> Value.of(text.toString());
                    });
        }
        return parser().write(body, writeOptions()).toArray();
    }
}
