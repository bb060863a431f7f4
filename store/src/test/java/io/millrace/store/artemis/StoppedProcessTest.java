package io.millrace.store.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** Processes that run on a home and do not respond. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class StoppedProcessTest {

    private static final long ANSWER_MILLIS = 1_500;

    @TempDir static Path home;

    private static BrokerProcess broker;

    @BeforeAll
    static void start() throws IOException {
        broker = BrokerProcess.start(home, "64m");
    }

    @AfterAll
    static void stop() throws IOException {
        broker.close();
    }

    @Test
    void aStoppedProcessIsReportedWithItsHomeAndWhatToDo() throws Exception {
        signal("STOP");
        try {
            assertReported(() -> attach().close());
        } finally {
            signal("CONT");
        }
    }

    @Test
    void oneThatIsStoppedDuringTheWorkIsReportedToo() throws Exception {
        try (QueueStore store = attach();
                QueueSession session = store.session();
                QueueReader reader = session.reader(BrokerProcess.QUEUE)) {
            assertThat(reader.receive(1)).isNull();
            QueueMessage message = new QueueMessage(new Mqmd(), Bytes.utf8("text"));
            signal("STOP");
            try {
                assertReported(() -> session.put(BrokerProcess.QUEUE, message, false));
                assertReported(() -> store.browse(BrokerProcess.QUEUE, 1));
                assertReported(store::status);
            } finally {
                signal("CONT");
            }
        }
    }

    private QueueStore attach() {
        return new ArtemisProvider(ANSWER_MILLIS).attach(home).orElseThrow();
    }

    private void assertReported(Runnable work) {
        MillraceException failure = catchThrowableOfType(MillraceException.class, work::run);
        assertThat(failure.code()).isEqualTo(ErrorCode.QUEUE_STORE_DOWN);
        assertThat(failure)
                .hasMessageContaining("does not respond")
                .hasMessageContaining(home.toString())
                .hasMessageContaining("process " + broker.pid())
                .hasMessageContaining("kill -CONT");
    }

    private static void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(broker.pid())).start().waitFor();
    }
}
