package io.millrace.connectors.mail;

import io.millrace.engine.parser.TransportHeader;

/** The folder EmailOutputHeader of a message with the addresses and the subject of an e-mail. */
public final class EmailOutputHeader extends TransportHeader {

    static final String NAME = "EmailOutputHeader";

    public EmailOutputHeader() {
        super(NAME);
    }
}
