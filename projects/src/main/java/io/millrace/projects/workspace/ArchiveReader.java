package io.millrace.projects.workspace;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * A reader of archives: broker archives with applications and libraries in them, flat broker
 * archives, and project interchange archives. Everything is read in memory within limits; nothing
 * is unpacked to disk.
 */
public final class ArchiveReader {

    private static final int MAX_ENTRIES = 50_000;
    private static final long MAX_TOTAL = 256L << 20;
    private static final int MAX_DEPTH = 3;

    private static final List<String> ARCHIVES = List.of(".bar", ".zip", ".appzip");

    /** Containers in an archive with the kinds of their projects. */
    private static final Map<String, ProjectKind> CONTAINERS =
            Map.of(
                    ".appzip", ProjectKind.APPLICATION,
                    ".libzip", ProjectKind.STATIC_LIBRARY,
                    ".shlibzip", ProjectKind.SHARED_LIBRARY);

    /** Suffixes of files that are not needed. */
    private static final Set<String> PASSED_OVER =
            Set.of(".class", ".log", ".snap", ".esqlobj", ".links", ".testzip", ".gif");

    private final Problems problems;
    private final List<Project> projects = new ArrayList<>();

    /** Names of the entries of the archive itself. */
    private final Set<String> names = new HashSet<>();

    private long total;
    private int entries;

    /** An exception for an unreadable archive whose problem has already been reported. */
    private static final class Refused extends IOException {
        private static final long serialVersionUID = 1;
    }

    private ArchiveReader(Problems problems) {
        this.problems = problems;
    }

    /** Whether a file name has the suffix of an archive. */
    public static boolean isArchive(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return ARCHIVES.stream().anyMatch(name::endsWith);
    }

