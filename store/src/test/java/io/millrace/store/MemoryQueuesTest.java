package io.millrace.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.queue.MemoryQueues;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryQueuesTest extends QueueStoreContract {

    @Override
    QueueStore open() {
        QueueStoreSettings settings =
                QueueStoreSettings.inMemory().withMaxMessageBytes(MAX_MESSAGE).withUnits(UNITS);
        return QueueStores.load(getClass().getClassLoader())
                .provider(QueueStores.MEMORY)
                .open(settings);
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void theStoreIsFoundByItsName() {
        assertThat(store).isInstanceOf(MemoryQueues.class);
    }
}
