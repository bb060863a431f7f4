/**
 * The domain MIME: messages of headers and parts, as mail and SOAP with attachments have them.
 *
 * <p>In come the bytes of a body, out goes a tree whose parts are found when they are requested;
 * and back. What is inside a part stays bytes: a BLOB that {@code CREATE ... PARSE} makes a tree
 * of. Begin with {@link io.millrace.parsers.mime.MimeParser}.
 */
package io.millrace.parsers.mime;
