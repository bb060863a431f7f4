package io.millrace.nodes.file;

import io.millrace.engine.message.Bytes;

/**
 * A record of a file.
 *
 * @param body data without the delimiter
 * @param offset offset of the first byte in the file
 * @param number number of the record, from 1
 * @param before delimiter between the previous record and this record; empty for none
 * @param last whether no record follows
 */
record FileRecord(Bytes body, long offset, long number, String before, boolean last) {}
