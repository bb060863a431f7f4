package io.millrace.benchmarks.standards;

import io.millrace.benchmarks.record.Access;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;

import java.io.IOException;
import java.util.List;

/** Millrace's parser, with the message set that accepts any message of the standard. */
final class MillraceMessage implements StandardPeer.Work {

    private static final MessageTemplate TEMPLATE = MessageTemplate.domain("MRM");
    private static final int UTF_8 = 1208;
    private static final int LATIN = 819;
    private static final int ENCODING = 273;

    private final Standard standard;
    private final Parser parser;
    private final ParseOptions parsing;
    private final WriteOptions writing;

    MillraceMessage(Standard standard) throws IOException {
        this.standard = standard;
        this.parser = standard.parser();
        int ccsid = standard == Standard.SWIFT ? LATIN : UTF_8;
        this.parsing = ParseOptions.of(TEMPLATE, ccsid, ENCODING);
        this.writing = WriteOptions.of(TEMPLATE, ccsid, ENCODING);
    }

    private Element parse(byte[] message) {
        return parser.parse(Bytes.of(message), parsing);
    }

    @Override
    public void read(byte[] message, Access access, List<String> into) {
        Element body = parse(message);
        switch (access) {
            case NONE -> {
                // The tree is there; nothing of it was looked at.
            }
            case FIRST -> into.add(first(body).value().text());
            case FIRST_AND_LAST -> {
                into.add(first(body).value().text());
                into.add(last(body).value().text());
            }
            case ALL -> {
                for (Element e = body.firstChild(); e != null; e = e.next()) {
                    switch (e.name()) {
                        case "UNA", "ISA", "MSH", "block1", "block2" -> {
                            // Not among the texts.
                        }
                        default -> all(e, into);
                    }
                }
            }
        }
    }

    private static void all(Element e, List<String> into) {
        Value value = e.value();
        if (value != null) {
            String text = value.text();
            if (!text.isEmpty()) {
                into.add(text);
            }
        }
        for (Element child = e.firstChild(); child != null; child = child.next()) {
            all(child, into);
        }
    }

    private Element first(Element body) {
        return switch (standard) {
            case EDIFACT -> component(body.child("BGM"), 2);
            case X12 -> component(body.child("BEG"), 3);
            case HL7 -> component(body.child("PID"), 5).firstChild();
            case SWIFT -> tagged(body.child("block4"), "20");
        };
    }

    private Element last(Element body) {
        return switch (standard) {
            case EDIFACT -> component(body.child("UNZ"), 2);
            case X12 -> component(body.child("IEA"), 2);
            case HL7 -> component(body.child("PV1"), 7).next().firstChild();
            case SWIFT -> tagged(body.child("block4"), "71A");
        };
    }

    /** Returns the first component of an element or field, counted from 1. */
    private static Element component(Element segment, int number) {
        Element element = segment.firstChild();
        for (int i = 1; i < number; i++) {
            element = element.next();
        }
        return element.firstChild().firstChild();
    }

    private static Element tagged(Element block, String tag) {
        Element field = block.firstChild();
        while (!field.firstChild().value().text().equals(tag)) {
            field = field.next();
        }
        return field.firstChild().next();
    }

    @Override
    public byte[] change(byte[] message) {
        Element body = parse(message);
        first(body).value(Value.of(standard.changed()));
        return parser.write(body, writing).toArray();
    }
}
