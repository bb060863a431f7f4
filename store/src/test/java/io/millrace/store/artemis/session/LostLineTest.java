package io.millrace.store.artemis.session;

import static io.millrace.store.TestSettings.assertCode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.arjuna.ats.arjuna.coordinator.ActionManager;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.work.Coordinator;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisStore;
import io.millrace.store.home.Credentials;
import io.millrace.store.xa.NarayanaProvider;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** Units over a broker elsewhere whose session is lost in their midst. */
class LostLineTest {

    private static final QueueMessage MESSAGE =
            new QueueMessage(new Mqmd().persistence(Mqmd.PERSISTENCE_YES), Bytes.utf8("order"));

    @TempDir Path home;

    private ArtemisStore queues;
    private ArtemisStore store;
    private Coordinator coordinator;

    @BeforeEach
    void open() {
        queues =
                ArtemisStore.embed(
                        TestSettings.embedded(home.resolve("queues"), Acceptor.Protocol.CORE));
        String url = "tcp://" + Acceptor.LOOPBACK + ":" + queues.listening().getFirst().port();
        Credentials credentials = queues.broker().connections().credentials();
        store =
                ArtemisStore.connect(
                        TestSettings.endpoint(url, credentials),
                        TestSettings.embedded(home.resolve("flows")));
        coordinator = new NarayanaProvider().open(home.resolve("transactions"));
        coordinator.register(store);
        for (String queue : List.of("IN", "OUT")) {
            queues.create(new QueueDefinition(queue, 1, true, 0, ""));
        }
        try (QueueSession session = queues.session()) {
            session.put("IN", MESSAGE, false);
        }
    }

    @AfterEach
    void close() {
        coordinator.close();
        store.close();
        queues.close();
    }

    /** Else what the unit puts would be committed, and the message come again. */
    @Test
    void aBranchDoesNotBeginInAnotherSessionThanTheMessageCameFrom() {
        UnitOfWork unit = new UnitOfWork(coordinator);
        try (ArtemisSession session = (ArtemisSession) store.session(unit)) {
            QueueReader reader = session.reader("IN");
            session.openUnit().close();
            int before = ActionManager.manager().getNumberOfInflightTransactions();
            MillraceException lost = catchThrowableOfType(MillraceException.class, session::begin);
            assertThat(lost.code()).isEqualTo(ErrorCode.QUEUE_STORE_DOWN);
            assertThat(ActionManager.manager().getNumberOfInflightTransactions()).isEqualTo(before);
            unit.rollback();

            assertThat(reader.receive(20_000)).isNotNull();
            session.put("OUT", MESSAGE, true);
            unit.commit();
        }
        assertThat(queues.browse("IN", 1)).isEmpty();
        assertThat(queues.browse("OUT", 2)).hasSize(1);
    }

    @Test
    void aUnitWhoseSessionWasLostCannotGoOnInAnother() throws Exception {
        try (ArtemisSession session = (ArtemisSession) queues.session()) {
            queues.create(QueueDefinition.named("Q"));
            session.put("Q", MESSAGE, true);
            session.unitLine().close();
            assertCode(ErrorCode.QUEUE_STORE_DOWN, () -> session.put("Q", MESSAGE, true));
            assertCode(ErrorCode.QUEUE_STORE_DOWN, session::commit);
            session.put("Q", MESSAGE, true);
            session.commit();
            QueueReader reader = session.reader("Q");
            assertThat(reader.receive(20_000)).isNotNull();
            assertThat(reader.receive(0)).isNull();
        }
    }
}
