package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;
import io.millrace.engine.state.StateRecord;

import org.slf4j.Logger;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * The FileOutput node of one instance.
 *
 * <p>The state of the node contains the committed length of each file that accepts records, and the
 * complete files that may not have been moved to their folders. The names of staged files begin
 * with the identifier of the state.
 */
final class FileWriting implements Node {

    private static final Logger LOG = EventLog.of(FileWriting.class);
    private static final String SEPARATOR = "~";
    private static final int FINISH_FILE = 1;

    /** Counter that makes the names of staged files unique in this process. */
    private static final AtomicLong STAGED = new AtomicLong();

    /** Complete files that could not be moved, in the order of their completion. */
    private static final Set<OutputRecord> UNMOVED =
            Collections.synchronizedSet(new LinkedHashSet<>());

    private final NodeContext context;
    private final FileOutputSettings settings;
    private final OutputFolder folder;

    /** Server to which complete files are transferred; null for none. */
    private final RemoteOutput remote;

    private final Terminal out;
    private final Terminal endOfData;
    private final State state;

    /** Keys of files that were moved. They are removed in the next unit. */
    private final List<String> moved = new ArrayList<>();

    private OutputUnit unit;
    private String owner = "";
    private boolean isRecovered;
    private int removing;

    FileWriting(NodeContext context, FileOutputSettings settings) {
        this.context = context;
        this.settings = settings;
        remote =
                settings.remote() == null
                        ? null
                        : new RemoteOutput(
                                context,
                                settings.remote(),
                                settings.directory(),
                                settings.appends());
        folder = new OutputFolder(settings, remote);
        out = context.terminal("out");
        endOfData = context.terminal("endOfData");
        state =
                context.state(
                        "output/" + context.application() + "/" + context.label(),
                        StateLimits.DEFAULT);
        if (Files.isDirectory(settings.directory().resolve(OutputTarget.TRANSIT))) {
            recoverNow();
        }
    }

    FileOutputSettings settings() {
        return settings;
    }

    @Override
    public void evaluate(int terminal, MessageAssembly message) {
        Path file = OutputTarget.of(message.localEnvironment(), settings);
        try {
            if (terminal == FINISH_FILE) {
                boolean isFinished = unit().finish(file);
                endOfData.propagate(written(message, file, isFinished ? "Finish" : "None"));
                return;
            }
            String action = write(file, body(message));
            if (out.isWired()) {
                out.propagate(written(message, file, action));
            }
        } catch (IOException e) {
            throw OutputTarget.unusable(file, e);
        }
    }

    private String write(Path file, Bytes body) throws IOException {
        OutputUnit current = unit();
        if (!settings.isWholeFile()) {
            current.add(file, length -> settings.record(body, length));
            return "Append";
        }
        boolean exists = Files.exists(file);
        if (exists && settings.mode().equals("create")) {
            throw new MillraceException(
                    ErrorCode.FILE_REFUSED,
                    "the file %s exists; remove it, or change outputMode".formatted(file));
        }
        current.write(file, settings.record(body, 0));
        boolean appends = settings.appends() && (exists || remote != null);
        return appends ? "Append" : exists ? "Replace" : "Create";
    }

    /** Returns the bytes of the body, without headers. */
    private Bytes body(MessageAssembly message) {
        return message.body() == null
                ? Bytes.EMPTY
                : context.assembler().writeBody(message.root(), settings.validation()).body();
    }

    private static MessageAssembly written(MessageAssembly message, Path file, String action) {
        Element tree = message.localEnvironment().copy();
        Element destination = tree.child("WrittenDestination");
        if (destination == null) {
            destination = tree.add("WrittenDestination");
        }
        Element before = destination.child("File");
        if (before != null) {
            before.remove();
        }
        Element data = destination.add("File").add("DestinationData");
        data.add("Directory", file.getParent().toString());
        data.add("Name", file.getFileName().toString());
        data.add("Action", action);
        return message.withLocalEnvironment(tree);
    }

