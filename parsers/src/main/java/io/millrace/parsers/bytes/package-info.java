/**
 * Bytes eight at a time: searching in them ({@link io.millrace.parsers.bytes.Words}) and reading
 * decimal digits ({@link io.millrace.parsers.bytes.Digits}). In come arrays and positions; out go
 * positions and numbers. Who is next are the formats whose strings are scanned: XML, JSON, records.
 */
package io.millrace.parsers.bytes;
