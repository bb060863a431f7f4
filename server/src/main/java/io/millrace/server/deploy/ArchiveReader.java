package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * A reader of archives, which can come from an untrusted network: paths, number and sizes of their
 * entries are checked before and while they are unpacked.
 */
final class ArchiveReader {

    private static final int MAX_ENTRIES = 20_000;
    private static final int MAX_PATH = 400;
    private static final int BUFFER = 1 << 16;

    /** Maximum ratio of the unpacked size to the maximum size of an archive. */
    private static final int MAX_EXPANSION = 4;

    private final String name;
    private final long maxBytes;
    private final Problems problems = new Problems();
    private long unpacked;

    private ArchiveReader(String name, long maxArchiveBytes) {
        this.name = name;
        this.maxBytes = maxArchiveBytes * MAX_EXPANSION;
    }

    /**
     * Unpacks an archive into a new folder with the name of the application, below a folder.
     *
     * @param name name of the archive in messages
     * @param maxArchiveBytes maximum size of an archive; four times that is the maximum unpacked
     *     size
     * @return manifest, whose list of files was compared with the archive
     * @throws ProblemsException with all problems of the archive; the folder then has incomplete
     *     content, which the caller deletes
     * @throws MillraceException with ARCHIVE_INVALID or DEPLOYMENT_STORE
     */
    static Manifest unpack(Path archive, String name, Path below, long maxArchiveBytes) {
        return new ArchiveReader(name, maxArchiveBytes).unpack(archive, below);
    }

