package io.millrace.store;

import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** The contract over an Artemis in this process, the same for all tests that do not close it. */
class EmbeddedArtemisTest extends QueueStoreContract {

    @TempDir static Path home;

    private static QueueStore shared;

    @Override
    QueueStore open() {
        if (shared == null || isDown(shared)) {
            QueueStoreSettings settings =
                    TestSettings.embedded(home).withMaxMessageBytes(MAX_MESSAGE).withUnits(UNITS);
            shared =
                    QueueStores.load(EmbeddedArtemisTest.class.getClassLoader())
                            .provider(QueueStores.ARTEMIS)
                            .open(settings);
        }
        return shared;
    }

    @AfterAll
    static void close() {
        shared.close();
    }
}
