package io.millrace.engine.parser;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;

import org.jspecify.annotations.Nullable;

/**
 * A folder that belongs to the transport of a message, for example its HTTP headers, and not to its
 * bytes. The folder has a header parser because it precedes the body and programs create it by
 * domain name. The folder is not written with the message, and no Format announces it.
 */
public abstract class TransportHeader implements HeaderParser {

    private final String name;

    /**
     * @param name name of the folder and of the domain
     */
    protected TransportHeader(String name) {
        this.name = name;
    }

    @Override
    public final String format() {
        return name;
    }

    @Override
    public final String domain() {
        return name;
    }

    /** Fails with BAD_HEADER. Called only for CREATE FIELD with PARSE in a program. */
    @Override
    public final Section parse(Bytes bytes, int ccsid, int encoding, Limits limits) {
        throw new MillraceException(
                ErrorCode.BAD_HEADER,
                name
                        + " cannot be parsed: the folders of HTTP headers and of e-mail headers are"
                        + " not part of the bytes of a message; set its fields instead");
    }

    @Override
    public final Bytes write(
            Element header, int ccsid, int encoding, @Nullable Following next, Limits limits) {
        return Bytes.EMPTY;
    }

    @Override
    public final Following following(Element header) {
        return new Following("", 0, 0);
    }
}
