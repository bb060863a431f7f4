package io.millrace.flows.sample;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.definition.FileSettings;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;
import io.millrace.parsers.text.YamlSequence;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A builder of the headers of one sample message. */
record SampleHeaders(Section headers, ParserRegistry parsers, Limits limits, Problems problems) {

    static final String MQMD = "mqmd";
    static final String MQRFH2 = "mqrfh2";
    static final String HEADERS = "headers";

    private static final String RFH2_DOMAIN = "MQRFH2";
    private static final List<String> RFH2_FIELDS = FileSettings.MQRFH2.names();
    private static final int MAX_DEPTH = 100;

    QueueMessage message(Bytes body) {
        Mqmd descriptor = new Mqmd();
        if (isText(body)) {
            descriptor.format("MQSTR");
        } else if (!headers.has(MQRFH2)) {
            // Not specified: the default of the model applies, as for "parse".
            descriptor.codedCharSetId(0);
        }
        MqmdFields.fill(descriptor, headers.section(MQMD), problems);
        if (headers.has(HEADERS)) {
            return new QueueMessage(descriptor, withHeaders(descriptor, body));
        }
        if (!headers.has(MQRFH2)) {
            return new QueueMessage(descriptor, body);
        }
        Optional<HeaderParser> writer = parsers.headerForDomain(RFH2_DOMAIN);
        if (writer.isEmpty()) {
            problems.error(
                    ErrorCode.UNKNOWN_DOMAIN_NAME,
                    headers.place(MQRFH2),
                    "the class path contains no parser for MQRFH2 headers");
            return new QueueMessage(descriptor, body);
        }
        return withRfh2(descriptor, body, writer.get());
    }

    /**
     * Reports header bytes that the Format does not describe, because they would be treated as the
     * body.
     */
    private void checkFormat(Mqmd descriptor) {
        String format = descriptor.format().strip();
        if (!headers.text(HEADERS, "").isBlank() && parsers.headerForFormat(format).isEmpty()) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    headers.place(HEADERS),
                    "headers requires the Format of the first header in mqmd (found "
                            + (format.isEmpty() ? "no Format" : format)
                            + ")",
                    "set Format, for example MQHRF2");
        }
    }

    private Bytes withHeaders(Mqmd descriptor, Bytes body) {
        if (headers.has(MQRFH2)) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    headers.place(HEADERS),
                    "headers cannot be combined with mqrfh2: it contains all headers");
            return body;
        }
        String text = headers.text(HEADERS, "");
        try {
            Bytes all = joined(SampleMessages.hex(text), body);
            checkFormat(descriptor);
            return all;
        } catch (IllegalArgumentException e) {
            problems.error(
                    ErrorCode.BAD_VALUE, headers.place(HEADERS), "headers " + e.getMessage());
            return body;
        }
    }

    private static Bytes joined(Bytes header, Bytes body) {
        ByteSink all = new ByteSink(header.length() + body.length());
        all.write(header);
        all.write(body);
        return all.bytes();
    }

    private QueueMessage withRfh2(Mqmd descriptor, Bytes body, HeaderParser writer) {
        int before = problems.count();
        Section section = headers.section(MQRFH2);
        Element header = Element.of(0, RFH2_DOMAIN).domain(RFH2_DOMAIN);
        checkBodyFormat(descriptor, section, writer);
        for (YamlEntry entry : section.entries()) {
            add(header, entry.name(), entry.value(), 0);
        }
        if (problems.count() > before) {
            return new QueueMessage(descriptor, body);
        }
        // The fixed fields describe the data after the header: by default, the data that the MQMD
        // would describe without the header.
        HeaderParser.Following next =
                new HeaderParser.Following(
                        section.text("Format", descriptor.format()),
                        integer(section, "CodedCharSetId", descriptor.codedCharSetId()),
                        integer(section, "Encoding", descriptor.encoding()));
        Mqmd outer = descriptor.copy().format(writer.format());
        try {
            Bytes bytes =
                    writer.write(header, outer.codedCharSetId(), outer.encoding(), next, limits);
            return new QueueMessage(outer, joined(bytes, body));
        } catch (MillraceException failure) {
            problems.error(failure.code(), headers.place(MQRFH2), failure.getMessage());
            return new QueueMessage(descriptor, body);
        }
    }

    /**
     * Reports a Format in {@code mqmd} that announces the MQRFH2. It must be the Format of the
     * body, because {@code mqrfh2} determines the Format of the message.
     */
    private void checkBodyFormat(Mqmd descriptor, Section section, HeaderParser writer) {
        String format = descriptor.format().strip();
        if (format.equals(writer.format().strip()) && !section.isSet("Format")) {
            Section mqmd = headers.section(MQMD);
            problems.error(
                    ErrorCode.BAD_VALUE,
                    mqmd.place("Format"),
                    "Format must be the format of the body if the file has %s (found %s)"
                            .formatted(MQRFH2, format),
                    "remove it, or write the format of the body, for example MQSTR");
        }
    }

    private static int integer(Section section, String key, int missing) {
        return section.isSet(key) ? section.integer(key) : missing;
    }

    private void add(Element parent, String name, YamlNode node, int depth) {
        if (depth > MAX_DEPTH) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    node.place(),
                    "the folders of the MQRFH2 are nested too deeply");
            return;
        }
        switch (node) {
            case YamlMapping mapping -> {
                Element folder = parent.add(name);
                mapping.entries().forEach(e -> add(folder, e.name(), e.value(), depth + 1));
            }
            case YamlSequence list -> {
                if (depth == 0
                        && !RFH2_FIELDS.contains(name)
                        && list.items().stream().anyMatch(YamlScalar.class::isInstance)) {
                    problems.error(
                            ErrorCode.BAD_VALUE,
                            list.place(),
                            name + " of the MQRFH2 must be a folder (found a list of values)",
                            "write a folder as " + folder(name));
                } else {
                    list.items().forEach(item -> add(parent, name, item, depth + 1));
                }
            }
            case YamlScalar scalar -> {
                if (depth == 0 && !RFH2_FIELDS.contains(name)) {
                    problems.error(
                            ErrorCode.UNKNOWN_KEY,
                            scalar.place(),
                            "the MQRFH2 has no field " + name,
                            Problems.didYouMean(
                                    name, RFH2_FIELDS, "write a folder as " + folder(name)));
                } else {
                    parent.add(name, value(scalar));
                }
            }
        }
    }

    /** Returns the notation of a folder with a field, from a name such as {@code usr.colour}. */
    private static String folder(String name) {
        int dot = name.indexOf('.');
        return dot > 0 && dot < name.length() - 1
                ? name.substring(0, dot) + ": {" + name.substring(dot + 1) + ": value}"
                : name + ": {name: value}";
    }

    private static Value value(YamlScalar scalar) {
        if (scalar.isNull()) {
            return null;
        }
        if (scalar.asLong().isPresent()) {
            return Value.of(scalar.asLong().getAsLong());
        }
        return scalar.asBoolean().map(Value::of).orElse(Value.of(scalar.text()));
    }

    private static boolean isText(Bytes body) {
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body.array(), body.start(), body.length()));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
