package io.millrace.nodes.file;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.NodeContext;
import io.millrace.nodes.common.transfer.RemoteFolder;
import io.millrace.nodes.common.transfer.RemoteFolder.RemoteFile;

import org.slf4j.Logger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The files of a server that an instance of a FileInput node transfers and reads. Belongs to one
 * thread.
 *
 * <p>A file is claimed by a rename into the transit folder on the server, which only one of several
 * brokers can do. It is then copied to the local transit folder, where it has the same name. The
 * copy is complete when it has this name, and is read like a local file. When its last record has
 * been committed, the file on the server is deleted or archived, and the local file after it. After
 * the end of the process, a claimed file without a local copy is copied again.
 */
final class RemoteInput implements AutoCloseable {

    private static final Logger LOG = EventLog.of(RemoteInput.class);

    /** Prefix of local files that are not complete. */
    private static final String PARTIAL = ".transfer-";

    private static final String TRANSIT = InputFolder.TRANSIT;

    /**
     * @param scanMillis time after which the folder of the server is listed again
     * @param archives whether processed files are archived on the server
     */
    record Settings(RemoteSettings server, long scanMillis, boolean archives) {}

    /** Size and time of a file in a listing, and the first time at which it had them. */
    private record Seen(long size, Instant lastModified, long since) {}

    private final NodeContext context;
    private final Settings settings;
    private final InputFolder folder;
    private final RemoteServer server;

    private String owner = "";
    private final Deque<RemoteFile> unfinished = new ArrayDeque<>();
    private final Deque<RemoteFile> found = new ArrayDeque<>();
    private Map<String, Seen> seen = new HashMap<>();
    private long nextScan = System.nanoTime();
    private int reading;
    private String lastFailure = "";

    RemoteInput(NodeContext context, Settings settings, InputFolder folder) {
        this.context = context;
        this.settings = settings;
        this.folder = folder;
        server = new RemoteServer(context, settings.server());
    }

    /** Whether files to transfer were found. */
    boolean hasFound() {
        return !found.isEmpty() || !unfinished.isEmpty();
    }

    /** Whether files were found that can still change. */
    boolean hasYoung() {
        return !seen.isEmpty();
    }

