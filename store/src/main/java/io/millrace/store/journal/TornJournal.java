package io.millrace.store.journal;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;

import org.apache.activemq.artemis.core.journal.impl.JournalImpl;
import org.slf4j.Logger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A journal that was not closed normally, before it is opened again. After a power failure, parts
 * of the data that was written but not forced can be on disk. Artemis would read anything in it
 * that looks like records. Such data is at the end of the journal and was never acknowledged. So
 * the journal is cut before it, back to the last forced state or slightly later. Changed data that
 * is not at the end was forced once and changed later. This is damage, which a user must accept.
 *
 * <p>It keeps the last eight copies of changed files in a subfolder of the journal's folder. Only
 * one thread can use it, while the journal is not open.
 */
final class TornJournal {

    private static final Logger LOG = EventLog.of(TornJournal.class);

    /** Folder of the copies, in the journal's folder. */
    static final String COPIES = "torn";

    private static final int MAX_COPIES = 8;

    private final Path folder;
    private final String extension;
    private final boolean forced;

    /**
     * @param folder folder of the journal; can be missing
     * @param extension extension of its files' names
     * @param forced whether data is always forced to disk before it is acknowledged
     */
    TornJournal(Path folder, String extension, boolean forced) {
        this.folder = folder;
        this.extension = extension;
        this.forced = forced;
    }

    Path folder() {
        return folder;
    }

    /**
     * Searches for data that was forced and has changed since then. Does not change any file.
     *
     * @param settled names of files that need not be read
     */
    Optional<FileLedger.Damage> damage(Set<String> settled) throws IOException {
        List<Path> files = files(settled);
        for (int i = 0; i < files.size(); i++) {
            FlushChain chain = FlushChain.read(files.get(i));
            // A file was full and forced before the next one was started.
            boolean full =
                    chain.isTorn() && forced && hasRecords(files.subList(i + 1, files.size()));
            if (chain.isDamaged() || full) {
                return Optional.of(
                        new FileLedger.Damage(
                                chain.file().getFileName().toString(),
                                chain.file(),
                                "differs from the data forced to disk, from byte "
                                        + chain.end()
                                        + " on"));
            }
            if (chain.isTorn()) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static boolean hasRecords(List<Path> files) throws IOException {
        return !used(files).isEmpty();
    }

    /**
     * Removes the remains of an interrupted write and logs it.
     *
     * @param settled names of files that need not be read
     * @param killed whether the process was killed while the machine continued to run; then all
     *     complete writes have been checked
     */
    void cut(Set<String> settled, boolean killed) throws IOException {
        List<Path> files = files(settled);
        for (int i = 0; i < files.size(); i++) {
            FlushChain chain = FlushChain.read(files.get(i));
            if (chain.isTorn()) {
                cut(chain, used(files.subList(i + 1, files.size())), killed);
                return;
            }
        }
    }

    /**
     * Removes changed data at any position and logs it. A whole write is removed, including
     * acknowledged records.
     */
    void acceptDamage() throws IOException {
        for (Path file : files(Set.of())) {
            FlushChain chain = FlushChain.read(file);
            if (chain.isTorn() || chain.isDamaged()) {
                keep(file);
            }
            while (chain.isTorn() || chain.isDamaged()) {
                int records = chain.leaveOut();
                LOG.warn(
                        """
                        {} the journal file {} differs from the data written from byte {} on: the \
                        write at that byte ({} readable records) is removed, because damage is \
                        accepted; a copy \
                        of the file is in {}\
                        """,
                        ErrorCode.STORE_DAMAGED.id(),
                        file,
                        chain.end(),
                        records,
                        folder.resolve(COPIES));
                chain = FlushChain.read(file);
            }
        }
    }

    /** Returns the files in the order in which they were written. */
    private List<Path> files(Set<String> sound) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        record Numbered(Path file, long number) {}
        List<Numbered> numbered = new ArrayList<>();
        try (Stream<Path> found = Files.list(folder)) {
            for (Path file : found.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(extension)
                        && !sound.contains(name)
                        && Files.size(file) > JournalImpl.SIZE_HEADER + Flush.SIZE) {
                    numbered.add(new Numbered(file, number(file)));
                }
            }
        }
        return numbered.stream()
                .sorted(Comparator.comparingLong(Numbered::number))
                .map(Numbered::file)
                .toList();
    }

    private static long number(Path file) throws IOException {
        ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.read(number, SummedFile.NUMBER_AT);
        }
        return number.getLong(0);
    }

    private static List<Path> used(List<Path> files) throws IOException {
        List<Path> used = new ArrayList<>();
        for (Path file : files) {
            if (FlushChain.read(file).holdsRecords()) {
                used.add(file);
            }
        }
        return used;
    }

    private void cut(FlushChain torn, List<Path> later, boolean killed) throws IOException {
        keep(torn.file());
        // The last file first: if the process ends during this step, the rest is still detected as
        // torn.
        for (Path file : later.reversed()) {
            keep(file);
            Files.delete(file);
        }
        int records = torn.cut();
        if (killed) {
            LOG.info(
                    """
                    the last write to {} was interrupted when the process ended: {} records \
                    after byte {}, none of them acknowledged, were removed\
                    """,
                    torn.file(),
                    records,
                    torn.end());
        } else {
            LOG.warn(
                    """
                    {} the journal file {} is incomplete from byte {} on: {} records there{} \
                    were removed, with copies in {}. {}\
                    """,
                    ErrorCode.JOURNAL_TORN.id(),
                    torn.file(),
                    torn.end(),
                    records,
                    later.isEmpty() ? "" : " and the files " + later,
                    folder.resolve(COPIES),
                    cause());
        }
    }

    private String cause() {
        return forced
                ? """
                After a loss of power or a crash of the system, this is the write that was \
                interrupted, and none of its data was acknowledged. If the system did not stop, \
                acknowledged messages may be lost: check the disk\
                """
                : "Because force is false, the removed records can contain acknowledged messages";
    }

    private void keep(Path file) throws IOException {
        Path copies = Files.createDirectories(folder.resolve(COPIES));
        Path copy = copies.resolve(System.currentTimeMillis() + "-" + file.getFileName());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        List<Path> kept;
        try (Stream<Path> found = Files.list(copies)) {
            kept = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path old : kept.subList(Math.min(MAX_COPIES, kept.size()), kept.size())) {
            Files.delete(old);
        }
    }
}
