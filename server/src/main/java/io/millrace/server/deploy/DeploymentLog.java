package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.flows.Placement;
import io.millrace.flows.QueueChanges;

import org.slf4j.Logger;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * The revisions of all applications, in a file to which each change adds a line: the CRC-32C of the
 * line in 8 hexadecimal digits, a blank, and the {@link Revision} as JSON. A line is on disk before
 * its change is reported as done. An incomplete last line is the change during which the process
 * ended; it is removed. Not safe for use by several threads.
 */
final class DeploymentLog implements AutoCloseable {

    /** Name of the file in the folder of the server. */
    static final String FILE = "deployments.log";

    private static final Logger LOG = EventLog.of(DeploymentLog.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final int SUM_DIGITS = 8;

    private final Path file;
    private final InstantSource clock;
    private final FileChannel channel;
    private final List<Revision> revisions = new ArrayList<>();
    private volatile Consumer<Revision> listener = revision -> {};
    private final Map<String, Installed> current = new LinkedHashMap<>();
    private QueueChanges queues = QueueChanges.NONE;

    /** Length of the complete lines. */
    private long length;

    private DeploymentLog(Path file, FileChannel channel, InstantSource clock) {
        this.file = file;
        this.channel = channel;
        this.clock = clock;
    }

    /**
     * Opens the log, and creates it if it does not exist.
     *
     * @throws MillraceException with DEPLOYMENT_STORE if the file cannot be used, if a line that is
     *     not the last is damaged, or if the file is missing although the home has archives
     */
    static DeploymentLog open(Path file) {
        return open(file, InstantSource.system());
    }

    /** Opens the log like {@link #open(Path)}, with a clock for the times of revisions. */
    static DeploymentLog open(Path file, InstantSource clock) {
        try {
            boolean isNew = isNew(file);
            DeploymentLog log =
                    new DeploymentLog(
                            file,
                            FileChannel.open(
                                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                            clock);
            if (isNew) {
                ServerHome.force(file.getParent());
            }
            log.read(Files.readAllBytes(file));
            return log;
        } catch (IOException e) {
            throw ServerHome.unwritable(file, e);
        }
    }

    /**
     * Returns the attributes of queues that operators have set, without opening the log.
     *
     * @throws MillraceException with DEPLOYMENT_STORE if the file cannot be read, is damaged, or is
     *     missing although the home has archives
     */
    static QueueChanges queues(Path file) {
        try {
            if (isNew(file)) {
                return QueueChanges.NONE;
            }
            DeploymentLog log = new DeploymentLog(file, null, InstantSource.system());
            log.lines(Files.readAllBytes(file));
            return log.queues;
        } catch (IOException e) {
            throw ServerHome.unwritable(file, e);
        }
    }

    /**
     * Whether a home has no log yet. A server creates the log before it keeps an archive, so a home
     * with archives but without a log has lost it.
     */
    private static boolean isNew(Path file) throws IOException {
        if (Files.exists(file)) {
            return false;
        }
        List<String> kept = KeptArchives.labels(file.resolveSibling(ServerHome.ARCHIVES));
        if (!kept.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.DEPLOYMENT_STORE,
                    """
                    the file %1$s does not exist, but %2$s contains %3$s. \
                    Restore %1$s from a backup. To start without applications, move the folder \
                    %2$s to another place\
                    """
                            .formatted(
                                    file,
                                    file.resolveSibling(ServerHome.ARCHIVES),
                                    String.join(", ", kept)));
        }
        return true;
    }

    private void read(byte[] bytes) throws IOException {
        length = lines(bytes);
        if (length < bytes.length) {
            LOG.warn(
                    """
                    {} {}: the last line was incomplete and is removed; its change has no effect. \
                    If no change was interrupted, stop the server and restore the file from a \
                    backup\
                    """,
                    ErrorCode.DEPLOYMENT_STORE.id(),
                    file);
            channel.truncate(length);
            channel.force(true);
        }
    }

    /** Adds the revisions of all complete lines. Returns the length of these lines. */
    private int lines(byte[] bytes) {
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                Revision revision =
                        parse(new String(bytes, from, i - from, StandardCharsets.UTF_8));
                if (revision == null || revision.number() != revisions.size() + 1) {
                    throw damaged(revisions.size() + 1);
                }
                add(revision);
                from = i + 1;
            }
        }
        return from;
    }

    private MillraceException damaged(int line) {
        return new MillraceException(
                ErrorCode.DEPLOYMENT_STORE,
                "%s:%d: the line is damaged; restore the file from a backup".formatted(file, line));
    }

    /** Returns the revision in a line; null if the line is damaged. */
    private static Revision parse(String line) {
        if (line.length() <= SUM_DIGITS
                || !line.substring(0, SUM_DIGITS).equals(sum(line.substring(SUM_DIGITS + 1)))) {
            return null;
        }
        try {
            return JSON.readValue(line.substring(SUM_DIGITS + 1), Revision.class);
        } catch (JacksonException e) {
            return null;
        }
    }

    private static String sum(String json) {
        CRC32C crc = new CRC32C();
        crc.update(json.getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(crc.getValue());
    }

    private void add(Revision revision) {
        revisions.add(revision);
        revision.queues().forEach((queue, own) -> queues = queues.with(queue, own));
        revision.applications()
                .forEach(
                        (name, installed) -> {
                            if (installed == null) {
                                current.remove(name);
                            } else {
                                current.put(name, installed);
                            }
                        });
    }

    /**
     * Adds a revision with the next number and the current time like {@link #append(Revision)}.
     *
     * @param by author of the change
     */
    void append(
            Condition by,
            String operation,
            Map<String, Installed> applications,
            Map<String, Map<String, String>> changedQueues) {
        Revision revision =
                new Revision(
                        next(),
                        clock.instant().truncatedTo(ChronoUnit.MILLIS).toString(),
                        by.author(),
                        operation,
                        applications,
                        changedQueues);
        append(revision);
        LOG.info("{}", revision.describe());
        listener.accept(revision);
    }

    /** Sets the listener for revisions that are added after this call. */
    void onRevision(Consumer<Revision> receiver) {
        listener = receiver;
    }

    /**
     * Adds a revision and forces it to disk.
     *
     * @throws MillraceException with DEPLOYMENT_STORE; the log is then unchanged
     */
    void append(Revision revision) {
        String json = JSON.writeValueAsString(revision);
        byte[] line = (sum(json) + " " + json + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            channel.truncate(length);
            ByteBuffer bytes = ByteBuffer.wrap(line);
            long at = length;
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
            channel.force(true);
            length = at;
        } catch (IOException e) {
            removeTail();
            throw new MillraceException(
                    ErrorCode.DEPLOYMENT_STORE,
                    "cannot write %s: %s".formatted(file, FileErrors.reason(e)),
                    e);
        }
        add(revision);
    }

    private void removeTail() {
        try {
            channel.truncate(length);
            channel.force(true);
        } catch (IOException e) {
            LOG.error(
                    "{} {}: an incomplete line cannot be removed: {}",
                    ErrorCode.DEPLOYMENT_STORE.id(),
                    file,
                    FileErrors.reason(e));
        }
    }

    /** Returns the number of the next revision. */
    long next() {
        return revisions.size() + 1L;
    }

    /** Returns all revisions, the oldest first. */
    List<Revision> revisions() {
        return List.copyOf(revisions);
    }

    /** Returns the revisions that changed an application, the oldest first. */
    List<Revision> revisions(String application) {
        return revisions.stream().filter(r -> r.applications().containsKey(application)).toList();
    }

    /** Returns the last revision that changed an application. */
    Optional<Revision> last(String application) {
        List<Revision> all = revisions(application);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
    }

    /**
     * Returns the assignments of an application that an operator has changed, by flow. They are
     * kept when the application is removed.
     */
    Map<String, Placement> assignments(String application) {
        return lastState(application).map(Installed::assignments).orElse(Map.of());
    }

    /**
     * Returns the flows of an application that an operator has stopped, in the form {@code
     * group/flow}. They are kept when the application is removed.
     */
    Set<String> stopped(String application) {
        return lastState(application).map(Installed::stopped).orElse(Set.of());
    }

    private Optional<Installed> lastState(String application) {
        return revisions.reversed().stream()
                .map(r -> r.applications().get(application))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** Returns the last revision that changed a queue. */
    Optional<Revision> lastOfQueue(String queue) {
        return revisions.reversed().stream().filter(r -> r.queues().containsKey(queue)).findFirst();
    }

    /** Returns the deployed applications by name, in the order of their first deployment. */
    Map<String, Installed> current() {
        return new LinkedHashMap<>(current);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // All lines are already on disk.
        }
    }
}
