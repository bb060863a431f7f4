package io.millrace.store;

import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;

import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** The contract over an Artemis in this process. */
class EmbeddedArtemisTest extends QueueStoreContract {

    @TempDir Path home;

    @Override
    QueueStore open() {
        QueueStoreSettings settings =
                TestSettings.embedded(home).withMaxMessageBytes(MAX_MESSAGE).withUnits(UNITS);
        return QueueStores.load(getClass().getClassLoader())
                .provider(QueueStores.ARTEMIS)
                .open(settings);
    }
}
