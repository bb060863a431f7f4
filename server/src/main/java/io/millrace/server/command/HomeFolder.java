package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreProvider;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;
import io.millrace.server.console.Console;

import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The option {@code --home} and access to the queues of the home folder, through the running broker
 * or directly through the store.
 */
final class HomeFolder {

    static final String DEFAULT = ".millrace";

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description =
                    """
                    The broker's home folder. Default: the home folder of the only running broker; if none \
                    runs, .millrace in the current folder.\
                    """)
    private Path home;

    /** Returns the chosen home folder. Must be called after {@link #open} or {@link #attach}. */
    Path path() {
        return home;
    }

    /** Returns the home folder of the option or, without the option, of the only running broker. */
    Path chosen(Console console) {
        choose(console);
        return home;
    }

    /** Returns the home folder that the user specified; null if none was specified. */
    Path given() {
        return home;
    }

    /** Whether the user specified the option. */
    boolean isGiven() {
        return home != null;
    }

    /**
     * Chooses the home folder of the only running broker if no home folder was specified. Fails if
     * several home folders are possible.
     */
    private void choose(Console console) {
        if (home != null) {
            return;
        }
        Path initial = Path.of(DEFAULT);
        List<Path> running = RunningBrokers.homes();
        if (running.isEmpty() || running.contains(RunningBrokers.normal(initial))) {
            home = initial;
        } else if (running.size() == 1 && !Files.isDirectory(initial)) {
            home = running.getFirst();
            console.report("broker: " + home);
        } else {
            String stopped =
                    Files.isDirectory(initial)
                            ? ", but not on " + DEFAULT + " in the current folder"
                            : "";
            throw Usage.wrong(
                    "--home",
                    "must be specified: brokers run on "
                            + running.stream().map(Path::toString).collect(Collectors.joining(", "))
                            + stopped);
        }
    }

    /**
     * Returns the queues of this home folder, through the broker that uses it. If no broker uses
     * it, opens the queues in this process.
     *
     * @param create whether a home that does not exist is created
     */
    QueueStore open(boolean create, Console console) {
        choose(console);
        QueueStoreProvider artemis = artemis();
        if (!create) {
            checkExists();
        }
        return artemis.attach(home)
                .orElseGet(() -> artemis.open(QueueStoreSettings.embedded(home)));
    }

    /** Returns the queues of the broker that uses this home folder; empty if no broker uses it. */
    Optional<QueueStore> attach(Console console) {
        choose(console);
        checkExists();
        return artemis().attach(home);
    }

    /** Whether a path is the home folder of a broker. */
    static boolean isHome(Path path) {
        return Files.isDirectory(path) && artemis().isHome(path);
    }

    private static QueueStoreProvider artemis() {
        return QueueStores.load(HomeFolder.class.getClassLoader()).provider(QueueStores.ARTEMIS);
    }

    private void checkExists() {
        if (Files.isDirectory(home) && !(Files.isReadable(home) && Files.isExecutable(home))) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    "permission to read the home folder "
                            + home
                            + " is denied to this user: run the command as the user of the broker");
        }
        String start =
                ": start a server with ./millrace server --home %s, or specify".formatted(home);
        String found =
                Files.isRegularFile(home)
                        ? " is a file, not a folder: specify"
                        : (Files.isDirectory(home) ? " contains no queues" : " does not exist")
                                + start;
        if (!Files.isDirectory(home) || !artemis().isHome(home)) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    "the home folder " + home + found + " another folder with --home");
        }
    }
}
