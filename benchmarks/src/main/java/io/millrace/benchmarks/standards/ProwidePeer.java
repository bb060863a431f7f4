package io.millrace.benchmarks.standards;

import com.prowidesoftware.swift.io.parser.SwiftParser;
import com.prowidesoftware.swift.model.SwiftMessage;
import com.prowidesoftware.swift.model.SwiftTagListBlock;
import com.prowidesoftware.swift.model.Tag;

import io.millrace.benchmarks.record.Access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Prowide Core's parser of blocks and tags, its lowest level, which makes no objects of fields; as
 * its documentation advises, set to read texts in tags as texts.
 */
final class ProwidePeer implements StandardPeer.Work {

    private static SwiftMessage parse(byte[] message) throws IOException {
        SwiftParser parser = new SwiftParser(new String(message, StandardCharsets.ISO_8859_1));
        parser.getConfiguration().setParseTextBlock(true);
        return parser.message();
    }

    @Override
    public void read(byte[] message, Access access, List<String> into) throws IOException {
        SwiftMessage read = parse(message);
        switch (access) {
            case NONE -> {
                // It was parsed all the same.
            }
            case FIRST -> into.add(read.getBlock4().getTagValue("20"));
            case FIRST_AND_LAST -> {
                into.add(read.getBlock4().getTagValue("20"));
                into.add(read.getBlock4().getTagValue("71A"));
            }
            case ALL -> {
                all(read.getBlock3(), into);
                all(read.getBlock4(), into);
                all(read.getBlock5(), into);
            }
        }
    }

    private static void all(SwiftTagListBlock block, List<String> into) {
        for (Tag tag : block.getTags()) {
            into.add(tag.getName());
            into.add(tag.getValue());
        }
    }

    @Override
    public byte[] change(byte[] message) throws IOException {
        SwiftMessage read = parse(message);
        read.getBlock4().getTagByName("20").setValue(Standard.SWIFT.changed());
        return read.message().getBytes(StandardCharsets.ISO_8859_1);
    }
}
