package io.millrace.parsers.record;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.RecordParser.Range;
import io.millrace.engine.parser.WriteOptions;

import java.util.Optional;

/**
 * A message of a model in one physical format. The domain MRM selects it by set, type and format,
 * and delegates parsing and writing to it. Immutable; safe to use from several threads.
 */
public interface PhysicalMessage {

    /** Parses a body on demand, as {@link io.millrace.engine.parser.Parser#parse} does. */
    Element parse(Bytes body, ParseOptions options);

    /** Writes a body, as {@link io.millrace.engine.parser.Parser#write} does. */
    Bytes write(Element body, WriteOptions options);

    /** Returns the reason why the end of a body cannot be found in the bytes. */
    Optional<String> checkRecords();

    /** Finds a body, as {@link io.millrace.engine.parser.RecordParser#record} does. */
    Range record(Bytes bytes, boolean isComplete, ParseOptions options);
}
