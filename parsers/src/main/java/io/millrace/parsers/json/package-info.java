/**
 * The domain JSON (RFC 8259).
 *
 * <p>In come bytes; out goes a folder {@code JSON} with one child {@code Data}, found in the bytes
 * as a program asks for it: objects and arrays that nobody touches are only skipped. Back go the
 * bytes of what was not changed as they were, and the rest written again. Begin with {@link
 * io.millrace.parsers.json.JsonParser}; {@code JsonContent} knows the way through the bytes, {@code
 * JsonValues} what strings and numbers mean.
 */
package io.millrace.parsers.json;
