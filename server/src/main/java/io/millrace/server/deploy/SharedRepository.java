package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.flows.Extensions;
import io.millrace.flows.application.ServerSettings;
import io.millrace.flows.archive.ArchiveRepository;
import io.millrace.flows.archive.PublishedArchive;

import org.slf4j.Logger;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The repository that a server shares with other servers, as configured in {@code broker.yaml}. Its
 * content is verified: an archive must have the checksum, name and version under which it is
 * published. Safe for use by several threads.
 */
public final class SharedRepository implements AutoCloseable {

    private static final Logger LOG = EventLog.of(SharedRepository.class);

    /** Minimum number of digits of a checksum that selects an archive. */
    private static final int MIN_DIGITS = 12;

    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    private static final Comparator<PublishedArchive> ORDER =
            Comparator.comparing(PublishedArchive::name)
                    .thenComparing(PublishedArchive::published)
                    .thenComparing(PublishedArchive::sha256);

    /** Null if the server has no repository. */
    private final ArchiveRepository repository;

    private final String label;

    private SharedRepository(ArchiveRepository repository, String label) {
        this.repository = repository;
        this.label = label;
    }

    /**
     * Opens a repository.
     *
     * @param settings settings of the repository; null for none
     * @throws MillraceException with REPOSITORY
     */
    public static SharedRepository open(ServerSettings.Repository settings, Extensions extensions) {
        if (settings == null) {
            return new SharedRepository(null, "");
        }
        if (settings.folder() != null) {
            return new SharedRepository(
                    new FolderRepository(settings.folder()), settings.folder().toString());
        }
        String label = "%s at %s".formatted(settings.type(), settings.endpoint());
        try {
            return new SharedRepository(
                    extensions
                            .repositoryType(settings.type())
                            .orElseThrow()
                            .open(settings.endpoint()),
                    label);
        } catch (IOException | RuntimeException e) {
            throw failed(label, "opened", e);
        }
    }

    boolean isConfigured() {
        return repository != null;
    }

    private void requireConfigured() {
        if (repository == null) {
            throw new MillraceException(
                    ErrorCode.CHANGE_REFUSED,
                    "the server has no shared repository; set repository in broker.yaml");
        }
    }

    private static MillraceException failed(String label, String operation, Exception e) {
        return new MillraceException(
                ErrorCode.REPOSITORY,
                "the repository %s cannot be %s: %s".formatted(label, operation, reason(e)),
                e);
    }

    private static String reason(Exception e) {
        return e instanceof IOException io ? FileErrors.reason(io) : e.toString();
    }

    /**
     * Returns the published archives by name, those of one name in the order of publication.
     *
     * @throws MillraceException with CHANGE_REFUSED without a repository, or REPOSITORY
     */
    public List<PublishedArchive> list() {
        requireConfigured();
        try {
            List<PublishedArchive> archives = repository.list();
            archives.forEach(this::requireValid);
            return archives.stream().sorted(ORDER).toList();
        } catch (IOException | RuntimeException e) {
            throw e instanceof MillraceException known ? known : failed(label, "read", e);
        }
    }

    private void requireValid(PublishedArchive archive) {
        if (archive.sha256() == null
                || !SHA256.matcher(archive.sha256()).matches()
                || archive.kind() == null
                || archive.name() == null
                || archive.version() == null
                || archive.published() == null
                || archive.publisher() == null) {
            throw new MillraceException(
                    ErrorCode.REPOSITORY,
                    "the repository %s returns an incomplete description of the archive %s; publish it again"
                            .formatted(label, archive.sha256()));
        }
    }

    /**
     * Returns the description of an archive.
     *
     * @param version version, or at least the first {@value #MIN_DIGITS} digits of the checksum;
     *     empty for the archive that was published last
     * @throws MillraceException with UNKNOWN_ARCHIVE, and like {@link #list}
     */
    PublishedArchive find(String name, String version) {
        List<PublishedArchive> all =
                list().stream().filter(archive -> archive.name().equals(name)).toList();
        List<PublishedArchive> found =
                all.stream().filter(archive -> archive.version().equals(version)).toList();
        if (found.isEmpty() && version.length() >= MIN_DIGITS) {
            found = all.stream().filter(a -> a.sha256().startsWith(version)).toList();
        }
        if (version.isEmpty() && !all.isEmpty()) {
            return all.getLast();
        }
        if (found.size() == 1) {
            return found.getFirst();
        }
        if (found.isEmpty()) {
            throw unknown(name, version, all);
        }
        throw new MillraceException(
                ErrorCode.UNKNOWN_ARCHIVE,
                "%s %s is published as several archives, by servers that did so at the same time; specify one of them: %s"
                        .formatted(
                                name,
                                version,
                                found.stream()
                                        .map(a -> name + "@" + a.sha256().substring(0, MIN_DIGITS))
                                        .collect(Collectors.joining(", "))));
    }

