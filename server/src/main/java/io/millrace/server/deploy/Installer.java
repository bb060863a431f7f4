package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.error.Source;
import io.millrace.flows.Application;
import io.millrace.flows.ApplicationOptions;
import io.millrace.flows.Extensions;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A store of application archives, which it receives, keeps, unpacks and compiles. Safe for use by
 * several threads.
 */
final class Installer {

    private static final int BUFFER = 1 << 16;

    /** Folder of archives that the deployment log does not refer to. */
    private static final String UNUSED = "unused";

    /**
     * Codes of warnings of a check, with the codes of the deployment failures that have the same
     * reason.
     */
    private static final Map<ErrorCode, ErrorCode> MISSING =
            Map.of(
                    ErrorCode.MISSING_PASSWORD, ErrorCode.NO_CREDENTIALS,
                    ErrorCode.CERTIFICATES_UNUSABLE, ErrorCode.CERTIFICATES_UNUSABLE);

    private final ServerHome home;
    private final Extensions extensions;
    private final long maxArchiveBytes;
    private final AtomicLong number = new AtomicLong();

    Installer(ServerHome home, Extensions extensions, long maxArchiveBytes) {
        this.home = home;
        this.extensions = extensions;
        this.maxArchiveBytes = maxArchiveBytes;
    }

    /**
     * Receives an archive.
     *
     * @param expected checksum that the sender reports; empty for none
     * @throws MillraceException with ARCHIVE_INVALID if the archive is too large, incomplete or has
     *     another checksum; with DEPLOYMENT_STORE if it cannot be stored
     */
    Upload receive(InputStream in, String expected) {
        Upload upload =
                receive(
                        in,
                        e ->
                                new MillraceException(
                                        ErrorCode.ARCHIVE_INVALID,
                                        "the archive was not received completely; repeat the"
                                                + " command",
                                        e));
        try {
            if (!expected.isEmpty() && !expected.equalsIgnoreCase(upload.sha256())) {
                throw new MillraceException(
                        ErrorCode.ARCHIVE_INVALID,
                        """
                        the received archive has the SHA-256 %s, but the request specifies %s; \
                        repeat the command\
                        """
                                .formatted(upload.sha256(), expected));
            }
            return upload;
        } catch (RuntimeException e) {
            upload.close();
            throw e;
        }
    }

    /**
     * Receives an archive.
     *
     * @param unreadable conversion of a failure of the stream
     * @throws MillraceException with ARCHIVE_INVALID if the archive is too large or empty; with
     *     DEPLOYMENT_STORE if it cannot be stored
     */
    Upload receive(InputStream in, Function<Exception, MillraceException> unreadable) {
        Path file = home.incoming().resolve(number.incrementAndGet() + ".zip");
        try {
            return new Upload(file, copy(in, file, unreadable));
        } catch (RuntimeException e) {
            new Upload(file, "").close();
            throw e;
        }
    }

    /** Creates the folder of uploads again if it was deleted while the server runs. */
    private static void createParent(Path file) {
        try {
            Files.createDirectories(file.getParent());
        } catch (IOException e) {
            throw FileErrors.unwritable(file, e);
        }
    }

