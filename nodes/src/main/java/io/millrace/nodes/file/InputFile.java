package io.millrace.nodes.file;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateRecord;
import io.millrace.nodes.file.FilePosition.Status;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;

/** A claimed file that an instance reads. Belongs to one thread. */
final class InputFile {

    private final Path path;
    private final FileInputSettings settings;
    private final State state;
    private final int maxBytes;

    /** Whether another instance or process has begun the file. */
    private boolean isResumed;

    private final boolean endsData;
    private final String wildcard;
    private RecordReader reader;
    private FilePosition position = FilePosition.START;
    private int backouts;
    private boolean isAttemptRecorded;
    private long size;
    private Instant lastModified = Instant.EPOCH;

    /** Files of a server; null for none. */
    private final RemoteInput remote;

    /**
     * @param endsData whether a message follows the last record
     * @param remote files of a server; null for none
     */
    InputFile(
            Path path,
            FileInputSettings settings,
            State state,
            int maxBytes,
            boolean isResumed,
            boolean endsData,
            RemoteInput remote) {
        this.path = path;
        this.settings = settings;
        this.state = state;
        this.maxBytes = maxBytes;
        this.isResumed = isResumed;
        this.endsData = endsData;
        this.remote = remote;
        wildcard = settings.folder().pattern().match(name()).orElse("");
    }

    Path path() {
        return path;
    }

    /** Returns the original path of the file, for messages. */
    Path original() {
        return settings.folder().path().resolve(name());
    }

    String name() {
        return InputFolder.name(path);
    }

    /** Returns the part of the name that matched the wildcards of the pattern. */
    String wildcard() {
        return wildcard;
    }

    long size() {
        return size;
    }

    Instant lastModified() {
        return lastModified;
    }

    /** Returns the pending action for the file, including the changes of the unit. */
    Status status() {
        return position.status();
    }

    /**
     * Opens the file at its position in the state. If another process has begun the file, the next
     * record may have caused the end of that process. Therefore the attempt is recorded first.
     *
     * @param commit commits a unit that contains only changes of the state
     */
    void open(Runnable commit) {
        StateRecord record = state.get(key());
        position = record == null ? FilePosition.START : FilePosition.read(record.value());
        if (position.status() != Status.READING) {
            return;
        }
        boolean isAttempt = isResumed && !isAttemptRecorded;
        backouts = isAttempt ? position.backouts() : Math.max(backouts, position.backouts());
        int stored = isAttempt ? backouts + 1 : backouts;
        if (stored != position.backouts()) {
            state.put(key(), position.backedOut(stored).write());
            commit.run();
            isAttemptRecorded |= isAttempt;
        }
        try {
            size = Files.size(path);
            lastModified = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toInstant();
            reader =
                    new RecordReader(
                            path,
                            original().toString(),
                            settings.format(),
                            maxBytes,
                            position.offset(),
                            position.number(),
                            position.delimiter());
        } catch (IOException e) {
            throw InputFolder.unusable("the file " + path, e);
        }
    }

    /**
     * Reads the next record, and changes the position in the unit.
     *
     * @return null if the file has ended
     */
    FileDelivery next(FileReading reading) {
        if (position.status() != Status.READING) {
            return null;
        }
        FilePosition before = position.backedOut(backouts);
        try {
            FileRecord record = reader.next();
            if (record == null) {
                return end(reading, before);
            }
            boolean isDone = record.last() && !endsData;
            change(after(isDone ? Status.PROCESSED : Status.READING));
            return new FileDelivery(reading, this, before, record, null);
        } catch (MillraceException unreadable) {
            change(before.with(Status.FAILED));
            return new FileDelivery(reading, this, before, null, unreadable);
        } catch (IOException e) {
            throw InputFolder.unusable("the file " + path, e);
        }
    }

    private FileDelivery end(FileReading reading, FilePosition before) {
        change(after(Status.PROCESSED));
        if (!endsData) {
            // The terminal was connected when the last record was committed, but is not any more.
            return null;
        }
        FileRecord end =
                new FileRecord(
                        Bytes.EMPTY, reader.offset(), reader.number(), reader.delimiter(), true);
        return new FileDelivery(reading, this, before, end, null);
    }

    private FilePosition after(Status status) {
        return new FilePosition(status, reader.offset(), reader.number(), reader.delimiter(), 0);
    }

    private void change(FilePosition value) {
        state.put(key(), value.write());
        position = value;
        backouts = 0;
    }

    /** Marks the file for the backout folder, from a position on. */
    void fail(FilePosition from) {
        change(from.with(Status.FAILED));
    }

    /** Reports that the last record was committed. */
    void committed() {
        isResumed = false;
        isAttemptRecorded = false;
    }

    /** Counts a backout of the next record. */
    void backedOut(int count) {
        backouts = count;
    }

    /** Archives, deletes or moves a file that was read completely. */
    void finish() throws IOException {
        closeReader();
        if (remote != null && InputFolder.isRemote(path)) {
            remote.finish(path, position.status() == Status.FAILED);
        }
        if (position.status() == Status.FAILED) {
            settings.folder().backOut(path);
        } else {
            settings.folder().archive(path);
        }
    }

    /** Removes the recorded attempt of a record that was not processed before an orderly end. */
    void withdrawAttempt(Runnable commit) {
        if (isAttemptRecorded) {
            StateRecord record = state.get(key());
            FilePosition stored = record == null ? null : FilePosition.read(record.value());
            if (stored != null && stored.backouts() > 0) {
                state.put(key(), stored.backedOut(stored.backouts() - 1).write());
                commit.run();
            }
        }
    }

    void closeReader() {
        if (reader != null) {
            try {
                reader.close();
            } catch (IOException e) {
                throw InputFolder.unusable("the file " + path, e);
            } finally {
                reader = null;
            }
        }
    }

    private String key() {
        return path.toString();
    }
}
