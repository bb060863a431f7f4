package io.millrace.flows.compare;

import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.QueueMessage;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** A version of an application: the application itself, or the outputs that it has produced. */
public sealed interface Version extends AutoCloseable permits RunVersion, RecordedVersion {

    /** Returns the description of the version for the report. */
    String title();

    /** Returns the names of the flows; empty for recorded outputs. */
    List<String> flows();

    /** Returns the assembler that parses the outputs; null if any assembler can parse them. */
    @Nullable MessageAssembler assembler();

    /**
     * Returns the result of a message.
     *
     * @param flow name of the flow; empty for the only flow
     * @param node node at which the message enters; empty for the only input node
     * @param name path of the file of the message below the folder of all messages, with slashes
     */
    Result result(String flow, String node, String name, QueueMessage message);

    @Override
    void close();
}
