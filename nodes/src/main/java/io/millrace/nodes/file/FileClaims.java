package io.millrace.nodes.file;

import io.millrace.engine.node.NodeContext;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateRecord;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The search of one instance for files to read: first the files that ended instances have claimed,
 * then the files of the input folder. Only the thread of the instance uses it, except {@link
 * #hasWaiting}.
 */
final class FileClaims {

    /** Maximum number of positions that are removed in a unit. */
    private static final int MAX_REMOVED = 500;

    private final NodeContext context;
    private final FileInputSettings settings;
    private final State state;

    /** Owner of the claimed files: the identifier of the state. */
    private String owner = "";

    private final Deque<Path> resumed = new ArrayDeque<>();
    private final Deque<InputFolder.Found> found = new ArrayDeque<>();
    private long nextSearch = System.nanoTime();

    /** Files of a server; null for none. */
    private final RemoteInput remote;

    /** Whether files may be available. Read by other threads. */
    private volatile boolean hasWaiting = true;

    FileClaims(NodeContext context, FileInputSettings settings, State state, RemoteInput remote) {
        this.context = context;
        this.remote = remote;
        this.settings = settings;
        this.state = state;
    }

    /** Whether files may be available. Safe for use by several threads. */
    boolean hasWaiting() {
        return hasWaiting;
    }

    /**
     * Whether files of ended instances or files of a server were found. Such files must be opened
     * in a separate unit.
     */
    boolean needsOwnUnit() {
        return !resumed.isEmpty() || remote != null && remote.hasFound();
    }

    /** Returns the number of nanoseconds until the next search. */
    long untilSearch() {
        return nextSearch - System.nanoTime();
    }

    /** Makes the next search wait for the polling interval, because a file cannot be moved. */
    void delaySearch() {
        nextSearch = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.pollMillis());
    }

    /** Searches for files if it is time. The unit must be empty. */
    void searchIfDue() {
        if (found.isEmpty() && !needsOwnUnit() && untilSearch() <= 0) {
            search();
        }
    }

    private void search() {
        owner = state.identifier();
        for (Path path : settings.folder().claimedBy(owner)) {
            if (!OpenFiles.isOpen(path)) {
                resumed.add(path);
            }
        }
        InputFolder.Search search = settings.folder().search();
        found.addAll(search.files());
        long wait = settings.pollMillis();
        if (search.hasYoung()) {
            wait = Math.min(wait, Math.max(1, settings.folder().minimumAgeMillis() / 2));
        }
        if (remote != null) {
            remote.scanIfDue(owner);
            wait = Math.max(1, Math.min(wait, remote.untilScan()));
        }
        boolean isIdle = found.isEmpty() && !needsOwnUnit();
        boolean hasYoung = search.hasYoung() || remote != null && remote.hasYoung();
        hasWaiting = !isIdle || hasYoung;
        nextSearch = System.nanoTime() + (isIdle ? TimeUnit.MILLISECONDS.toNanos(wait) : 0);
        removePositions();
    }

    /** Removes the positions in files that were moved or deleted. */
    private void removePositions() {
        List<String> removed =
                state.records().stream()
                        .map(StateRecord::key)
                        .filter(key -> !OpenFiles.isOpen(Path.of(key)))
                        .filter(key -> !Files.exists(Path.of(key), LinkOption.NOFOLLOW_LINKS))
                        .limit(MAX_REMOVED)
                        .toList();
        if (!removed.isEmpty()) {
            removed.forEach(state::remove);
            context.unit().commit();
        }
    }

    /** Returns the next file and makes this instance its owner; null if no file is available. */
    InputFile next(boolean endsData) {
        while (!resumed.isEmpty()) {
            Path path = resumed.remove();
            if (OpenFiles.acquire(path)) {
                if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                    return file(path, true, endsData);
                }
                OpenFiles.release(path);
            }
        }
        while (!found.isEmpty()) {
            InputFolder.Found next = found.remove();
            Path claimed =
                    settings.folder()
                            .claimed(next, owner, InputFolder.TIMESTAMP.format(Instant.now()));
            if (claim(next, claimed)) {
                return file(claimed, false, endsData);
            }
        }
        Path transferred = remote == null ? null : remote.next();
        return transferred == null ? null : file(transferred, false, endsData);
    }

    private boolean claim(InputFolder.Found next, Path claimed) {
        if (!OpenFiles.acquire(claimed)) {
            return false;
        }
        boolean isClaimed = false;
        try {
            isClaimed = settings.folder().claim(next, claimed);
        } finally {
            if (!isClaimed) {
                OpenFiles.release(claimed);
            }
        }
        return isClaimed;
    }

    private InputFile file(Path path, boolean isResumed, boolean endsData) {
        return new InputFile(
                path,
                settings,
                state,
                context.limits().messageBytes(),
                isResumed,
                endsData,
                remote);
    }
}
