package io.millrace.nodes.file;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.QueueInput;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;
import io.millrace.engine.state.StateRecord;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The FileExists node of one instance.
 *
 * <p>The state of the node contains each file of the folder with its last change. The record is due
 * until the event of the file has been processed.
 */
final class FileWatch implements QueueInput {

    /** Maximum number of records that a search removes. */
    private static final int MAX_REMOVED = 500;

    private final NodeContext context;
    private final InputFolder folder;
    private final long pollMillis;
    private final State files;
    private long nextSearch = System.nanoTime();
    private volatile boolean woken;

    /** Whether files may be available. Read by other threads. */
    private volatile boolean hasWaiting = true;

    FileWatch(NodeContext context, InputFolder folder, long pollMillis) {
        this.context = context;
        this.folder = folder;
        this.pollMillis = pollMillis;
        files =
                context.state(
                        "files/" + context.application() + "/" + context.label(),
                        StateLimits.DEFAULT);
    }

    @Override
    public Delivery receive(long timeoutMillis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        long wait = 0;
        while (true) {
            StateRecord due = files.receiveDue(wait);
            Delivery event = due == null ? null : event(due);
            if (event != null) {
                return event;
            }
            if (due == null && nextSearch - System.nanoTime() <= 0) {
                search();
                wait = 0;
                continue;
            }
            long now = System.nanoTime();
            if (woken || deadline - now <= 0) {
                woken = false;
                return null;
            }
            long nanos = Math.min(deadline - now, nextSearch - now);
            wait = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos));
        }
    }

    /** Returns the event of a file; null if the file was removed. */
    private Delivery event(StateRecord due) {
        try {
            InputFolder.Found found = folder.found(Path.of(due.key()));
            if (found != null) {
                files.put(due.key(), version(found));
                return new FileEvent(context, files, folder, found, true);
            }
        } catch (IOException e) {
            throw InputFolder.unusable("the file " + due.key(), e);
        }
        context.unit().commit();
        return null;
    }

    /** Searches for files that have appeared or changed, and makes their records due. */
    private void search() {
        Map<String, StateRecord> known =
                files.records().stream()
                        .collect(Collectors.toMap(StateRecord::key, Function.identity()));
        InputFolder.Search search = folder.search(found -> isNew(found, known));
        Instant now = context.clock().instant();
        for (InputFolder.Found found : search.files()) {
            // Another instance can have found the file meanwhile.
            StateRecord record = files.get(key(found));
            if (record == null || !record.value().equals(version(found))) {
                files.put(new StateRecord(key(found), version(found), now));
            }
        }
        known.keySet().stream()
                .filter(key -> !Files.exists(Path.of(key), LinkOption.NOFOLLOW_LINKS))
                .filter(key -> !files.isLocked(key))
                .limit(MAX_REMOVED)
                .toList()
                .forEach(files::remove);
        context.unit().commit();
        boolean isIdle = search.files().isEmpty();
        hasWaiting =
                !isIdle
                        || search.hasYoung()
                        || known.values().stream().anyMatch(record -> record.due() != null);
        long wait = search.hasYoung() ? Math.min(pollMillis, youngMillis()) : pollMillis;
        nextSearch = System.nanoTime() + (isIdle ? TimeUnit.MILLISECONDS.toNanos(wait) : 0);
    }

    private long youngMillis() {
        return Math.max(1, folder.minimumAgeMillis() / 2);
    }

    /** Whether a file has no event. A file whose event is being processed is checked later. */
    private boolean isNew(InputFolder.Found found, Map<String, StateRecord> known) {
        StateRecord record = known.get(key(found));
        return (record == null || !record.value().equals(version(found)))
                && !files.isLocked(key(found));
    }

    private static String key(InputFolder.Found found) {
        return found.file().toString();
    }

    private static Bytes version(InputFolder.Found found) {
        return Bytes.utf8(found.lastModified().toEpochMilli() + " " + found.size());
    }

    /** Accepts the name of a file, which does not need to exist. */
    @Override
    public Delivery accept(QueueMessage message) {
        String name = message.body().text(StandardCharsets.UTF_8).strip();
        Path file = folder.path().resolve(OutputTarget.checked(name));
        InputFolder.Found found = null;
        try {
            found = folder.found(file);
        } catch (IOException e) {
            context.note(file + " cannot be read");
        }
        if (found == null) {
            found = new InputFolder.Found(file, context.clock().instant(), 0);
        }
        return new FileEvent(context, files, folder, found, false);
    }

    @Override
    public boolean hasWaiting() {
        return hasWaiting;
    }

    @Override
    public void wake() {
        woken = true;
        files.wake();
    }

    @Override
    public void close() {
        files.close();
    }
}
