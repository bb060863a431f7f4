package io.millrace.benchmarks.library;

import com.prowidesoftware.swift.io.parser.SwiftParser;
import com.prowidesoftware.swift.model.SwiftMessage;
import com.prowidesoftware.swift.model.SwiftTagListBlock;
import com.prowidesoftware.swift.model.Tag;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.xlate.edi.stream.EDIInputFactory;
import io.xlate.edi.stream.EDIStreamEvent;
import io.xlate.edi.stream.EDIStreamReader;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A library that reads all values of a message in a standard. Those of X12 check the numbers of
 * segments and the control numbers.
 */
public enum InterchangePeer {
    SWIFT_MILLRACE,
    /** Prowide, with its generic message parser. */
    SWIFT_PROWIDE,
    X12_MILLRACE,
    /** The stream reader of StAEDI. */
    X12_STAEDI;

    final Interchange standard = Interchange.of(this);

    private static final EDIInputFactory STAEDI = EDIInputFactory.newFactory();

    /** Adds the names of repeated fields and segments, and all values that are not empty. */
    void read(byte[] message, List<String> into) throws Exception {
        switch (this) {
            case SWIFT_PROWIDE -> prowide(message, into);
            case X12_STAEDI -> staedi(message, into);
            case X12_MILLRACE -> segments(body(message), into);
            case SWIFT_MILLRACE -> values(body(message), into);
        }
    }

    private Element body(byte[] message) {
        return standard.parser.parse(Bytes.of(message), standard.options);
    }

    private static void segments(Element body, List<String> into) {
        for (Element s = body.firstChild(); s != null; s = s.next()) {
            into.add(s.name());
            values(s, into);
        }
    }

    private static void values(Element parent, List<String> into) {
        for (Element e = parent.firstChild(); e != null; e = e.next()) {
            if (e.value() == null) {
                values(e, into);
            } else {
                add(e.text(), into);
            }
        }
    }

    private static void add(String value, List<String> into) {
        if (!value.isEmpty()) {
            into.add(value);
        }
    }

    private static void prowide(byte[] message, List<String> into) throws Exception {
        SwiftMessage parsed =
                new SwiftParser(new String(message, StandardCharsets.ISO_8859_1)).message();
        into.add(parsed.getBlock1().getValue());
        into.add(parsed.getBlock2().getValue());
        tags(parsed.getBlock3(), into);
        tags(parsed.getBlock4(), into);
        tags(parsed.getBlock5(), into);
    }

    private static void tags(SwiftTagListBlock block, List<String> into) {
        for (Tag tag : block.getTags()) {
            into.add(tag.getName());
            into.add(tag.getValue());
        }
    }

    private static void staedi(byte[] message, List<String> into) throws Exception {
        try (EDIStreamReader reader =
                STAEDI.createEDIStreamReader(new ByteArrayInputStream(message))) {
            while (reader.hasNext()) {
                EDIStreamEvent event = reader.next();
                if (event == EDIStreamEvent.START_SEGMENT) {
                    into.add(reader.getText());
                } else if (event == EDIStreamEvent.ELEMENT_DATA) {
                    add(reader.getText(), into);
                }
            }
        }
    }
}
