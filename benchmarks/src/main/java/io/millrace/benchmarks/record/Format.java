package io.millrace.benchmarks.record;

import io.millrace.benchmarks.Samples;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.parser.WriteOptions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A format that the record has, in UTF-8 and with numbers that begin with their highest byte. */
public enum Format {
    CWF("MRM", "cwf"),
    MRM_XML("MRM", "xml"),
    TAG("MRM", "tag"),
    CSV("MRM", "csv"),
    XML("XMLNSC", ""),
    JSON("JSON", "");

    static final int CCSID = 1208;
    static final int ENCODING = 273;

    static final Path SAMPLE = Samples.folder("conversions");
    static final ParserRegistry PARSERS = parsers();

    final MessageTemplate template;

    Format(String domain, String name) {
        template =
                name.isEmpty()
                        ? MessageTemplate.domain(domain)
                        : new MessageTemplate(domain, "conversions", "record", name);
    }

    private static ParserRegistry parsers() {
        try {
            Path file = SAMPLE.resolve("conversions.model.yaml");
            Problems problems = new Problems();
            ParserRegistry parsers =
                    ParserRegistry.load(Format.class.getClassLoader())
                            .with(
                                    List.of(new Source(file.toString(), Files.readString(file))),
                                    problems);
            problems.throwIfErrors();
            return parsers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    /** Returns the name of the physical format in the model; empty for domains without a model. */
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

    /** Returns the fields of the folder {@code mcd} in an MQRFH2 of a message in this format. */
    public String messageType() {
        String domain = "<Msd>" + template.domain() + "</Msd>";
        return template.format().isEmpty()
                ? domain
                : domain
                        + "<Set>conversions</Set><Type>record</Type><Fmt>"
                        + template.format()
                        + "</Fmt>";
    }

    /**
     * Reads all fields of a message in this format.
     *
     * @param from the format that the record had before it was converted
     * @param bytes size of the record in that format
     * @throws IllegalStateException if they are not those of the record
     */
    public void check(byte[] message, Format from, int bytes) {
        Fields fields = new Fields();
        new MillraceRecord(this, false).read(message, Access.ALL, fields);
        fields.check(from.fields(bytes), Access.ALL, from + " to " + this);
    }

    /**
     * Returns the record as a message. The filler fills the size and has at least one character.
     */
    public byte[] message(int bytes) {
        int empty = write(Fields.sample(0)).length;
        return write(Fields.sample(filler(bytes, empty)));
    }

    /** Returns the fields of the message of that size. */
    Fields fields(int bytes) {
        return Fields.sample(filler(bytes, write(Fields.sample(0)).length));
    }

    private static int filler(int bytes, int empty) {
        return Math.max(0, bytes - empty);
    }

    private byte[] write(Fields fields) {
        return parser().write(body(fields), writeOptions()).toArray();
    }

    /** Returns a tree of values that was not parsed from bytes. */
    Element body(Fields fields) {
        Element body = Element.of(ElementType.NAME, template.domain()).domain(template.domain());
        Element record =
                switch (this) {
                    case XML -> body.add("record");
                    case JSON -> body.add("Data");
                    default -> body;
                };
        for (int i = 0; i <= Fields.LAST; i++) {
            Value value =
                    switch (i / Fields.EACH) {
                        case 1 -> new Value.FloatValue(fields.floats[i - Fields.EACH]);
                        case 2 -> Value.of(fields.integers[i - 2 * Fields.EACH]);
                        default -> Value.of(fields.text(i));
                    };
            // XML has texts; a decimal would not be written with an exponent.
            record.add(Fields.name(i), this == XML ? Value.of(fields.text(i)) : value);
        }
        return body;
    }
}
