package io.millrace.store.artemis;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;
import io.millrace.engine.state.StateStore;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.store.TestSettings;
import io.millrace.testing.ProcessTraining;

import java.nio.file.Path;
import java.time.Clock;

/** Queues and state of an embedded store, used in the process and by a client. */
public final class StoreTraining implements ProcessTraining {

    private static final String QUEUE = "IN";

    @Override
    public void run(Path folder) {
        Acceptor.Protocol core = Acceptor.Protocol.CORE;
        try (ArtemisStore server = ArtemisStore.embed(TestSettings.embedded(folder, core))) {
            server.create(QueueDefinition.named(QUEUE));
            use(server);
            String url = "tcp://" + Acceptor.LOOPBACK + ":" + TestSettings.port(server, core);
            try (ArtemisStore client = StateProcess.connect(url, folder)) {
                use(client);
            }
        }
    }

    private static void use(ArtemisStore store) {
        UnitOfWork unit = new UnitOfWork();
        try (QueueSession session = store.session();
                State state =
                        new StateStore(store, Clock.systemUTC())
                                .open(
                                        "keys",
                                        StateLimits.DEFAULT,
                                        unit,
                                        () -> session,
                                        () -> false)) {
            session.put(QUEUE, new QueueMessage(new Mqmd(), Bytes.utf8("text")), true);
            state.put("key", Bytes.utf8("value"));
            unit.commit();
            session.reader(QUEUE).receive(1_000);
            session.commit();
        }
    }
}
