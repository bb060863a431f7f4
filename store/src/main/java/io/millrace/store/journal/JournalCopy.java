package io.millrace.store.journal;

import io.millrace.engine.error.EventLog;

import org.slf4j.Logger;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * A copy of a small journal, from which the journal is restored if its files are damaged. The copy
 * is a ZIP file next to the folder of the journal, replaced as a whole. Safe for use by several
 * threads.
 */
public final class JournalCopy {

    private static final Logger LOG = EventLog.of(JournalCopy.class);

    /** Minimum length of a restored file. */
    private static final int MIN_BYTES = 1 << 20;

    private final FileLedger ledger;
    private final Path journal;
    private final Path copy;

    /** A file of the journal and the number of its use. */
    private record Part(Path file, long number) {}

    /**
     * @param ledger ledger that lists the journal's files
     * @param journal folder of the journal
     */
    public JournalCopy(FileLedger ledger, Path journal) {
        this.ledger = ledger;
        this.journal = journal;
        this.copy = journal.resolveSibling(journal.getFileName() + ".zip");
    }

    /** Returns the file of the copy. */
    public Path file() {
        return copy;
    }

    /**
     * Replaces the copy, unless files of the journal are replaced meanwhile. A failure is logged.
     *
     * @return false if the journal was compacted meanwhile and the copy must be written again
     */
    public synchronized boolean write() {
        Path next = copy.resolveSibling(copy.getFileName() + ".new");
        try (FileChannel channel =
                FileChannel.open(
                        next,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            List<Part> parts = parts();
            ZipOutputStream zip = new ZipOutputStream(Channels.newOutputStream(channel));
            for (Part part : parts) {
                zip.putNextEntry(new ZipEntry(part.file().getFileName().toString()));
                FileState state = ledger.state(part.file());
                try (InputStream bytes = Files.newInputStream(part.file())) {
                    long length = state == null ? Files.size(part.file()) : state.length();
                    zip.write(bytes.readNBytes((int) length));
                }
                zip.closeEntry();
            }
            zip.finish();
            channel.force(true);
            if (!parts.equals(parts())) {
                return false;
            }
            Files.move(
                    next,
                    copy,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            return true;
        } catch (NoSuchFileException removed) {
            return !Files.isDirectory(journal);
        } catch (ClosedByInterruptException stopped) {
            return true; // the broker ends, and the next start writes the copy
        } catch (IOException e) {
            LOG.warn(
                    "the copy {} of the definitions of queues cannot be written: {}",
                    copy,
                    e.toString());
            return true;
        }
    }

    private List<Part> parts() throws IOException {
        try (Stream<Path> files = Files.list(journal)) {
            List<Part> parts = new ArrayList<>();
            for (Path file :
                    files.filter(f -> f.toString().endsWith(extension())).sorted().toList()) {
                parts.add(new Part(file, FileSum.head(file)));
            }
            return parts;
        }
    }

    private String extension() {
        return "." + journal.getFileName();
    }

    /**
     * Moves the files of the journal aside, and replaces them with the files of the copy.
     *
     * @return whether an intact copy exists
     */
    public synchronized boolean restore() throws IOException {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(copy))) {
            for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
                contents.put(e.getName(), zip.readAllBytes());
            }
        } catch (IOException e) {
            LOG.warn(
                    "the copy {} of the definitions of queues cannot be read: {}",
                    copy,
                    e.toString());
            return false;
        }
        Files.createDirectories(journal);
        long length = MIN_BYTES;
        for (Part part : parts()) {
            length = Math.max(length, Files.size(part.file()));
            ledger.remove(part.file());
            FileSum.moveAside(ledger.folder(), part.file());
        }
        for (Map.Entry<String, byte[]> content : contents.entrySet()) {
            Path file = journal.resolve(content.getKey());
            Files.write(file, content.getValue());
            FileSum.pad(file, length);
        }
        return !contents.isEmpty();
    }
}
