package io.millrace.engine.queue;

import io.millrace.engine.database.Secret;
import io.millrace.engine.message.Limits;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Settings of a store. A store uses the settings that apply to it: the in-memory store only the
 * message size.
 *
 * @param home folder of all files of an embedded store; for a remote store, the folder of this
 *     process's backout counts, or null to keep them only in memory; null for a store in memory
 * @param brokerUrl {@code tcp://host:port} of an Artemis that runs elsewhere; empty to embed one
 * @param user with which to connect to the remote broker; empty with an embedded one, which makes
 *     its own
 * @param password of that user
 * @param brokerTls certificates for the connection to the remote broker; {@link Certificates#NONE}
 *     for plain text by choice, null if nothing was chosen
 * @param acceptors addresses on which an embedded store listens; none: only this process can
 *     connect
 * @param users users that can connect, in addition to the generated user of the home folder
 * @param maxMessageBytes maximum number of bytes of a message, without the MQMD
 * @param journal journal settings of an embedded store
 * @param units maximum size of a unit of work
 * @param queueCacheMaxSize queues that a session keeps resolved to put to them
 */
public record QueueStoreSettings(
        @Nullable Path home,
        String brokerUrl,
        String user,
        Secret password,
        @Nullable Certificates brokerTls,
        List<Acceptor> acceptors,
        List<StoreUser> users,
        int maxMessageBytes,
        Journal journal,
        UnitLimits units,
        int queueCacheMaxSize) {

    public static final int DEFAULT_QUEUE_CACHE = 10_000;

    public QueueStoreSettings {
        Objects.requireNonNull(brokerUrl);
        Objects.requireNonNull(user);
        Objects.requireNonNull(password);
        Objects.requireNonNull(journal);
        Objects.requireNonNull(units);
        acceptors = List.copyOf(acceptors);
        users = List.copyOf(users);
        if (maxMessageBytes < 1) {
            throw new IllegalArgumentException("maxMessageBytes " + maxMessageBytes);
        }
        if (queueCacheMaxSize < 0) {
            throw new IllegalArgumentException("queueCacheMaxSize " + queueCacheMaxSize);
        }
    }

    /** Returns settings for a store in memory. */
    public static QueueStoreSettings inMemory() {
        return new QueueStoreSettings(
                null,
                "",
                "",
                Secret.NONE,
                null,
                List.of(),
                List.of(),
                Limits.DEFAULTS.messageBytes(),
                Journal.DEFAULT,
                UnitLimits.DEFAULT,
                DEFAULT_QUEUE_CACHE);
    }

    /** Returns settings for a store embedded in this process that other processes cannot reach. */
    public static QueueStoreSettings embedded(Path home) {
        return inMemory().withHome(Objects.requireNonNull(home));
    }

    /** Returns settings for a remote broker. */
    public static QueueStoreSettings remote(String brokerUrl, String user, Secret password) {
        return inMemory().withBroker(brokerUrl, user, password);
    }

    public QueueStoreSettings withHome(Path value) {
        return new QueueStoreSettings(
                value,
                brokerUrl,
                user,
                password,
                brokerTls,
                acceptors,
                users,
                maxMessageBytes,
                journal,
                units,
                queueCacheMaxSize);
    }

    /** Returns these settings with the URL and credentials of a remote broker. */
    public QueueStoreSettings withBroker(String url, String userName, Secret secret) {
        return new QueueStoreSettings(
                home,
                url,
                userName,
                secret,
                brokerTls,
                acceptors,
                users,
                maxMessageBytes,
                journal,
                units,
                queueCacheMaxSize);
    }

    public QueueStoreSettings withBrokerTls(Certificates value) {
        return new QueueStoreSettings(
                home,
                brokerUrl,
                user,
                password,
                value,
                acceptors,
                users,
                maxMessageBytes,
                journal,
                units,
                queueCacheMaxSize);
    }

    public QueueStoreSettings withAcceptors(List<Acceptor> value) {
        return new QueueStoreSettings(
                home,
                brokerUrl,
                user,
                password,
                brokerTls,
                value,
                users,
                maxMessageBytes,
                journal,
                units,
                queueCacheMaxSize);
    }

    public QueueStoreSettings withUsers(List<StoreUser> value) {
        return new QueueStoreSettings(
                home,
                brokerUrl,
                user,
                password,
                brokerTls,
                acceptors,
                value,
                maxMessageBytes,
                journal,
                units,
                queueCacheMaxSize);
    }

    public QueueStoreSettings withMaxMessageBytes(int value) {
        return new QueueStoreSettings(
                home,
                brokerUrl,
                user,
                password,
                brokerTls,
                acceptors,
                users,
                value,
                journal,
                units,
                queueCacheMaxSize);
    }

    public QueueStoreSettings withJournal(Journal value) {
        return new QueueStoreSettings(
                home,
                brokerUrl,
                user,
                password,
                brokerTls,
                acceptors,
                users,
                maxMessageBytes,
                value,
                units,
                queueCacheMaxSize);
    }

    public QueueStoreSettings withUnits(UnitLimits value) {
        return new QueueStoreSettings(
                home,
                brokerUrl,
                user,
                password,
                brokerTls,
                acceptors,
                users,
                maxMessageBytes,
                journal,
                value,
                queueCacheMaxSize);
    }

    public QueueStoreSettings withQueueCacheMaxSize(int value) {
        return new QueueStoreSettings(
                home,
                brokerUrl,
                user,
                password,
                brokerTls,
                acceptors,
                users,
                maxMessageBytes,
                journal,
                units,
                value);
    }

    /**
     * Journal settings of an embedded store.
     *
     * @param syncMicros microseconds that a commit waits for others to share its forced write;
     *     {@link #CALIBRATE} for about the time that a forced write takes on this disk, measured
     *     when the home folder is first used; 0 for one forced write a commit
     * @param force whether a commit waits until the disk has the data; false loses committed
     *     messages when the power fails, and is for development only
     * @param diskFullPercent disk usage in percent at which puts are rejected with STORE_DISK_FULL
     * @param acceptDamage whether a store with damaged files is opened: intact data is kept, and
     *     damaged data is logged
     */
    public record Journal(
            int syncMicros, boolean force, int diskFullPercent, boolean acceptDamage) {

        public static final int CALIBRATE = -1;

        public static final Journal DEFAULT = new Journal(CALIBRATE, true, 95);

        public Journal {
            if (syncMicros < CALIBRATE || diskFullPercent < 1 || diskFullPercent > 100) {
                throw new IllegalArgumentException(
                        "not a journal's settings: " + syncMicros + ", " + diskFullPercent);
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
