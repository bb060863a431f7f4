package io.millrace.connectors.http;

import io.millrace.engine.parser.TransportHeader;

/** A folder of HTTP headers. */
abstract class HeaderFolder extends TransportHeader {

    private HeaderFolder(String name) {
        super(name);
    }

    /** HTTPInputHeader. */
    public static final class Input extends HeaderFolder {
        public Input() {
            super(HttpFolders.INPUT);
        }
    }

    /** HTTPReplyHeader. */
    public static final class Reply extends HeaderFolder {
        public Reply() {
            super(HttpFolders.REPLY);
        }
    }

    /** HTTPRequestHeader. */
    public static final class Request extends HeaderFolder {
        public Request() {
            super(HttpFolders.REQUEST);
        }
    }

    /** HTTPResponseHeader. */
    public static final class Response extends HeaderFolder {
        public Response() {
            super(HttpFolders.RESPONSE);
        }
    }
}
