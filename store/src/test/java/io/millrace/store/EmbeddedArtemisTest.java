package io.millrace.store;

import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract over an Artemis in this process. */
class EmbeddedArtemisTest extends QueueStoreContract {

    @TempDir
    Path home;

    @Override
    QueueStore open() {
        QueueStoreSettings settings =
                QueueStoreSettings.embedded(home).withMaxMessageBytes(MAX_MESSAGE);
        return QueueStores.load(getClass().getClassLoader())
                .provider(QueueStores.ARTEMIS)
                .open(settings);
    }
}
