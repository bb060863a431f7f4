package io.millrace.nodes.file;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.Redelivery;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.queue.FailureReport;

import java.time.LocalDateTime;
import java.util.Set;

/**
 * A record that a FileInput node has read.
 *
 * @param file file of the record
 * @param before position before the record
 * @param record the record; null if it cannot be read
 * @param error error of a record that cannot be read; otherwise null
 */
record FileDelivery(
        FileReading reading,
        InputFile file,
        FilePosition before,
        FileRecord record,
        MillraceException error)
        implements Delivery, Redelivery {

    static final Defaults RAW =
            new Defaults(MessageTemplate.domain("BLOB"), ParseTiming.ON_DEMAND, Set.of());

    @Override
    public Redelivery redelivery() {
        return this;
    }

    @Override
    public int backoutCount() {
        return before.backouts();
    }

    @Override
    public int backoutThreshold() {
        return reading.settings().backoutThreshold();
    }

    @Override
    public int size() {
        return record == null ? 0 : record.body().length();
    }

    @Override
    public String id() {
        return "%d of %s (offset %d)".formatted(before.number() + 1, file.original(), offset());
    }

    /** Returns the offset of the record; bytes before it can belong to no record. */
    private long offset() {
        return record == null ? before.offset() : record.offset();
    }

    @Override
    public String terminal() {
        return isEnd() ? FileReading.END_OF_DATA : "out";
    }

    private boolean isEnd() {
        return record != null && record.number() == before.number();
    }

    @Override
    public MessageAssembly assemble() {
        if (error != null) {
            throw error;
        }
        return assemble(record.body(), isEnd() ? RAW : reading.settings().defaults());
    }

    @Override
    public MessageAssembly assembleRaw() {
        return assemble(record == null ? Bytes.EMPTY : record.body(), RAW);
    }

    private MessageAssembly assemble(Bytes body, Defaults defaults) {
        Element root =
                reading.context()
                        .assembler()
                        .assemble(null, body, defaults, reading.context()::note);
        Element environment = MessageAssembly.emptyTree(MessageAssembly.LOCAL_ENVIRONMENT);
        FileFields fields =
                new FileFields(
                        reading.settings().folder().path(),
                        file.name(),
                        LocalDateTime.ofInstant(
                                file.lastModified(), reading.context().clock().getZone()),
                        InputFolder.timestamp(file.path()),
                        file.size());
        fields.addTo(
                environment.add("File"),
                offset(),
                isEnd() ? before.number() : before.number() + 1,
                before.delimiter(),
                body.isEmpty());
        environment.add("Wildcard").add("WildcardMatch", file.wildcard());
        return MessageAssembly.of(root).withLocalEnvironment(environment);
    }

    @Override
    public String backOut(MillraceException reason, FailureReport report) {
        file.fail(before);
        return reading.settings().folder().failedDestination();
    }

    @Override
    public String backoutAdvice() {
        return "return the records from this one on to " + reading.settings().folder().path();
    }

    @Override
    public void ended(boolean committed, MillraceException failure) {
        reading.ended(committed, failure);
    }
}
