package io.millrace.connectors.http;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.HeaderParser;

/** A folder of HTTP headers, which is not part of the bytes of a message. */
abstract class TransportHeader implements HeaderParser {

    private final String name;

    TransportHeader(String name) {
        this.name = name;
    }

    /** HTTPInputHeader. */
    public static final class Input extends TransportHeader {
        public Input() {
            super(HttpFolders.INPUT);
        }
    }

    /** HTTPReplyHeader. */
    public static final class Reply extends TransportHeader {
        public Reply() {
            super(HttpFolders.REPLY);
        }
    }

    /** HTTPRequestHeader. */
    public static final class Request extends TransportHeader {
        public Request() {
            super(HttpFolders.REQUEST);
        }
    }

    /** HTTPResponseHeader. */
    public static final class Response extends TransportHeader {
        public Response() {
            super(HttpFolders.RESPONSE);
        }
    }

    @Override
    public final boolean isTransport() {
        return true;
    }

    @Override
    public final String format() {
        return name;
    }

    @Override
    public final String domain() {
        return name;
    }

    @Override
    public final Section parse(Bytes bytes, int ccsid, int encoding, Limits limits) {
        throw new UnsupportedOperationException(name + " has no bytes");
    }

    @Override
    public final Bytes write(
            Element header, int ccsid, int encoding, Following next, Limits limits) {
        return Bytes.EMPTY;
    }

    @Override
    public final Following following(Element header) {
        return new Following("", 0, 0);
    }
}