    /** Returns the files of the open unit. */
    private OutputUnit unit() {
        if (unit == null) {
            if (!isRecovered) {
                recover();
            }
            OutputUnit next = new OutputUnit(this, state);
            // The files are completed before the state is closed, which releases their locks.
            context.unit().watch(next);
            moved.forEach(state::remove);
            removing = moved.size();
            unit = next;
        }
        return unit;
    }

    void ended(boolean committed) {
        unit = null;
        if (committed) {
            moved.subList(0, removing).clear();
        }
        removing = 0;
    }

    /** Returns the path of a new staged file. */
    Path newStaged(Path file) {
        String name =
                String.join(
                        SEPARATOR,
                        owner,
                        Long.toHexString(System.currentTimeMillis())
                                + "-"
                                + Long.toHexString(STAGED.incrementAndGet()),
                        file.getFileName().toString());
        return settings.directory().resolve(OutputTarget.TRANSIT).resolve(name);
    }

    /** Moves a complete file to its folder. If this fails, the next unit retries the move. */
    void complete(String key, OutputRecord record) {
        try {
            moveAgain(record.file());
            folder.complete(record);
            moved.add(key);
        } catch (IOException e) {
            isRecovered = false;
            UNMOVED.add(record);
            LOG.error(
                    "{} {}: the complete file {} cannot be moved to {}: {}; the move is repeated "
                            + "with the next message",
                    ErrorCode.FILE_NODE.id(),
                    context.label(),
                    record.staged(),
                    record.file(),
                    FileErrors.reason(e));
        }
    }

    /**
     * Retries the failed moves of complete files for a path, in order. Later content of the path
     * must be moved after these files.
     */
    void moveAgain(Path file) throws IOException {
        for (OutputRecord record : List.copyOf(UNMOVED)) {
            if (record.file().equals(file) && isOwn(record.staged())) {
                folder.complete(record);
                UNMOVED.remove(record);
                moved.add(OutputUnit.COMPLETE + record.staged());
            }
        }
    }

    private boolean isOwn(Path staged) {
        return staged.getFileName().toString().startsWith(owner + SEPARATOR);
    }

    private void recoverNow() {
        try {
            recover();
        } catch (RuntimeException e) {
            LOG.debug(
                    "{}: the recovery of output files failed; it is repeated with the first"
                            + " message",
                    context.label(),
                    e);
        }
    }

    /** Moves the files that were complete when a process ended, and deletes incomplete files. */
    private void recover() {
        owner = state.identifier();
        List<Path> staged = unused();
        List<StateRecord> records = state.records();
        isRecovered = true;
        for (StateRecord record : records) {
            if (record.key().startsWith(OutputUnit.COMPLETE)) {
                OutputRecord complete = OutputRecord.read(record.value());
                if (!FinishingFiles.contains(complete.file())) {
                    complete(record.key(), complete);
                }
            }
        }
        Set<Path> needed =
                records.stream()
                        .map(record -> OutputRecord.read(record.value()).staged())
                        .collect(Collectors.toSet());
        for (Path file : staged) {
            if (isOwn(file) && !needed.contains(file)) {
                delete(file);
            }
        }
    }

    /** Returns the staged files that no open unit of this process uses. */
    private List<Path> unused() {
        Path transit = settings.directory().resolve(OutputTarget.TRANSIT);
        List<Path> unused = new ArrayList<>();
        if (Files.isDirectory(transit)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(transit)) {
                files.forEach(
                        file -> {
                            if (!OpenFiles.isOpen(file)) {
                                unused.add(file);
                            }
                        });
            } catch (IOException e) {
                throw OutputTarget.unusable(transit, e);
            }
        }
        return unused;
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.debug("{} is deleted later", file, e);
        }
    }

    @Override
    public void close() {
        if (remote != null) {
            remote.close();
        }
        state.close();
    }
}
