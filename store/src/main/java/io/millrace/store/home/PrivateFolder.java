package io.millrace.store.home;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Utility methods that create folders for messages, which only their owner can open. */
public final class PrivateFolder {

    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rwx------");

    private PrivateFolder() {}

    /**
     * Creates a folder if it does not exist; otherwise removes the permissions of other users.
     *
     * @throws MillraceException with STORE_NOT_WRITABLE if these permissions cannot be removed
     */
    public static void make(Path folder) throws IOException {
        Files.createDirectories(folder);
        if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(folder))) {
            try {
                Files.setPosixFilePermissions(folder, OWNER_ONLY);
            } catch (IOException e) {
                throw new MillraceException(
                        ErrorCode.STORE_NOT_WRITABLE,
                        "other users can open the folder "
                                + folder
                                + """
                                 of the queue store, and this process is not authorized to change \
                                 its permissions; as the owner of the folder, run: chmod -R go-rwx \
                                """
                                + folder,
                        e);
            }
        }
    }
}
