package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * The manifest of an archive: the file {@value #NAME} in it.
 *
 * @param format version of this format
 * @param kind what the archive contains; null, as in archives of earlier versions, for an
 *     application
 * @param application name of the application or library
 * @param version version in {@code application.yaml} or {@code library.yaml}; empty if it is not
 *     specified
 * @param author user who created the archive, in the form {@code user@host}
 * @param created time in the form of ISO 8601, in UTC
 * @param libraries libraries that the application uses, by name
 * @param files all other files of the archive by path
 */
public record Manifest(
        int format,
        Kind kind,
        String application,
        String version,
        String author,
        String created,
        Map<String, Library> libraries,
        Map<String, Entry> files) {

    public static final String NAME = "millrace-manifest.json";

    static final int FORMAT = 1;

    /** Maximum size of a manifest in bytes. */
    static final int MAX_BYTES = 8 << 20;

    private static final JsonMapper JSON = new JsonMapper();

    /**
     * A file of an archive.
     *
     * @param size size in bytes
     * @param sha256 checksum of the content in hexadecimal digits
     */
    public record Entry(long size, String sha256) {}

    /**
     * A library at the time when the archive was created. Both components are empty if the library
     * was not found.
     *
     * @param version version of the library
     * @param content checksum of its files: {@link Manifest#content}
     */
    public record Library(String version, String content) {

        static final Library UNKNOWN = new Library("", "");

        public Library {
            version = version == null ? "" : version;
            content = content == null ? "" : content;
        }
    }

    public Manifest {
        kind = kind == null ? Kind.APPLICATION : kind;
        libraries = libraries == null ? Map.of() : new TreeMap<>(libraries);
        files = files == null ? Map.of() : new TreeMap<>(files);
    }

    /**
     * Reads a manifest.
     *
     * @throws MillraceException with ARCHIVE_INVALID
     */
    static Manifest read(byte[] json) {
        Manifest manifest;
        try {
            manifest = JSON.readValue(json, Manifest.class);
        } catch (JacksonException e) {
            throw invalid("is not valid JSON of a manifest: " + e.getOriginalMessage());
        }
        if (manifest == null || manifest.format != FORMAT) {
            throw invalid(
                    "must have format %d (found %s)"
                            .formatted(FORMAT, manifest == null ? "nothing" : manifest.format));
        }
        if (manifest.application == null || manifest.application.isBlank()) {
            throw invalid("must have the name of the application or library");
        }
        if (manifest.version == null || manifest.author == null || manifest.created == null) {
            throw invalid("must have version, author and created");
        }
        if (manifest.libraries.values().stream().anyMatch(l -> l == null)) {
            throw invalid("must have the version and content of each library");
        }
        if (manifest.files.values().stream().anyMatch(e -> e == null || e.sha256 == null)) {
            throw invalid("must have the size and sha256 of each file");
        }
        return manifest;
    }

    private static MillraceException invalid(String why) {
        return new MillraceException(
                ErrorCode.ARCHIVE_INVALID, "the manifest " + NAME + " of the archive " + why);
    }

    byte[] write() {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
    }

    /** Returns the checksum of the paths and contents of all files, in hexadecimal digits. */
    public String content() {
        MessageDigest digest = Checksums.sha256();
        files.forEach(
                (path, entry) ->
                        digest.update(
                                (path + "\n" + entry.sha256 + "\n")
                                        .getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest());
    }
}
