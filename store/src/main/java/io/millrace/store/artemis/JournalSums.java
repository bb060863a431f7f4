package io.millrace.store.artemis;

import io.millrace.engine.error.MillraceException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * What the journals were like when the store was last closed orderly: the length and sum of each
 * file, in a file of the home folder. A journal is read as far as it can be understood, without a
 * word about the rest; so a file that has changed since, or is missing, is told of before anything
 * is read of it. After another end the lengths alone are known here, as journals make their files
 * whole before they use them; {@link SealedFiles} knows more.
 */
final class JournalSums {

    private static final String FILE = "journal.sums";

    /** Folders of journals below the home folder: the queues', and the coordinator's. */
    private static final List<String> FOLDERS =
            List.of("journal", "bindings", "transactions/journal");

    /** The least lengths of files by the ends of their names. */
    private static final Map<String, Long> LENGTHS =
            Map.of(".amq", 10L << 20, ".bindings", 1L << 20, ".txlog", 2L << 20);

    private static final int AT_A_TIME = 1 << 18;

    private JournalSums() {}

    /**
     * Compares the files with what they were, and forgets that: what the store does from now on
     * changes them.
     *
     * @return whether all of them are known to be what they were
     * @throws MillraceException with STORE_DAMAGED
     */
    static boolean check(HomeFolder home) {
        Properties kept = home.read(FILE);
        try {
            Map<String, Path> files = files(home);
            for (Map.Entry<String, Path> file : files.entrySet()) {
                checkLength(home, file.getKey(), file.getValue());
            }
            for (String name : kept.stringPropertyNames()) {
                Path file = files.get(name);
                if (file == null) {
                    throw StoreErrors.damaged(home, home.resolve(name), "is missing");
                }
                if (!kept.getProperty(name).equals(sum(file))) {
                    throw StoreErrors.damaged(
                            home, home.resolve(name), "is not as it was when the store was closed");
                }
            }
        } catch (IOException e) {
            throw StoreErrors.home(home.path(), e);
        }
        home.delete(FILE);
        return !kept.isEmpty();
    }

    private static void checkLength(HomeFolder home, String name, Path file) throws IOException {
        long least = LENGTHS.get(name.substring(name.lastIndexOf('.')));
        long length = Files.size(file);
        if (length < least) {
            throw StoreErrors.damaged(
                    home,
                    file,
                    "has "
                            + length
                            + " bytes, and was made with "
                            + least
                            + " (to start without it, move it elsewhere)");
        }
    }

    /** What the files were like counts no more. */
    static void forget(HomeFolder home) {
        home.delete(FILE);
    }

    /** Keeps what the files are like, now that the store has been closed orderly. */
    static void keep(HomeFolder home) {
        Properties sums = new Properties();
        try {
            for (Map.Entry<String, Path> file : files(home).entrySet()) {
                sums.setProperty(file.getKey(), sum(file.getValue()));
            }
        } catch (IOException e) {
            throw StoreErrors.home(home.path(), e);
        }
        home.write(FILE, sums);
    }

    private static Map<String, Path> files(HomeFolder home) throws IOException {
        Map<String, Path> files = new TreeMap<>();
        for (String folder : FOLDERS) {
            Path path = home.resolve(folder);
            if (Files.isDirectory(path)) {
                try (Stream<Path> found = Files.list(path)) {
                    found.filter(JournalSums::isJournal)
                            .forEach(f -> files.put(folder + "/" + f.getFileName(), f));
                }
            }
        }
        return files;
    }

    private static boolean isJournal(Path file) {
        String name = file.getFileName().toString();
        return LENGTHS.keySet().stream().anyMatch(name::endsWith);
    }

    /** Its length and sum, separated by a blank. */
    static String sum(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            CRC32C crc = new CRC32C();
            ByteBuffer buffer = ByteBuffer.allocateDirect(AT_A_TIME);
            while (channel.read(buffer) >= 0) {
                crc.update(buffer.flip());
                buffer.clear();
            }
            return channel.size() + " " + Long.toHexString(crc.getValue());
        }
    }
}
