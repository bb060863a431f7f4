package io.millrace.nodes.file;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.state.State;
import io.millrace.nodes.common.DueEvent;

import java.nio.file.Path;
import java.time.LocalDateTime;

/** The event of a file that a FileExists node has found. */
final class FileEvent extends DueEvent {

    private final InputFolder folder;
    private final InputFolder.Found found;

    FileEvent(
            NodeContext context,
            State files,
            InputFolder folder,
            InputFolder.Found found,
            boolean transactional) {
        super(context, files, found.file().toString(), transactional);
        this.folder = folder;
        this.found = found;
    }

    @Override
    public String id() {
        return "of file " + found.file();
    }

    @Override
    public int size() {
        return 0;
    }

    @Override
    public MessageAssembly assemble() {
        Path name = found.file().getFileName();
        FileFields fields =
                new FileFields(
                        folder.path(),
                        name.toString(),
                        LocalDateTime.ofInstant(found.lastModified(), context().clock().getZone()),
                        InputFolder.TIMESTAMP.format(context().clock().instant()),
                        found.size());
        Element environment = MessageAssembly.emptyTree(MessageAssembly.LOCAL_ENVIRONMENT);
        fields.addTo(environment.add("File"));
        environment
                .add("Wildcard")
                .add("WildcardMatch", folder.pattern().match(name.toString()).orElse(""));
        return MessageAssembly.of(emptyRoot()).withLocalEnvironment(environment);
    }

    @Override
    public MessageAssembly assembleRaw() {
        return assemble();
    }

    /** Throws the reason: the event is processed again until it succeeds. */
    @Override
    public String backOut(MillraceException reason, FailureReport report) {
        throw reason;
    }
}
