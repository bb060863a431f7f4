/**
 * The domain JSON (RFC 8259).
 *
 * <p>Input: bytes. Output: a folder {@code JSON} with one child {@code Data}. Its elements are
 * located when a program requests them; objects and arrays that are not requested are only skipped.
 * When a tree is written, unchanged parts are copied and the others are written again. Begin with
 * {@link io.millrace.parsers.json.JsonParser}; {@code JsonContent} navigates in the bytes, {@code
 * JsonValues} converts strings and numbers.
 */
package io.millrace.parsers.json;
