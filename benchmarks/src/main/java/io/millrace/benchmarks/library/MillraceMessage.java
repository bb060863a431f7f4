package io.millrace.benchmarks.library;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.WriteOptions;

import java.util.List;

/** Millrace's parser, with the message set for any message of the standard. */
final class MillraceMessage extends StandardPeer.Parsed<Element> {

    private static final MessageTemplate TEMPLATE = MessageTemplate.domain("MRM");

    private final StandardPeer.Standard standard;
    private final Parser parser;
    private final int ccsid;

    MillraceMessage(StandardPeer.Standard standard) {
        this.standard = standard;
        parser = standard.parser();
        ccsid = standard == StandardPeer.Standard.SWIFT ? 819 : Format.CCSID;
    }

    @Override
    Element parse(byte[] message) {
        return parser.parse(Bytes.of(message), ParseOptions.of(TEMPLATE, ccsid, Format.ENCODING));
    }

    @Override
    String first(Element body) {
        return firstElement(body).value().text();
    }

    @Override
    String last(Element body) {
        Element last =
                switch (standard) {
                    case EDIFACT -> component(body.child("UNZ"), 2);
                    case X12 -> component(body.child("IEA"), 2);
                    case HL7 -> component(body.child("PV1"), 7).next().firstChild();
                    case SWIFT -> tagged(body.child("block4"), "71A");
                };
        return last.value().text();
    }

    @Override
    void all(Element body, List<String> into) {
        for (Element e = body.firstChild(); e != null; e = e.next()) {
            switch (e.name()) {
                case "UNA", "ISA", "MSH", "block1", "block2" -> {}
                default -> texts(e, into);
            }
        }
    }

    private static void texts(Element e, List<String> into) {
        Value value = e.value();
        if (value != null) {
            String text = value.text();
            if (!text.isEmpty()) {
                into.add(text);
            }
        }
        for (Element child = e.firstChild(); child != null; child = child.next()) {
            texts(child, into);
        }
    }

    private Element firstElement(Element body) {
        return switch (standard) {
            case EDIFACT -> component(body.child("BGM"), 2);
            case X12 -> component(body.child("BEG"), 3);
            case HL7 -> component(body.child("PID"), 5).firstChild();
            case SWIFT -> tagged(body.child("block4"), "20");
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
        firstElement(body).value(Value.of(standard.changed()));
        return parser.write(body, WriteOptions.of(TEMPLATE, ccsid, Format.ENCODING)).toArray();
    }
}
