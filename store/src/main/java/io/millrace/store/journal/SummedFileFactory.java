package io.millrace.store.journal;

import org.apache.activemq.artemis.core.io.IOCriticalErrorListener;
import org.apache.activemq.artemis.core.io.SequentialFile;
import org.apache.activemq.artemis.core.io.nio.NIOSequentialFileFactory;
import org.apache.activemq.artemis.utils.critical.CriticalAnalyzer;

import java.io.File;

/** Makes the files of a journal that collects its records: each write carries a sum. */
public final class SummedFileFactory extends NIOSequentialFileFactory {

    /**
     * @param folder that of the journal
     * @param bufferBytes how much is collected at most
     * @param bufferNanos how long it is collected at most
     * @param listener is told of failures of the disk
     * @param analyzer null where nobody analyzes
     */
    public SummedFileFactory(
            File folder,
            int bufferBytes,
            int bufferNanos,
            IOCriticalErrorListener listener,
            CriticalAnalyzer analyzer) {
        super(folder, true, bufferBytes, bufferNanos, 1, false, listener, analyzer);
    }

    @Override
    public SequentialFile createSequentialFile(String name) {
        return new SummedFile(this, journalDir, name);
    }
}
