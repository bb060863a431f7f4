/**
 * The domain MIME: messages of headers and parts, as used by mail and SOAP with attachments.
 *
 * <p>Input: the bytes of a body. Output: a tree whose parts are located when they are requested. In
 * the other direction, the bytes are written from the tree. The content of a part is a BLOB, which
 * {@code CREATE ... PARSE} can parse. Begin with {@link io.millrace.parsers.mime.MimeParser}.
 */
package io.millrace.parsers.mime;