    private Manifest unpack(Path archive, Path below) {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            Map<String, ZipEntry> entries = entries(zip);
            problems.throwIfErrors();
            ZipEntry described = entries.remove(Manifest.NAME);
            if (described == null) {
                throw invalid(
                        "has no manifest %s; create it with ./millrace package"
                                .formatted(Manifest.NAME));
            }
            Manifest manifest = Manifest.read(manifest(zip, described));
            checkName(manifest.application());
            compare(manifest, entries);
            problems.throwIfErrors();
            Path folder = below.resolve(manifest.application());
            create(folder);
            for (Map.Entry<String, ZipEntry> entry : entries.entrySet()) {
                unpack(zip, entry.getValue(), manifest.files().get(entry.getKey()), folder);
            }
            problems.throwIfErrors();
            return manifest;
        } catch (ZipException e) {
            throw invalid("is not a complete zip file: " + e.getMessage());
        } catch (IOException e) {
            throw invalid("cannot be read: " + FileErrors.reason(e));
        }
    }

    private MillraceException invalid(String why) {
        return new MillraceException(ErrorCode.ARCHIVE_INVALID, "the archive " + name + " " + why);
    }

    private void problem(ErrorCode code, String entry, String text) {
        problems.error(
                code,
                Place.of(entry),
                text,
                code == ErrorCode.MANIFEST_MISMATCH
                        ? "create the archive again with ./millrace package"
                        : "");
    }

    private Map<String, ZipEntry> entries(ZipFile zip) {
        if (zip.size() > MAX_ENTRIES) {
            throw invalid(
                    "must have %d entries or fewer (found %d)".formatted(MAX_ENTRIES, zip.size()));
        }
        Map<String, ZipEntry> entries = new TreeMap<>();
        Map<String, String> similar = new HashMap<>();
        long declared = 0;
        for (ZipEntry entry :
                (Iterable<ZipEntry>) () -> zip.stream().map(ZipEntry.class::cast).iterator()) {
            String path = entry.getName();
            if (entry.isDirectory()) {
                continue;
            }
            String refused = refusal(path);
            String other = similar.putIfAbsent(path.toLowerCase(Locale.ROOT), path);
            if (!refused.isEmpty()) {
                problem(ErrorCode.ARCHIVE_INVALID, path, refused);
            } else if (other != null) {
                problem(
                        ErrorCode.ARCHIVE_INVALID,
                        path,
                        other.equals(path)
                                ? "the archive has two entries with this path"
                                : "the path differs from %s only in case".formatted(other));
            }
            declared += Math.max(0, entry.getSize());
            entries.put(path, entry);
        }
        if (declared > maxBytes) {
            throw tooLarge();
        }
        return entries;
    }

    private MillraceException tooLarge() {
        return invalid(
                """
                must have %d bytes or less when it is unpacked, four times maxArchiveBytes\
                """
                        .formatted(maxBytes));
    }

    /** Returns the reason why a path is not permitted; empty for none. */
    private static String refusal(String path) {
        if (path.length() > MAX_PATH) {
            return "the path must have %d characters or fewer".formatted(MAX_PATH);
        }
        boolean outside =
                path.startsWith("/")
                        || path.contains("\\")
                        || path.contains(":")
                        || List.of(path.split("/", -1)).stream()
                                .anyMatch(p -> p.isEmpty() || p.equals(".") || p.equals(".."));
        if (outside) {
            return "the path must be relative and stay in the folder of the application";
        }
        return path.chars().anyMatch(Character::isISOControl)
                ? "the path must not contain control characters"
                : "";
    }

    private static void checkName(String application) {
        if (!refusal(application).isEmpty() || application.contains("/")) {
            throw new MillraceException(
                    ErrorCode.ARCHIVE_INVALID,
                    "the manifest has an application name that cannot be the name of a folder");
        }
    }

    private byte[] manifest(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] json = in.readNBytes(Manifest.MAX_BYTES + 1);
            if (json.length > Manifest.MAX_BYTES) {
                throw invalid("has a manifest of more than %d bytes".formatted(Manifest.MAX_BYTES));
            }
            return json;
        }
    }

    private void compare(Manifest manifest, Map<String, ZipEntry> entries) {
        manifest.files()
                .keySet()
                .forEach(
                        path -> {
                            if (!entries.containsKey(path)) {
                                problem(
                                        ErrorCode.MANIFEST_MISMATCH,
                                        path,
                                        "the manifest lists this file, which is not in the"
                                                + " archive");
                            }
                        });
        entries.keySet()
                .forEach(
                        path -> {
                            if (!manifest.files().containsKey(path)) {
                                problem(
                                        ErrorCode.MANIFEST_MISMATCH,
                                        path,
                                        "the archive contains this file, which the manifest does"
                                                + " not list");
                            }
                        });
    }

    private static void create(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw ServerHome.unwritable(folder, e);
        }
    }

    private void unpack(ZipFile zip, ZipEntry entry, Manifest.Entry expected, Path folder)
            throws IOException {
        Path file = folder.resolve(entry.getName()).normalize();
        if (!file.startsWith(folder)) {
            throw invalid("has the path " + entry.getName() + ", which leaves its folder");
        }
        MessageDigest digest = Checksums.sha256();
        long size;
        try (InputStream in = new DigestInputStream(zip.getInputStream(entry), digest)) {
            size = copy(in, file);
        }
        String found = HexFormat.of().formatHex(digest.digest());
        if (size != expected.size() || !found.equalsIgnoreCase(expected.sha256())) {
            problem(
                    ErrorCode.MANIFEST_MISMATCH,
                    entry.getName(),
                    "the manifest has the SHA-256 %s and size %d (found %s and %d)"
                            .formatted(expected.sha256(), expected.size(), found, size));
        }
    }

    /**
     * Copies an entry to a file.
     *
     * @throws MillraceException with DEPLOYMENT_STORE if the file cannot be written
     * @throws IOException if the archive cannot be read
     */
    private long copy(InputStream in, Path file) throws IOException {
        create(file.getParent());
        long size = 0;
        byte[] buffer = new byte[BUFFER];
        try (OutputStream out = open(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                size += n;
                unpacked += n;
                if (unpacked > maxBytes) {
                    throw tooLarge();
                }
                write(out, buffer, n, file);
            }
        }
        return size;
    }

    private static OutputStream open(Path file) {
        try {
            return Files.newOutputStream(file);
        } catch (IOException e) {
            throw ServerHome.unwritable(file, e);
        }
    }

    private static void write(OutputStream out, byte[] buffer, int length, Path file) {
        try {
            out.write(buffer, 0, length);
        } catch (IOException e) {
            throw ServerHome.unwritable(file, e);
        }
    }
}
