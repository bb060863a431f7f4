package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** An archive that a client sends, with the data of its manifest. The server checks the archive. */
public final class PackagedApplication {

    private PackagedApplication() {}

    /**
     * Reads the manifest of an archive.
     *
     * @throws MillraceException with ARCHIVE_INVALID or FILE_UNREADABLE
     */
    public static Manifest manifest(Path archive) {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            ZipEntry entry = zip.getEntry(Manifest.NAME);
            if (entry == null) {
                throw invalid(archive, "has no manifest " + Manifest.NAME);
            }
            try (InputStream in = zip.getInputStream(entry)) {
                return Manifest.read(in.readNBytes(Manifest.MAX_BYTES));
            }
        } catch (ZipException e) {
            throw invalid(archive, "is not a complete zip file");
        } catch (IOException e) {
            throw FileErrors.unreadable(archive, e);
        }
    }

    private static MillraceException invalid(Path archive, String why) {
        return new MillraceException(
                ErrorCode.ARCHIVE_INVALID,
                "%s %s; create it with ./millrace package".formatted(archive, why));
    }

    /** Returns the SHA-256 of a file in hexadecimal digits. */
    public static String sha256(Path file) {
        try {
            return Checksums.of(file);
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        }
    }
}
