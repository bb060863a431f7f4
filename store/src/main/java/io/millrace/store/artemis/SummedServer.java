package io.millrace.store.artemis;

import io.millrace.store.journal.SummedFileFactory;

import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.io.IOCriticalErrorListener;
import org.apache.activemq.artemis.core.journal.Journal;
import org.apache.activemq.artemis.core.persistence.StorageManager;
import org.apache.activemq.artemis.core.persistence.impl.journal.JournalStorageManager;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.apache.activemq.artemis.utils.ExecutorFactory;
import org.apache.activemq.artemis.utils.critical.CriticalAnalyzer;

import java.util.concurrent.ScheduledExecutorService;

/** An Artemis server whose journal of messages has sums. */
final class SummedServer extends ActiveMQServerImpl {

    SummedServer(Configuration configuration, ActiveMQSecurityManager security) {
        super(configuration, security);
    }

    @Override
    protected StorageManager createStorageManager() {
        Storage storage =
                new Storage(
                        getConfiguration(),
                        getCriticalAnalyzer(),
                        executorFactory,
                        scheduledPool,
                        ioExecutorFactory,
                        ioCriticalErrorListener);
        getCriticalAnalyzer().add(storage);
        return storage;
    }

    /** Artemis' own storage, but for how the journal's files are written. */
    private static final class Storage extends JournalStorageManager {

        private Storage(
                Configuration configuration,
                CriticalAnalyzer analyzer,
                ExecutorFactory executors,
                ScheduledExecutorService timer,
                ExecutorFactory ioExecutors,
                IOCriticalErrorListener listener) {
            super(configuration, analyzer, executors, timer, ioExecutors, listener);
        }

        /** Called when Artemis' own files are ready to be used, and have not been. */
        @Override
        protected Journal createMessageJournal(
                Configuration config, IOCriticalErrorListener listener, int fileBytes) {
            journalFF =
                    new SummedFileFactory(
                            config.getJournalLocation(),
                            config.getJournalBufferSize_NIO(),
                            config.getJournalBufferTimeout_NIO(),
                            listener,
                            getCriticalAnalyzer());
            journalFF.setDatasync(config.isJournalDatasync());
            return super.createMessageJournal(config, listener, fileBytes);
        }
    }
}
