/**
 * Operations on eight bytes in one step: search ({@link io.millrace.parsers.bytes.Words}) and
 * conversion of decimal digits ({@link io.millrace.parsers.bytes.Digits}). Input: arrays and
 * positions. Output: positions and numbers. The parsers of XML, JSON and records use them.
 */
package io.millrace.parsers.bytes;
