package io.millrace.store.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import io.millrace.engine.queue.QueueStoreSettings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;

/** What the log reports about a home folder that the store creates. */
class NewHomeTest {

    @Test
    void aNewHomeFolderIsNotReportedAsDamaged(@TempDir Path folder) {
        Logger checks = (Logger) LoggerFactory.getLogger("io.millrace.store.journal.FileCheck");
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.start();
        checks.setLevel(Level.WARN);
        checks.addAppender(events);
        try {
            QueueStoreSettings settings = QueueStoreSettings.embedded(folder.resolve("home"));
            ArtemisStore.embed(settings).close();
            ArtemisStore.embed(settings).close();
        } finally {
            checks.detachAppender(events);
            checks.setLevel(null);
        }
        assertThat(events.list).isEmpty();
    }
}