    private MillraceException unknown(String name, String version, List<PublishedArchive> all) {
        String text =
                all.isEmpty()
                        ? "no archive of %s is published in the repository %s; publish it with ./millrace repository publish"
                                .formatted(name, label)
                        : "%s %s is not published in the repository %s; the published versions are %s"
                                .formatted(
                                        name,
                                        version,
                                        label,
                                        all.stream()
                                                .map(PublishedArchive::version)
                                                .collect(Collectors.joining(", ")));
        return new MillraceException(ErrorCode.UNKNOWN_ARCHIVE, text);
    }

    /** Returns the archive with a checksum. Throws UNKNOWN_ARCHIVE, and like {@link #list}. */
    private PublishedArchive withChecksum(String sha256) {
        return list().stream()
                .filter(archive -> archive.sha256().equals(sha256))
                .findFirst()
                .orElseThrow(
                        () ->
                                new MillraceException(
                                        ErrorCode.UNKNOWN_ARCHIVE,
                                        "the repository %s does not contain it".formatted(label)));
    }

    /**
     * Copies an archive to this server.
     *
     * @throws MillraceException with REPOSITORY; with ARCHIVE_INVALID if the content is not that of
     *     the description
     */
    Upload fetch(PublishedArchive archive, Installer installer) {
        Upload upload;
        try (InputStream in = repository.open(archive.sha256())) {
            upload = installer.receive(in, e -> failed(label, "read", e));
        } catch (IOException | RuntimeException e) {
            throw e instanceof MillraceException known ? known : failed(label, "read", e);
        }
        try {
            if (!upload.sha256().equals(archive.sha256())) {
                throw changed(archive, "SHA-256", upload.sha256(), archive.sha256());
            }
            Manifest manifest = PackagedApplication.manifest(upload.file());
            if (!manifest.application().equals(archive.name())) {
                throw changed(archive, "name", manifest.application(), archive.name());
            }
            if (!manifest.version().equals(archive.version())) {
                throw changed(archive, "version", manifest.version(), archive.version());
            }
            return upload;
        } catch (RuntimeException e) {
            upload.close();
            throw e;
        }
    }

    /** Copies an archive from the repository if the home has no intact copy. */
    void recover(Installed installed, Installer installer) {
        if (installer.isKept(installed.sha256())) {
            return;
        }
        try (Upload upload = fetch(withChecksum(installed.sha256()), installer)) {
            installer.keep(upload);
        } catch (MillraceException e) {
            throw new MillraceException(
                    e.code(),
                    "the archive %s is missing in the home or damaged, and %s; deploy the application again"
                            .formatted(installed.sha256(), e.getMessage()),
                    e);
        }
    }

    private MillraceException changed(
            PublishedArchive archive, String what, String found, String expected) {
        return new MillraceException(
                ErrorCode.ARCHIVE_INVALID,
                "the archive of %s %s in the repository %s was changed: it must have the %s %s (found %s); publish it again"
                        .formatted(
                                archive.name(), archive.version(), label, what, expected, found));
    }

    /**
     * Publishes an archive.
     *
     * @throws MillraceException with REPOSITORY; with CHANGE_REFUSED if the archive has no version,
     *     or if another archive has its name and version
     */
    PublishedArchive publish(Manifest manifest, Upload upload, String publisher) {
        String name = manifest.application();
        String version = manifest.version();
        if (version.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.CHANGE_REFUSED,
                    "an archive must have a version to be published; set version in the %s.yaml of %s"
                            .formatted(manifest.kind(), name));
        }
        for (PublishedArchive other : list()) {
            if (other.name().equals(name)
                    && other.version().equals(version)
                    && !other.sha256().equals(upload.sha256())) {
                throw new MillraceException(
                        ErrorCode.CHANGE_REFUSED,
                        "%s %s is already published with other content (SHA-256 %s, by %s at %s); publish this archive with another version"
                                .formatted(
                                        name,
                                        version,
                                        other.sha256().substring(0, MIN_DIGITS),
                                        other.publisher(),
                                        other.published()));
            }
        }
        PublishedArchive archive =
                new PublishedArchive(
                        upload.sha256(),
                        manifest.kind().toString(),
                        name,
                        version,
                        Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
                        publisher);
        try {
            repository.publish(archive, upload.file());
        } catch (IOException | RuntimeException e) {
            throw failed(label, "written", e);
        }
        LOG.info("{} {} was published in the repository {} by {}", name, version, label, publisher);
        return archive;
    }

    @Override
    public void close() {
        try {
            if (repository != null) {
                repository.close();
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("the repository {} was not closed: {}", label, reason(e));
        }
    }
}
