package io.millrace.store.artemis.embedded;

import io.millrace.store.journal.FileLedger;
import io.millrace.store.journal.SummedFileFactory;

import org.apache.activemq.artemis.api.core.ActiveMQBuffer;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.io.IOCriticalErrorListener;
import org.apache.activemq.artemis.core.io.SequentialFile;
import org.apache.activemq.artemis.core.io.SequentialFileFactory;
import org.apache.activemq.artemis.core.journal.Journal;
import org.apache.activemq.artemis.core.journal.impl.JournalFile;
import org.apache.activemq.artemis.core.journal.impl.JournalImpl;
import org.apache.activemq.artemis.core.paging.PagingStoreFactory;
import org.apache.activemq.artemis.core.paging.impl.PagingStoreFactoryNIO;
import org.apache.activemq.artemis.core.persistence.OperationContext;
import org.apache.activemq.artemis.core.persistence.StorageManager;
import org.apache.activemq.artemis.core.persistence.impl.journal.JournalStorageManager;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;

import java.io.File;
import java.util.Arrays;

/**
 * An Artemis server that lists its files in a ledger, adds checksums to its journals and checks the
 * free space.
 */
final class SummedServer extends ActiveMQServerImpl {

    private static final int BINDINGS_FILE_BYTES = 1 << 20;
    private static final int BINDINGS_MIN_FILES = 2;

    private final DiskSpace space;
    private FileLedger ledger;

    SummedServer(Configuration configuration, ActiveMQSecurityManager security, DiskSpace space) {
        super(configuration, security);
        this.space = space;
    }

    /** Sets the ledger. It must be called before the server is started. */
    void list(FileLedger files) {
        ledger = files;
    }

    @Override
    protected StorageManager createStorageManager() {
        Storage storage = new Storage();
        getCriticalAnalyzer().add(storage);
        return storage;
    }

    @Override
    protected PagingStoreFactory getPagingStoreFactory() {
        return new Pages();
    }

    /** The storage manager of Artemis, with file factories that maintain the ledger. */
    private final class Storage extends JournalStorageManager {

        private Storage() {
            super(
                    getConfiguration(),
                    SummedServer.this.getCriticalAnalyzer(),
                    SummedServer.this.executorFactory,
                    scheduledPool,
                    SummedServer.this.ioExecutorFactory,
                    SummedServer.this.ioCriticalErrorListener);
        }

        @Override
        protected void init(Configuration config, IOCriticalErrorListener listener) {
            super.init(config, listener);
            largeMessagesFactory =
                    SummedFileFactory.ofFiles(ledger, config.getLargeMessagesLocation(), listener);
        }

        /**
         * Creates the message journal. Artemis calls this method when its own files are created but
         * not yet used.
         */
        @Override
        protected Journal createMessageJournal(
                Configuration config, IOCriticalErrorListener listener, int fileBytes) {
            bindingsFF = factory(config, config.getBindingsLocation(), listener);
            originalBindingsJournal =
                    new JournalImpl(
                            ioExecutorFactory,
                            BINDINGS_FILE_BYTES,
                            BINDINGS_MIN_FILES,
                            config.getJournalPoolFiles(),
                            config.getJournalCompactMinFiles(),
                            config.getJournalCompactPercentage(),
                            config.getJournalFileOpenTimeout(),
                            bindingsFF,
                            "activemq-bindings",
                            "bindings",
                            1,
                            0,
                            listener,
                            config.getJournalMaxAtticFiles());
            bindingsJournal = originalBindingsJournal;
            journalFF = factory(config, config.getJournalLocation(), listener);
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

                /**
                 * Compacts the journal if the disk has enough space for the copies. Without enough
                 * space, compacting would end the broker.
                 */
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
            write(id, bytes.readableBytes(), () -> super.addBytesToLargeMessage(file, id, bytes));
        }

        @Override
        public void addBytesToLargeMessage(SequentialFile file, long id, byte[] bytes)
                throws Exception {
            write(id, bytes.length, () -> super.addBytesToLargeMessage(file, id, bytes));
        }

        private void write(long id, int bytes, DiskSpace.Write write) throws Exception {
            try {
                space.write(id, bytes, write);
            } catch (Exception e) {
                failUnit(e);
                throw e;
            }
        }

        /**
         * Makes the commit of a client's unit fail. A client does not wait for the result of a part
         * that it sends in a unit of work, so the unit would commit without the message.
         */
        private void failUnit(Exception cause) {
            OperationContext current = getContext();
            for (ServerSession session : getSessions()) {
                if (session.getSessionContext() == current && MessageChecks.isRemote(session)) {
                    session.markTXFailed(cause);
                }
            }
        }

        private SummedFileFactory factory(
                Configuration config, File folder, IOCriticalErrorListener listener) {
            SummedFileFactory factory =
                    SummedFileFactory.ofJournal(
                            ledger,
                            folder,
                            config.getJournalBufferSize_NIO(),
                            config.getJournalBufferTimeout_NIO(),
                            listener);
            factory.setDatasync(config.isJournalDatasync());
            return factory;
        }
    }

    /**
     * The factory of page files, which lists them in the ledger together with the file that
     * contains their address.
     */
    private final class Pages extends PagingStoreFactoryNIO {

        private Pages() {
            super(
                    SummedServer.this.getStorageManager(),
                    getConfiguration().getPagingLocation(),
                    getConfiguration().getPageSyncTimeout(),
                    scheduledPool,
                    pageExecutorFactory,
                    getConfiguration().isJournalSyncNonTransactional(),
                    ioCriticalErrorListener,
                    getConfiguration()::isPurgePageFolders);
        }

        @Override
        public synchronized SequentialFileFactory newFileFactory(SimpleString address)
                throws Exception {
            SequentialFileFactory factory = super.newFileFactory(address);
            ledger.add(factory.getDirectory().toPath().resolve(ADDRESS_FILE));
            return factory;
        }

        @Override
        public synchronized void removeFileFactory(SequentialFileFactory factory) throws Exception {
            ledger.removeBelow(factory.getDirectory().toPath());
            super.removeFileFactory(factory);
        }

        @Override
        protected SequentialFileFactory newFileFactory(String folder) {
            return SummedFileFactory.ofFiles(
                    ledger, new File(getDirectory(), folder), getCritialErrorListener());
        }
    }
}
