package io.millrace.store.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.store.CapturedLog;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** What the log reports about a home folder that the store creates. */
class NewHomeTest {

    @Test
    void aNewHomeFolderIsNotReportedAsDamaged(@TempDir Path folder) {
        try (CapturedLog checks = new CapturedLog("io.millrace.store.journal.FileCheck")) {
            QueueStoreSettings settings = QueueStoreSettings.embedded(folder.resolve("home"));
            ArtemisStore.embed(settings).close();
            ArtemisStore.embed(settings).close();
            assertThat(checks.messages()).isEmpty();
        }
    }
}
