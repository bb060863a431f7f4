package io.millrace.benchmarks.library;

import com.prowidesoftware.swift.io.parser.SwiftParser;
import com.prowidesoftware.swift.model.SwiftMessage;
import com.prowidesoftware.swift.model.SwiftTagListBlock;
import com.prowidesoftware.swift.model.Tag;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Prowide Core's parser of blocks and tags, its lowest level, which creates no objects of fields;
 * as its documentation advises, set to read texts in tags as texts.
 */
final class ProwidePeer extends StandardPeer.Parsed<SwiftMessage> {

    @Override
    SwiftMessage parse(byte[] message) throws IOException {
        SwiftParser parser = new SwiftParser(new String(message, StandardCharsets.ISO_8859_1));
        parser.getConfiguration().setParseTextBlock(true);
        return parser.message();
    }

    @Override
    String first(SwiftMessage message) {
        return message.getBlock4().getTagValue("20");
    }

    @Override
    String last(SwiftMessage message) {
        return message.getBlock4().getTagValue("71A");
    }

    @Override
    void all(SwiftMessage message, List<String> into) {
        for (SwiftTagListBlock block :
                List.of(message.getBlock3(), message.getBlock4(), message.getBlock5())) {
            for (Tag tag : block.getTags()) {
                into.add(tag.getName());
                into.add(tag.getValue());
            }
        }
    }

    @Override
    public byte[] change(byte[] message) throws IOException {
        SwiftMessage read = parse(message);
        read.getBlock4().getTagByName("20").setValue(StandardPeer.Standard.SWIFT.changed());
        return read.message().getBytes(StandardCharsets.ISO_8859_1);
    }
}
