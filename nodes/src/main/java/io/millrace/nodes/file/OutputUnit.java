package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateRecord;
import io.millrace.engine.work.UnitWatcher;

import org.slf4j.Logger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files that a FileOutput node writes in a unit of work. The content is forced to the disk
 * before the unit commits, and complete files are moved to their folders afterwards.
 */
final class OutputUnit implements UnitWatcher {

    private static final Logger LOG = EventLog.of(OutputUnit.class);

    /** Prefix of the key of a file that accepts records; the path of the complete file follows. */
    private static final String OPEN = "open ";

    /** Prefix of the key of a file that is complete; the path of the staged file follows. */
    static final String COMPLETE = "complete ";

    private final FileWriting node;
    private final State state;
    private final Map<Path, StagedFile> files = new HashMap<>();
    private final List<Path> created = new ArrayList<>();
    private final Map<String, OutputRecord> complete = new LinkedHashMap<>();
    private final Map<Path, Long> appended = new HashMap<>();
    private boolean isCommitting;

    OutputUnit(FileWriting node, State state) {
        this.node = node;
        this.state = state;
    }

    /** Adds a record to the open file of a path, and returns the staged file. */
    void add(Path file, ByteBufferOfLength record) throws IOException {
        OutputRecord open = open(file);
        if (open == null) {
            open = new OutputRecord(file, create(file), 0, -1);
        }
        StagedFile staged = staged(open);
        staged.write(record.of(staged.length()));
        state.put(OPEN + file, open.withLength(staged.length()).write());
    }

    /** Writes a complete file. */
    void write(Path file, ByteBuffer content) throws IOException {
        open(file);
        OutputRecord record = new OutputRecord(file, create(file), 0, -1);
        StagedFile staged = staged(record);
        staged.write(content);
        staged.force();
        staged.close();
        files.remove(record.staged());
        complete(record.withLength(staged.length()));
    }

    /** Completes the open file of a path. Returns false if it has no records. */
    boolean finish(Path file) throws IOException {
        OutputRecord open = open(file);
        if (open == null) {
            return false;
        }
        state.remove(OPEN + file);
        complete(open);
        return true;
    }

    private void complete(OutputRecord record) throws IOException {
        OutputRecord value = record;
        if (node.settings().appends()) {
            Path file = record.file();
            Long end = appended.get(file);
            if (end == null) {
                end = Files.exists(file) ? Files.size(file) : 0;
            }
            value = record.at(end);
            appended.put(file, end + record.length());
        }
        String key = COMPLETE + value.staged();
        state.put(key, value.write());
        complete.put(key, value);
    }

    /** Returns the open file of a path, which the unit locks; null for none. */
    private OutputRecord open(Path file) throws IOException {
        StateRecord record = state.get(OPEN + file);
        FinishingFiles.await(file);
        node.moveAgain(file);
        return record == null ? null : OutputRecord.read(record.value());
    }

    private Path create(Path file) throws IOException {
        Path staged = node.newStaged(file);
        if (!Files.isDirectory(staged.getParent())) {
            Files.createDirectory(staged.getParent());
        }
        OpenFiles.acquire(staged);
        created.add(staged);
        return staged;
    }

    private StagedFile staged(OutputRecord record) throws IOException {
        StagedFile open = files.get(record.staged());
        if (open == null) {
            open = new StagedFile(record.staged(), record.length());
            files.put(record.staged(), open);
        }
        return open;
    }

    /** Bytes of a record that depend on the length of the file before it. */
    interface ByteBufferOfLength {
        ByteBuffer of(long length);
    }

    @Override
    public void committing() {
        try {
            for (StagedFile file : files.values()) {
                file.force();
            }
            if (!created.isEmpty()) {
                OutputFolder.force(created.getFirst().getParent());
            }
        } catch (IOException e) {
            throw OutputTarget.unusable(node.settings().directory(), e);
        }
        FinishingFiles.add(completeFiles());
        isCommitting = true;
    }

    private List<Path> completeFiles() {
        return complete.values().stream().map(OutputRecord::file).toList();
    }

    @Override
    public void ended(boolean committed) {
        files.values().forEach(OutputUnit::close);
        if (committed) {
            complete.forEach(node::complete);
        } else if (!isCommitting) {
            // After a failed commit, the records of the files can have been committed nevertheless.
            created.forEach(OutputUnit::delete);
        }
        FinishingFiles.remove(completeFiles());
        created.forEach(OpenFiles::release);
        node.ended(committed);
    }

    private static void close(StagedFile file) {
        try {
            file.close();
        } catch (IOException e) {
            LOG.debug("{} cannot be closed", file.path(), e);
        }
    }

    private static void delete(Path staged) {
        try {
            Files.deleteIfExists(staged);
        } catch (IOException e) {
            LOG.warn(
                    "{} the staged file {} cannot be deleted: {}",
                    ErrorCode.FILE_NODE.id(),
                    staged,
                    FileErrors.reason(e));
        }
    }
}