    /** Returns the number of milliseconds until the next listing. */
    long untilScan() {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(nextScan - System.nanoTime()));
    }

    /**
     * Lists the folder of the server if the interval has passed. After a failure, logs the failure
     * and retries later.
     */
    void scanIfDue(String newOwner) {
        owner = newOwner;
        if (hasFound() || nextScan - System.nanoTime() > 0) {
            return;
        }
        delay(settings.scanMillis());
        try {
            scan(server.folder());
            lastFailure = "";
        } catch (MillraceException e) {
            failed(e);
        }
        closeIfUnused();
    }

    private void scan(RemoteFolder remote) {
        for (RemoteFile file : remote.list(TRANSIT)) {
            if (isClaimed(file.name())
                    && !Files.exists(folder.transit(file.name()), LinkOption.NOFOLLOW_LINKS)
                    && !OpenFiles.isOpen(folder.transit(file.name()))) {
                unfinished.add(file);
            }
        }
        long now = System.nanoTime();
        long minimum = TimeUnit.MILLISECONDS.toNanos(folder.minimumAgeMillis());
        Map<String, Seen> before = seen;
        seen = new HashMap<>();
        for (RemoteFile file : remote.list("")) {
            if (!isAccepted(file.name())) {
                continue;
            }
            Seen first = before.get(file.name());
            boolean isSame =
                    first != null
                            && first.size() == file.size()
                            && first.lastModified().equals(file.lastModified());
            Seen current = isSame ? first : new Seen(file.size(), file.lastModified(), now);
            if (now - current.since() >= minimum) {
                found.add(file);
            } else {
                seen.put(file.name(), current);
                delay(Math.min(untilScan(), Math.max(1, folder.minimumAgeMillis() / 2)));
            }
        }
    }

    /** Whether this instance has claimed a file. A path instead of a name is never accepted. */
    private boolean isClaimed(String name) {
        String prefix = InputFolder.remotePrefix(owner);
        if (!name.startsWith(prefix)) {
            return false;
        }
        String[] parts = name.substring(prefix.length()).split(InputFolder.SEPARATOR, 2);
        return parts.length == 2
                && OutputTarget.problem(parts[0]).isEmpty()
                && OutputTarget.problem(parts[1]).isEmpty();
    }

    /** Whether a name matches the pattern. A path instead of a name is never accepted. */
    private boolean isAccepted(String name) {
        return OutputTarget.problem(name).isEmpty() && folder.pattern().match(name).isPresent();
    }

    /**
     * Claims and copies the next file.
     *
     * @return the local file, which this instance owns; null for none
     */
    Path next() {
        try {
            while (hasFound()) {
                Path local =
                        unfinished.isEmpty() ? claim(found.remove()) : again(unfinished.remove());
                if (local != null) {
                    reading++;
                    lastFailure = "";
                    return local;
                }
            }
        } catch (MillraceException e) {
            failed(e);
        }
        closeIfUnused();
        return null;
    }

    private Path claim(RemoteFile file) {
        String timestamp = InputFolder.TIMESTAMP.format(Instant.now());
        String name =
                InputFolder.remotePrefix(owner) + timestamp + InputFolder.SEPARATOR + file.name();
        return transfer(file, name, true);
    }

    private Path again(RemoteFile file) {
        return transfer(file, file.name(), false);
    }

    private Path transfer(RemoteFile file, String name, boolean claims) {
        Path local = folder.transit(name);
        if (!OpenFiles.acquire(local)) {
            return null;
        }
        boolean isComplete = false;
        try {
            if (claims) {
                server.folder().createFolder(TRANSIT);
                if (!server.folder().rename(file.name(), TRANSIT + "/" + name)) {
                    // Another broker has claimed it.
                    return null;
                }
            }
            copy(name, file.size(), local);
            isComplete = true;
            return local;
        } finally {
            if (!isComplete) {
                OpenFiles.release(local);
            }
        }
    }

    private void copy(String name, long size, Path local) {
        Path partial = local.resolveSibling(PARTIAL + name);
        try {
            Files.createDirectories(local.getParent());
            server.folder().download(TRANSIT + "/" + name, size, partial);
            Files.move(partial, local, StandardCopyOption.ATOMIC_MOVE);
            InputFolder.force(local.getParent());
        } catch (IOException e) {
            throw InputFolder.unusable("the file " + local, e);
        }
    }

    /**
     * Deletes or archives a file on the server. Does nothing if this has already been done.
     *
     * @param isFailed whether a record of the file could not be processed
     */
    void finish(Path local, boolean isFailed) throws IOException {
        String name = local.getFileName().toString();
        String path = TRANSIT + "/" + name;
        try {
            RemoteFolder remote = server.folder();
            if (settings.archives()) {
                String target = isFailed ? InputFolder.BACKOUT : InputFolder.ARCHIVE;
                remote.createFolder(target);
                remote.rename(
                        path,
                        target
                                + "/"
                                + InputFolder.timestamp(local)
                                + "_"
                                + InputFolder.name(local));
            } else {
                remote.delete(path);
            }
        } catch (MillraceException e) {
            server.close();
            throw new IOException(e.getMessage(), e);
        } finally {
            reading = Math.max(0, reading - 1);
            closeIfUnused();
        }
    }

    private void failed(MillraceException e) {
        server.close();
        found.clear();
        unfinished.clear();
        delay(settings.scanMillis());
        String text = e.getMessage();
        if (!text.equals(lastFailure)) {
            lastFailure = text;
            LOG.error("{} {}: {}; it is tried again", e.code().id(), context.label(), text);
        }
    }

    private void delay(long millis) {
        nextScan = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void closeIfUnused() {
        if (!hasFound() && reading == 0) {
            server.close();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
