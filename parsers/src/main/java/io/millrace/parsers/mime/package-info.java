/**
 * The domain MIME: messages of headers and parts, as mail and SOAP with attachments have them.
 *
 * <p>Input: the bytes of a body. Output: a tree whose parts are located when they are requested,
 * and the bytes again. The content of a part remains bytes: a BLOB that {@code CREATE ... PARSE}
 * can parse. Begin with {@link io.millrace.parsers.mime.MimeParser}.
 */
package io.millrace.parsers.mime;
