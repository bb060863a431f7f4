/**
 * The domain JSON (RFC 8259).
 *
 * <p>Input: bytes. Output: a folder {@code JSON} with one child {@code Data}. Elements are located
 * when a program requests them. Objects and arrays that are not requested are skipped. When a tree
 * is written, unchanged parts are copied. Begin with {@link io.millrace.parsers.json.JsonParser};
 * {@code JsonContent} locates elements in the bytes, {@code JsonValues} converts strings and
 * numbers.
 */
package io.millrace.parsers.json;
