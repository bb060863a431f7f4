package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreProvider;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;

import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The option {@code --home}, and its queues: those of the broker that runs there, or the store
 * itself.
 */
final class HomeFolder {

    static final String DEFAULT = ".millrace";

    @Option(
            names = "--home",
            paramLabel = "DIR",
            defaultValue = DEFAULT,
            description = "The broker's home folder (default: ${DEFAULT-VALUE}).")
    private Path home;

    Path path() {
        return home;
    }

    /**
     * Returns the queues of this home, through the broker that runs on it. Without a broker, this
     * process opens them.
     *
     * @param create whether a home that does not exist is created
     */
    QueueStore open(boolean create) {
        QueueStoreProvider artemis = artemis();
        if (!create && !Files.isDirectory(home)) {
            throw missing();
        }
        return artemis.attach(home)
                .orElseGet(() -> artemis.open(QueueStoreSettings.embedded(home)));
    }

    /** Returns the queues of the broker that runs on this home; empty if none does. */
    Optional<QueueStore> attach() {
        if (!Files.isDirectory(home)) {
            throw missing();
        }
        return artemis().attach(home);
    }

    private static QueueStoreProvider artemis() {
        return QueueStores.load(HomeFolder.class.getClassLoader()).provider(QueueStores.ARTEMIS);
    }

    private MillraceException missing() {
        return new MillraceException(
                ErrorCode.FILE_UNREADABLE,
                "the home folder "
                        + home
                        + """
                         does not exist: run an application first, or specify another \
                        folder with --home\
                        """);
    }
}