    /**
     * Reads the projects of an archive. After an error, reports the problem and returns no
     * projects.
     */
    public static Workspace read(Path file, Problems problems) {
        ArchiveReader reader = new ArchiveReader(problems);
        try {
            String name = file.getFileName().toString();
            int dot = name.lastIndexOf('.');
            ProjectKind kind = CONTAINERS.get(dot < 0 ? "" : name.substring(dot));
            try (InputStream in = Files.newInputStream(file)) {
                reader.container(
                        dot < 0 ? name : name.substring(0, dot), kind, file.toString(), in, 0);
            }
            reader.checkDirectory(file);
        } catch (Refused refused) {
            return Workspace.of(List.of(), problems);
        } catch (EOFException e) {
            reader.refuse(file.toString(), "the archive is incomplete: its end is missing");
            return Workspace.of(List.of(), problems);
        } catch (ZipException | IllegalArgumentException e) {
            reader.refuse(file.toString(), "this is not a valid archive: " + e.getMessage());
            return Workspace.of(List.of(), problems);
        } catch (IOException e) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE, Place.of(file.toString()), FileErrors.reason(e));
            return Workspace.of(List.of(), problems);
        }
        return Workspace.of(reader.projects, problems);
    }

    /**
     * Compares the names of the entries with those of the directory at the end of an archive. Names
     * have no checksum, so an entry with a damaged name would otherwise be ignored.
     */
    private void checkDirectory(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            Set<String> listed = new HashSet<>();
            zip.stream().forEach(e -> listed.add(e.getName()));
            if (!listed.equals(names)) {
                refuse(
                        file.toString(),
                        "the archive is damaged: its directory and its entries differ");
                throw new Refused();
            }
        }
    }

    private void refuse(String shown, String text) {
        problems.error(
                ErrorCode.PROJECT_FILE,
                Place.of(shown),
                text,
                "create the archive again from its projects");
    }

    /** Reads an archive or a container in it. Returns the names of the projects in it. */
    private List<String> container(
            String name, @Nullable ProjectKind kind, String shown, InputStream in, int depth)
            throws IOException {
        SortedMap<String, ProjectFile> files = new TreeMap<>();
        List<String> inner = new ArrayList<>();
        boolean compiled = false;
        boolean empty = true;
        ZipInputStream zip = new ZipInputStream(in);
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            empty = false;
            if (depth == 0) {
                names.add(entry.getName());
            }
            String path = path(entry, shown);
            String place = shown + "!" + path;
            String suffix = suffix(path);
            ProjectKind container = CONTAINERS.get(suffix);
            if (entry.isDirectory() || PASSED_OVER.contains(suffix)) {
                continue;
            }
            byte[] bytes = bytes(zip, place, suffix.equals(".jar"));
            if (bytes == null) {
                continue;
            }
            if (container != null && depth < MAX_DEPTH) {
                String plain = path.substring(path.lastIndexOf('/') + 1);
                inner.addAll(
                        container(
                                plain.substring(0, plain.length() - suffix.length()),
                                container,
                                place,
                                new ByteArrayInputStream(bytes),
                                depth + 1));
                continue;
            }
            compiled |= suffix.equals(".cmf");
            files.put(path, new ProjectFile(path, place, () -> bytes));
        }
        if (empty) {
            refuse(shown, "this is not a zip archive, or it is empty");
            throw new Refused();
        }
        if (compiled) {
            refuse(
                    shown,
                    "the archive contains flows in compiled form (.cmf); their source is needed");
            throw new Refused();
        }
        return projects(name, kind, shown, files, inner);
    }

    private static String suffix(String path) {
        int dot = path.lastIndexOf('.');
        return dot <= path.lastIndexOf('/') ? "" : path.substring(dot).toLowerCase(Locale.ROOT);
    }

    /** Returns the path of an entry with slashes. Refuses paths that leave the archive. */
    private String path(ZipEntry entry, String shown) throws Refused {
        String path = entry.getName().replace('\\', '/');
        boolean unsafe =
                path.startsWith("/")
                        || path.matches("[A-Za-z]:.*")
                        || List.of(path.split("/")).contains("..");
        if (unsafe) {
            refuse(shown, "the entry %s leaves the archive".formatted(path));
            throw new Refused();
        }
        if (++entries > MAX_ENTRIES) {
            refuse(shown, "the archive has more than " + MAX_ENTRIES + " entries");
            throw new Refused();
        }
        return path;
    }

    /** Returns the bytes of an entry; null for an optional entry that is too large. */
    private byte @Nullable [] bytes(ZipInputStream zip, String place, boolean optional)
            throws IOException {
        byte[] bytes = zip.readNBytes(ProjectFile.MAX_BYTES + 1);
        if (optional && bytes.length > ProjectFile.MAX_BYTES && total <= MAX_TOTAL) {
            problems.warning(
                    ErrorCode.PROJECT_FILE,
                    Place.of(place),
                    "the jar is larger than %d MiB and is ignored"
                            .formatted(ProjectFile.MAX_BYTES >> 20),
                    "put it into the folder lib of the converted application");
            total += bytes.length;
            return null;
        }
        total += bytes.length;
        if (bytes.length > ProjectFile.MAX_BYTES || total > MAX_TOTAL) {
            boolean one = bytes.length > ProjectFile.MAX_BYTES;
            refuse(
                    place,
                    "the %s unpacked is larger than %d MiB"
                            .formatted(
                                    one ? "entry" : "archive",
                                    (one ? ProjectFile.MAX_BYTES : MAX_TOTAL) >> 20));
            throw new Refused();
        }
        return bytes;
    }

    private List<String> projects(
            String name,
            @Nullable ProjectKind kind,
            String shown,
            SortedMap<String, ProjectFile> files,
            List<String> inner) {
        Map<String, SortedMap<String, ProjectFile>> folders = new LinkedHashMap<>();
        for (String path : files.keySet()) {
            if (path.endsWith("/" + Project.PROJECT_FILE)) {
                folders.put(path.substring(0, path.lastIndexOf('/')), new TreeMap<>());
            }
        }
        if (folders.isEmpty()) {
            boolean wrapper = kind == null && !inner.isEmpty();
            if (!wrapper) {
                projects.add(Project.of(name, null, shown, files, problems).inArchive(kind, inner));
                return List.of(name);
            }
            return inner;
        }
        folders.forEach(
                (folder, own) -> {
                    files.forEach(
                            (path, file) -> {
                                if (path.startsWith(folder + "/")) {
                                    String relative = path.substring(folder.length() + 1);
                                    own.put(
                                            relative,
                                            new ProjectFile(
                                                    relative, file.shown(), file.contents()));
                                }
                            });
                    projects.add(Project.of(folder, null, shown + "!" + folder, own, problems));
                });
        return List.copyOf(folders.keySet());
    }
}
