package io.millrace.store.artemis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreProvider;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;
import io.millrace.engine.resource.Endpoint;
import io.millrace.store.artemis.embedded.EmbeddedBroker;
import io.millrace.store.home.Credentials;
import io.millrace.store.home.HomeFolder;
import io.millrace.store.home.StoreErrors;

import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/** A provider of stores on Artemis, embedded or remote; found by ServiceLoader. */
public final class ArtemisProvider implements QueueStoreProvider {

    private static final long ATTACH_MILLIS = 10_000;

    private final long answerMillis;

    public ArtemisProvider() {
        this(ATTACH_MILLIS);
    }

    /**
     * @param answerMillis time in milliseconds after which a broker on this machine is reported as
     *     not responding
     */
    ArtemisProvider(long answerMillis) {
        this.answerMillis = answerMillis;
    }

    @Override
    public String name() {
        return QueueStores.ARTEMIS;
    }

    @Override
    public QueueStore open(QueueStoreSettings settings) {
        Endpoint broker = settings.broker();
        return broker == null
                ? ArtemisStore.embed(settings)
                : ArtemisStore.connect(broker, settings);
    }

    @Override
    public boolean isHome(Path folder) {
        return HomeFolder.isHome(folder);
    }

    @Override
    public Optional<QueueStore> attach(Path home) {
        if (!HomeFolder.isLocked(home)) {
            return Optional.empty();
        }
        Credentials credentials = Credentials.left(home);
        String core = Acceptor.Protocol.CORE.name().toLowerCase(Locale.ROOT);
        Properties running = ports(home);
        String address = running.getProperty(core);
        if (address == null) {
            throw new MillraceException(
                    ErrorCode.QUEUE_STORE_DOWN,
                    "a process uses the queues in "
                            + home
                            + ", but accepts no connections: it is starting (try again), or it is a"
                            + " program that embeds the broker without a CORE acceptor, or "
                            + home.resolve(EmbeddedBroker.PORTS)
                            + " was deleted or changed (restart the process, which writes it)");
        }
        String process = "(process " + running.getProperty("pid") + ")";
        try {
            return Optional.of(
                    ArtemisStore.attach(
                            "tcp://" + address,
                            "in " + home + " " + process,
                            credentials,
                            answerMillis,
                            EmbeddedBroker.definitions(home)));
        } catch (MillraceException e) {
            throw e.getCause() instanceof ActiveMQSecurityException
                    ? StoreErrors.credentialsChanged(home.resolve(Credentials.FILE), process, e)
                    : e;
        }
    }

    private static Properties ports(Path home) {
        Path file = home.resolve(EmbeddedBroker.PORTS);
        try {
            return HomeFolder.read(file);
        } catch (MillraceException e) {
            throw new MillraceException(
                    ErrorCode.QUEUE_STORE_DOWN,
                    "the ports of the running broker cannot be read, as "
                            + file
                            + " is damaged; restart the broker",
                    e);
        }
    }
}
