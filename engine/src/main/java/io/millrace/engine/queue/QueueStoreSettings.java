package io.millrace.engine.queue;

import io.millrace.engine.message.Limits;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.resource.Secret;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Settings of a store. A store uses only the settings that apply to it; the in-memory store uses
 * only the message size.
 *
 * @param home folder of all files of an embedded store; for a remote store, folder of this
 *     process's backout counts, or null to keep them only in memory; null for a store in memory
 * @param broker remote Artemis broker ({@code tcp://host:port}); null for an embedded broker, which
 *     creates its own user
 * @param acceptors addresses on which an embedded store listens; if empty, only this process can
 *     connect
 * @param users users that can connect, in addition to the generated user of the home folder
 * @param maxMessageBytes maximum number of bytes of a message, without the MQMD
 * @param journal journal settings of an embedded store
 * @param units maximum size of a unit of work
 * @param queueCacheMaxSize maximum number of resolved queues in the destination cache of a session
 */
public record QueueStoreSettings(
        @Nullable Path home,
        @Nullable Endpoint broker,
        List<Acceptor> acceptors,
        List<StoreUser> users,
        int maxMessageBytes,
        Journal journal,
        UnitLimits units,
        int queueCacheMaxSize) {

    public static final int DEFAULT_QUEUE_CACHE = 10_000;

    public QueueStoreSettings {
        Objects.requireNonNull(journal);
        Objects.requireNonNull(units);
        acceptors = List.copyOf(acceptors);
        users = List.copyOf(users);
        if (maxMessageBytes < 1) {
            throw new IllegalArgumentException(
                    "maxMessageBytes must be 1 or more (found " + maxMessageBytes + ")");
        }
        if (queueCacheMaxSize < 0) {
            throw new IllegalArgumentException(
                    "queueCacheMaxSize must be 0 or more (found " + queueCacheMaxSize + ")");
        }
    }

    /** Returns settings for a store in memory. */
    public static QueueStoreSettings inMemory() {
        return new QueueStoreSettings(
                null,
                null,
                List.of(),
                List.of(),
                Limits.DEFAULTS.messageBytes(),
                Journal.DEFAULT,
                UnitLimits.DEFAULT,
                DEFAULT_QUEUE_CACHE);
    }

    /** Returns settings for a store embedded in this process. Other processes cannot reach it. */
    public static QueueStoreSettings embedded(Path home) {
        return inMemory().withHome(Objects.requireNonNull(home));
    }

    /** Returns settings for a remote broker without TLS. */
    public static QueueStoreSettings remote(String url, String user, Secret password) {
        return remote(new Endpoint(url, new Credentials(user, password)));
    }

    /** Returns settings for a remote broker. */
    public static QueueStoreSettings remote(Endpoint broker) {
        return inMemory().withBroker(broker);
    }

    public QueueStoreSettings withHome(Path value) {
        return new QueueStoreSettings(
                value,
                broker,
                acceptors,
                users,
                maxMessageBytes,
                journal,
                units,
                queueCacheMaxSize);
    }

    public QueueStoreSettings withBroker(@Nullable Endpoint value) {
        return new QueueStoreSettings(
                home, value, acceptors, users, maxMessageBytes, journal, units, queueCacheMaxSize);
    }

    public QueueStoreSettings withAcceptors(List<Acceptor> value) {
        return new QueueStoreSettings(
                home, broker, value, users, maxMessageBytes, journal, units, queueCacheMaxSize);
    }

    public QueueStoreSettings withUsers(List<StoreUser> value) {
        return new QueueStoreSettings(
                home, broker, acceptors, value, maxMessageBytes, journal, units, queueCacheMaxSize);
    }

    public QueueStoreSettings withMaxMessageBytes(int value) {
        return new QueueStoreSettings(
                home, broker, acceptors, users, value, journal, units, queueCacheMaxSize);
    }

    public QueueStoreSettings withJournal(Journal value) {
        return new QueueStoreSettings(
                home, broker, acceptors, users, maxMessageBytes, value, units, queueCacheMaxSize);
    }

    public QueueStoreSettings withUnits(UnitLimits value) {
        return new QueueStoreSettings(
                home, broker, acceptors, users, maxMessageBytes, journal, value, queueCacheMaxSize);
    }

    public QueueStoreSettings withQueueCacheMaxSize(int value) {
        return new QueueStoreSettings(
                home, broker, acceptors, users, maxMessageBytes, journal, units, value);
    }

    /**
     * Journal settings of an embedded store.
     *
     * @param syncMicros time in microseconds that a commit waits so that others can share its
     *     forced write; 0 for one forced write per commit; {@link #CALIBRATE} to measure the
     *     duration of a forced write when the home folder is first used, and to use about this time
     * @param force whether a commit waits until the data is on the disk; if false, committed
     *     messages are lost in a power failure (only for development)
     * @param diskFullPercent disk usage in percent at which puts are rejected with STORE_DISK_FULL
     * @param acceptDamage whether a store with damaged files is opened: intact data is kept, and
     *     damaged data is logged
     */
    public record Journal(
            int syncMicros, boolean force, int diskFullPercent, boolean acceptDamage) {

        public static final int CALIBRATE = -1;

        public static final Journal DEFAULT = new Journal(CALIBRATE, true, 95);

        public Journal {
            if (syncMicros < CALIBRATE) {
                throw new IllegalArgumentException(
                        "syncMicros must be -1 or more (found " + syncMicros + ")");
            }
            if (diskFullPercent < 1 || diskFullPercent > 100) {
                throw new IllegalArgumentException(
                        "diskFullPercent must be 1 to 100 (found " + diskFullPercent + ")");
            }
        }

        public Journal(int syncMicros, boolean force, int diskFullPercent) {
            this(syncMicros, force, diskFullPercent, false);
        }

        /** Returns the same settings for a store whose damage is accepted. */
        public Journal acceptingDamage() {
            return new Journal(syncMicros, force, diskFullPercent, true);
        }
    }
}
