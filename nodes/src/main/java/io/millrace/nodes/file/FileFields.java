package io.millrace.nodes.file;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import java.nio.file.Path;
import java.time.LocalDateTime;

/**
 * The fields that describe a file in a LocalEnvironment (IIB: "LocalEnvironment.File fields").
 *
 * @param timestamp time at which the node began to read the file, as in the names of archived files
 * @param size length of the file in bytes
 */
record FileFields(
        Path directory, String name, LocalDateTime lastModified, String timestamp, long size) {

    /** Adds the fields of the file and of one of its records to a folder. */
    void addTo(Element folder, long offset, long record, String delimiter, boolean isEmpty) {
        addTo(folder);
        folder.add("Offset", Value.of(offset));
        folder.add("Record", Value.of(record));
        folder.add("Delimiter", delimiter.isEmpty() ? null : Value.of(delimiter));
        folder.add("IsEmpty", Value.of(isEmpty));
    }

    /** Adds the fields of the file to a folder. */
    void addTo(Element folder) {
        folder.add("Directory", directory.toString());
        folder.add("Name", name);
        folder.add("LastModified", new Value.TimestampValue(lastModified));
        folder.add("TimeStamp", timestamp);
        folder.add("Size", Value.of(size));
    }
}
