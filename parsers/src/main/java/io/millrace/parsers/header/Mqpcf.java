package io.millrace.parsers.header;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.HeaderParser;

import java.util.List;

/**
 * MQCFH and the parameters after it: a command, response or event in WebSphere MQ's programmable
 * command format (IBM MQ Administration Reference, "Structures for commands and responses"; message
 * broker topic ac16915 for the tree).
 *
 * <p>The folder contains Type, Version, Command, MsgSeqNumber, Control, CompCode and Reason, then
 * the parameters in order. {@code Parameter} and {@code Parameter64} contain the parameter's
 * number, and its value as a child without a name. {@code ParameterList} and {@code
 * ParameterList64} contain such a child for each value. {@code Filter} contains Operator and Value.
 * {@code Group} contains parameters. Lengths and counts are not in the tree, and are ignored if a
 * program sets them.
 */
public final class Mqpcf implements HeaderParser {

    static final String DOMAIN = "MQPCF";

    @Override
    public String format() {
        return "MQADMIN";
    }

    @Override
    public List<String> formats() {
        return List.of("MQADMIN", "MQEVENT", "MQPCF");
    }

    @Override
    public boolean isMessage() {
        return true;
    }

    @Override
    public String domain() {
        return DOMAIN;
    }

    @Override
    public Section parse(Bytes bytes, int ccsid, int encoding, Limits limits) {
        PcfContent content = PcfContent.of(bytes, ccsid, encoding, limits);
        return StructureHeader.section(content, content.bytes.length(), following(null));
    }

    @Override
    public Following following(Element header) {
        return new Following("", 0, 0);
    }

    @Override
    public Bytes write(Element header, int ccsid, int encoding, Following next, Limits limits) {
        boolean same =
                header.isClean()
                        && header.content() instanceof PcfContent content
                        && content.isIn(ccsid, encoding);
        return same
                ? ((PcfContent) header.content()).bytes
                : new PcfWriter(ccsid, encoding, limits).write(header);
    }
}
