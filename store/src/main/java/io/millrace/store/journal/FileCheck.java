package io.millrace.store.journal;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

import org.slf4j.Logger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The result of the check of the previous process's Artemis files, before they are read.
 *
 * @param ledger ledger that records the files from now on
 * @param damages accepted damage; files other than journals were moved aside
 */
public record FileCheck(FileLedger ledger, List<FileLedger.Damage> damages) {

    private static final Logger LOG = EventLog.of(FileCheck.class);
    private static final int MAX_NAMED = 5;

    /**
     * Checks the files, and removes the remains of an interrupted write from the journals.
     *
     * @param journals folders of journals, with the extensions of their files' names
     * @param forced whether data is always forced to disk before it is acknowledged
     * @param acceptDamage whether the intact parts of damaged files are kept
     * @throws MillraceException with STORE_DAMAGED; then nothing was changed
     */
    public static FileCheck open(
            Path folder, Map<String, String> journals, boolean forced, boolean acceptDamage)
            throws IOException {
        FileLedger ledger = FileLedger.open(folder);
        try {
            List<TornJournal> torn = new ArrayList<>();
            journals.forEach(
                    (name, extension) ->
                            torn.add(new TornJournal(folder.resolve(name), extension, forced)));
            List<FileLedger.Damage> damages = check(folder, ledger, torn);
            if (!damages.isEmpty() && !acceptDamage) {
                throw damaged(folder, damages);
            }
            if (!damages.isEmpty()) {
                damages = accept(ledger, torn, damages);
            } else if (!ledger.isClosed()) {
                for (TornJournal journal : torn) {
                    journal.cut(settled(ledger, journal), ledger.isSameBoot());
                }
            }
            ledger.begin(damages);
            return new FileCheck(ledger, damages);
        } catch (IOException | RuntimeException e) {
            ledger.close();
            throw e;
        }
    }

    private static List<FileLedger.Damage> check(
            Path folder, FileLedger ledger, List<TornJournal> journals) throws IOException {
        List<FileLedger.Damage> damages = new ArrayList<>(ledger.check());
        if (!ledger.isReadable() && hasFiles(journals)) {
            LOG.warn(
                    """
                    the ledger {} is missing or damaged, or was never written: missing files, \
                    and changes of paged and large messages since the last end, cannot be \
                    detected. If you did not delete it, check the disk\
                    """,
                    folder.resolve(FileLedger.FILE));
        }
        for (TornJournal journal : journals) {
            if (damages.isEmpty() && !ledger.isClosed()) {
                journal.damage(settled(ledger, journal)).ifPresent(damages::add);
            }
        }
        return damages;
    }

    private static boolean hasFiles(List<TornJournal> journals) throws IOException {
        for (TornJournal journal : journals) {
            if (Files.isDirectory(journal.folder())) {
                try (Stream<Path> files = Files.list(journal.folder())) {
                    if (files.findAny().isPresent()) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static Set<String> settled(FileLedger ledger, TornJournal journal) {
        return ledger.settled(journal.folder().getFileName().toString());
    }

    private static MillraceException damaged(Path folder, List<FileLedger.Damage> damages) {
        String named =
                damages.stream()
                        .limit(MAX_NAMED)
                        .map(damage -> damage.file() + " " + damage.what())
                        .collect(Collectors.joining("; "));
        int more = damages.size() - MAX_NAMED;
        damages.forEach(
                damage ->
                        LOG.error(
                                "{} the file {} {}",
                                ErrorCode.STORE_DAMAGED.id(),
                                damage.file(),
                                damage.what()));
        return new MillraceException(
                ErrorCode.STORE_DAMAGED,
                """
                the queue store in %s is damaged: %s%s. It was not opened. Restore the whole \
                home folder from a backup and check the disk, or open it once with \
                ./millrace server --accept-damage to keep the intact data\
                """
                        .formatted(
                                folder,
                                named,
                                more > 0 ? "; and " + more + " more, see the log" : ""),
                Insert.of(damages.getFirst().file().toString()));
    }

    /**
     * Accepts damage. Journals keep the writes whose checksums are correct; other files are moved
     * to a separate folder.
     */
    private static List<FileLedger.Damage> accept(
            FileLedger ledger, List<TornJournal> journals, List<FileLedger.Damage> damages)
            throws IOException {
        List<FileLedger.Damage> accepted = new ArrayList<>();
        for (FileLedger.Damage damage : damages) {
            LOG.warn(
                    "{} the file {} {}: accepted",
                    ErrorCode.STORE_DAMAGED.id(),
                    damage.file(),
                    damage.what());
            boolean isJournal =
                    journals.stream().anyMatch(j -> damage.file().startsWith(j.folder()));
            Path kept = damage.file();
            if (Files.exists(kept) && isJournal) {
                restoreHeader(ledger, kept);
            } else if (Files.exists(kept)) {
                kept = FileSum.moveAside(ledger.folder(), kept);
                LOG.warn("{} is kept as {}", damage.file(), kept);
            }
            accepted.add(new FileLedger.Damage(damage.name(), kept, damage.what()));
        }
        for (TornJournal journal : journals) {
            journal.acceptDamage();
        }
        return accepted;
    }

    /**
     * Restores the header of a journal file, because without its number the file cannot be read.
     */
    private static void restoreHeader(FileLedger ledger, Path file) throws IOException {
        FileState state = ledger.state(file);
        long length = 0;
        try (Stream<Path> siblings = Files.list(file.getParent())) {
            for (Path sibling : siblings.filter(Files::isRegularFile).toList()) {
                length = Math.max(length, Files.size(sibling));
            }
        }
        FileSum.pad(file, length);
        if (state != null && !ledger.isUsed(file.getParent(), FileSum.head(file))) {
            FileSum.writeHeader(file, state.head());
        }
    }
}