    private String copy(
            InputStream in, Path file, Function<Exception, MillraceException> unreadable) {
        MessageDigest digest = Checksums.sha256();
        byte[] buffer = new byte[BUFFER];
        long size = 0;
        createParent(file);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int n = read(in, buffer, unreadable); n >= 0; n = read(in, buffer, unreadable)) {
                size += n;
                if (size > maxArchiveBytes) {
                    throw new MillraceException(
                            ErrorCode.ARCHIVE_INVALID,
                            """
                            an archive must have %d bytes or less; increase maxArchiveBytes in \
                            broker.yaml\
                            """
                                    .formatted(maxArchiveBytes));
                }
                digest.update(buffer, 0, n);
                out.write(buffer, 0, n);
            }
        } catch (IOException e) {
            throw ServerHome.unwritable(file, e);
        }
        if (size == 0) {
            throw new MillraceException(
                    ErrorCode.ARCHIVE_INVALID, "an archive must have 1 byte or more (found 0)");
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static int read(
            InputStream in, byte[] buffer, Function<Exception, MillraceException> unreadable) {
        try {
            return in.read(buffer);
        } catch (IOException | RuntimeException e) {
            throw unreadable.apply(e);
        }
    }

    /**
     * Compares a received archive with its manifest, without compiling the application.
     *
     * @throws ProblemsException with all problems of the archive
     * @throws MillraceException with ARCHIVE_INVALID, or the exception of the approval
     */
    Manifest verify(Upload upload, Approval approval) {
        Path below = home.applications().resolve(Long.toString(number.incrementAndGet()));
        try {
            Manifest manifest =
                    ArchiveReader.unpack(upload.file(), "of the request", below, maxArchiveBytes);
            JavaContent.file(manifest)
                    .ifPresent(file -> approval.code(manifest.application(), "file " + file));
            return manifest;
        } finally {
            Loaded.delete(below);
        }
    }

    /** Whether the home has an intact archive. */
    boolean isKept(String sha256) {
        try {
            return Checksums.of(home.archive(sha256)).equals(sha256);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Moves a received archive to the archives that are kept. It replaces a file with its name,
     * which can be damaged.
     */
    void keep(Upload upload) {
        home.keep(upload.file(), home.archive(upload.sha256()));
    }

    /**
     * Moves all archives except these to the folder {@value #UNUSED}. A process can end before it
     * has used an archive, and an operator can have restored an older log.
     */
    void retain(Set<String> checksums) {
        Path unused = home.archives().resolve(UNUSED);
        try (Stream<Path> files = Files.list(home.archives())) {
            for (Path archive : files.filter(Files::isRegularFile).toList()) {
                String name = archive.getFileName().toString();
                if (!checksums.contains(name.replace(".zip", ""))) {
                    Files.createDirectories(unused);
                    Files.move(archive, unused.resolve(name), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException e) {
            throw ServerHome.unwritable(home.archives(), e);
        }
    }

    /**
     * Unpacks, checks and compiles a received archive.
     *
     * @param libraries deployed libraries
     * @throws ProblemsException with all problems, in files with paths relative to the archive
     * @throws MillraceException with ARCHIVE_INVALID, MANIFEST_MISMATCH or DEPLOYMENT_STORE, or the
     *     exception of the approval
     */
    Loaded load(
            Upload upload,
            String environment,
            Approval approval,
            Collection<Application> libraries) {
        return load(upload.file(), "of the request", environment, approval, libraries);
    }

    /**
     * Unpacks, checks and compiles an archive that is kept, like {@link #load(Upload, String,
     * Approval, Collection)}.
     *
     * @throws MillraceException with DEPLOYMENT_STORE also if the archive is damaged
     */
    Loaded load(Installed installed, Approval approval, Collection<Application> libraries) {
        Path archive = home.archive(installed.sha256());
        try {
            if (!Checksums.of(archive).equals(installed.sha256())) {
                throw damaged(archive, "its SHA-256 differs from its name", null);
            }
        } catch (IOException e) {
            throw damaged(archive, FileErrors.reason(e), e);
        }
        return load(
                        archive,
                        archive.getFileName().toString(),
                        installed.environment(),
                        approval,
                        libraries)
                .assigned(installed.assignments());
    }

    private static MillraceException damaged(Path archive, String why, IOException cause) {
        return new MillraceException(
                ErrorCode.DEPLOYMENT_STORE,
                "the archive %s cannot be used: %s; deploy the application again, or restore the"
                                .formatted(archive, why)
                        + " file from a backup",
                cause);
    }

    /** Returns the manifest of an archive that is kept; empty if the archive cannot be used. */
    Optional<Manifest> manifest(Installed installed) {
        try {
            return Optional.of(PackagedApplication.manifest(home.archive(installed.sha256())));
        } catch (MillraceException e) {
            return Optional.empty();
        }
    }

    /** Checks and compiles an unpacked application with other libraries. */
    Loaded reload(Loaded loaded, String environment, Collection<Application> libraries) {
        Application application =
                Application.load(loaded.base().folder(), options(environment, libraries));
        return new Loaded(loaded.folder(), loaded.manifest(), application, application);
    }

    private ApplicationOptions options(String environment, Collection<Application> libraries) {
        return ApplicationOptions.environment(environment)
                .with(extensions)
                .withLibraries(libraries);
    }

    private Loaded load(
            Path archive,
            String name,
            String environment,
            Approval approval,
            Collection<Application> libraries) {
        Path below = home.applications().resolve(Long.toString(number.incrementAndGet()));
        try {
            Manifest manifest = ArchiveReader.unpack(archive, name, below, maxArchiveBytes);
            JavaContent.file(manifest)
                    .ifPresent(file -> approval.code(manifest.application(), "file " + file));
            Path folder = below.resolve(manifest.application());
            ApplicationOptions options = options(environment, libraries);
            Application application =
                    manifest.kind() == Kind.LIBRARY
                            ? Application.library(folder, options)
                            : Application.load(folder, options);
            Loaded loaded = new Loaded(below, manifest, application, application);
            compare(manifest.application(), application.name(), "name");
            compare(manifest.version(), application.version(), "version");
            compare(
                    String.join(", ", manifest.libraries().keySet()),
                    String.join(", ", new TreeSet<>(application.libraries())),
                    "libraries");
            application
                    .nodesOfType("JavaCompute")
                    .findFirst()
                    .ifPresent(node -> approval.code(application.name(), "node " + node));
            return loaded;
        } catch (ProblemsException e) {
            Loaded.delete(below);
            throw relative(e);
        } catch (RuntimeException | Error e) {
            Loaded.delete(below);
            throw e;
        }
    }

    /** Returns problems with the paths of files in their archives instead of unpacked files. */
    ProblemsException relative(ProblemsException found) {
        return new ProblemsException(relative(found.problems()));
    }

    /**
     * Returns the warnings about missing files and variables as problems if a deployment failed
     * because of one of them, otherwise the failure itself: warnings have a position and advice.
     */
    RuntimeException located(MillraceException failure, Application application) {
        ErrorCode code = failure.code();
        List<Problem> missing =
                application.warnings().stream()
                        .filter(p -> MISSING.get(p.code()) == code)
                        .map(p -> Problem.error(p.code(), p.place(), p.text(), p.hint()))
                        .toList();
        return missing.isEmpty() ? failure : new ProblemsException(relative(missing));
    }

    List<Problem> relative(List<Problem> problems) {
        return problems.stream().map(this::relative).toList();
    }

    private Problem relative(Problem problem) {
        Place place = problem.place();
        Source source = new Source(home.inArchives(place.source().name()), place.source().text());
        return new Problem(
                problem.code(),
                problem.severity(),
                new Place(source, place.line(), place.column(), place.length()),
                home.inArchives(problem.text()),
                home.inArchives(problem.hint()));
    }

    private static void compare(String manifest, String application, String what) {
        if (!manifest.equals(application)) {
            throw new MillraceException(
                    ErrorCode.MANIFEST_MISMATCH,
                    """
                    the manifest has the %s '%s', but the files have '%s'; create the \
                    archive again with ./millrace package\
                    """
                            .formatted(what, manifest, application));
        }
    }
}
