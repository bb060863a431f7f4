/**
 * Processing of eight bytes in one step: searching ({@link io.millrace.parsers.bytes.Words}) and
 * reading decimal digits ({@link io.millrace.parsers.bytes.Digits}). Input: arrays and positions.
 * Output: positions and numbers. The next stage is the formats whose strings are scanned: XML,
 * JSON, records.
 */
package io.millrace.parsers.bytes;
