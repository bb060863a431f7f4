package io.millrace.server.access;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** The permissions of files that only their owner can read and change. */
public final class OwnerOnly {

    private OwnerOnly() {}

    /** Whether all users of the machine can read a file; false if this is unknown. */
    public static boolean isReadableByOthers(Path file) {
        try {
            return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
        } catch (UnsupportedOperationException | IOException e) {
            return false;
        }
    }

    /**
     * Checks the permissions of a file.
     *
     * @param advice what to do if others have permissions
     * @throws MillraceException with EXPOSED_PASSWORD, or with FILE_UNREADABLE
     */
    public static void check(Path file, String advice) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (permissions.stream().anyMatch(p -> !p.name().startsWith("OWNER_"))) {
                throw new MillraceException(
                        ErrorCode.EXPOSED_PASSWORD,
                        "other users can read or change the file %s with tokens; %s"
                                .formatted(file, advice));
            }
        } catch (UnsupportedOperationException e) {
            // This file system has no such permissions.
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        }
    }
}
