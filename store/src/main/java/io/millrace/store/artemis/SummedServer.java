package io.millrace.store.artemis;

import io.millrace.store.journal.SummedFileFactory;

import org.apache.activemq.artemis.api.core.ActiveMQBuffer;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.io.IOCriticalErrorListener;
import org.apache.activemq.artemis.core.io.SequentialFile;
import org.apache.activemq.artemis.core.journal.Journal;
import org.apache.activemq.artemis.core.journal.impl.JournalFile;
import org.apache.activemq.artemis.core.journal.impl.JournalImpl;
import org.apache.activemq.artemis.core.persistence.StorageManager;
import org.apache.activemq.artemis.core.persistence.impl.journal.JournalStorageManager;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;
import org.apache.activemq.artemis.utils.ExecutorFactory;
import org.apache.activemq.artemis.utils.critical.CriticalAnalyzer;

import java.util.Arrays;
import java.util.concurrent.ScheduledExecutorService;

/** An Artemis server whose journal of messages has sums, and which looks at the free space. */
final class SummedServer extends ActiveMQServerImpl {

    private final DiskSpace space;

    SummedServer(Configuration configuration, ActiveMQSecurityManager security, DiskSpace space) {
        super(configuration, security);
        this.space = space;
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

    /** Artemis' own storage, but for how files are written and when the journal is compacted. */
    private final class Storage extends JournalStorageManager {

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
            return new JournalImpl(
                    ioExecutorFactory,
                    fileBytes,
                    config.getJournalMinFiles(),
                    config.getJournalPoolFiles(),
                    config.getJournalCompactMinFiles(),
                    config.getJournalCompactPercentage(),
                    config.getJournalFileOpenTimeout(),
                    journalFF,
                    "activemq-data",
                    "amq",
                    journalFF.getMaxIO(),
                    0,
                    listener,
                    config.getJournalMaxAtticFiles()) {

                /** Without room for the copies it would end the broker. */
                @Override
                public synchronized void compact() {
                    long live =
                            Arrays.stream(getDataFiles()).mapToLong(JournalFile::getLiveSize).sum();
                    if (space.hasRoomFor(live)) {
                        super.compact();
                    }
                }
            };
        }

        @Override
        public void addBytesToLargeMessage(SequentialFile file, long id, ActiveMQBuffer bytes)
                throws Exception {
            space.write(
                    id, bytes.readableBytes(), () -> super.addBytesToLargeMessage(file, id, bytes));
        }

        @Override
        public void addBytesToLargeMessage(SequentialFile file, long id, byte[] bytes)
                throws Exception {
            space.write(id, bytes.length, () -> super.addBytesToLargeMessage(file, id, bytes));
        }
    }
}
