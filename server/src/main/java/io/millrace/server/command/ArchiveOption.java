package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.deploy.ArchiveWriter;
import io.millrace.server.deploy.Manifest;
import io.millrace.server.deploy.PackagedApplication;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The archive of an application that a command sends. It is an existing file or is created from a
 * folder.
 *
 * @param file its file
 * @param name name of the application
 * @param sha256 checksum of the file
 * @param isTemporary whether the file is deleted when this is closed
 */
record ArchiveOption(Path file, String name, String sha256, boolean isTemporary)
        implements AutoCloseable {

    static ArchiveOption of(Path application) {
        if (Files.isRegularFile(application)) {
            requireArchive(application);
            return of(application, PackagedApplication.manifest(application), false);
        }
        Path archive;
        try {
            archive = Files.createTempFile("millrace", ".zip");
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    "cannot write a temporary file: " + FileErrors.reason(e),
                    e);
        }
        try {
            Manifest manifest =
                    ArchiveWriter.write(application, archive, AdministrationClient.author());
            return of(archive, manifest, true);
        } catch (RuntimeException e) {
            delete(archive);
            throw e;
        }
    }

    private static void requireArchive(Path file) {
        if (ApplicationFiles.isRead(file.getFileName().toString())) {
            Path folder = file.getParent() == null ? Path.of(".") : file.getParent();
            throw Usage.wrong(
                    "APP",
                    "must be the folder of an application or an archive made with package (found the file %s); specify the folder %s"
                            .formatted(file, folder));
        }
    }

    private static ArchiveOption of(Path file, Manifest manifest, boolean isTemporary) {
        return new ArchiveOption(
                file, manifest.application(), PackagedApplication.sha256(file), isTemporary);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The system deletes temporary files.
        }
    }

    @Override
    public void close() {
        if (isTemporary) {
            delete(file);
        }
    }
}
