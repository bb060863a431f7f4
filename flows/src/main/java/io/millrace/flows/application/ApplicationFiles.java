package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.ExternalMethods;
import io.millrace.engine.parser.ModelParser;
import io.millrace.engine.queue.QueueStores;
import io.millrace.flows.definition.DefinitionSource;
import io.millrace.flows.definition.Definitions;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.FlowFile;
import io.millrace.flows.definition.Overrides;
import io.millrace.flows.library.Library;
import io.millrace.flows.library.Registries;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The contents of the files of an application, read but not yet checked together.
 *
 * @param folder folder of the application
 * @param settings settings in {@code application.yaml}
 * @param overrides values in {@code overrides.yaml}, and changes of the operator
 * @param definitions flows and subflows, in the order of the paths of their files
 * @param esql sources of all ESQL files
 * @param models sources of all model files, which parsers read
 * @param contents files of definition sources that nodes can use, by path
 * @param isLibrary whether the folder is a library
 * @param isComplete whether a definition source read all files of the application
 * @param methods Java methods that ESQL can call
 * @param registries extensions that the application can use
 */
public record ApplicationFiles(
        Path folder,
        ApplicationSettings settings,
        Overrides overrides,
        List<FlowDefinition> definitions,
        List<Source> esql,
        List<Source> models,
        Map<String, byte[]> contents,
        boolean isLibrary,
        boolean isComplete,
        ExternalMethods methods,
        Registries registries) {

    public static final String FLOW_SUFFIX = ".flow.yaml";
    public static final String SUBFLOW_SUFFIX = ".subflow.yaml";
    public static final String ESQL_SUFFIX = ".esql";

    /**
     * Suffix of the names of capsules. They can be in the folder of an application, but are not
     * read as a part of it.
     */
    public static final String CAPSULE_SUFFIX = ".capsule.yaml";

    /** Names of the folders of an application that contain no definitions. */
    private static final Set<String> OTHER_FOLDERS =
            Set.of("messages", "tests", Library.FOLDER, "target");

    private static final QueueStores STORES =
            QueueStores.load(ApplicationFiles.class.getClassLoader());

    private static final int MAX_FILES = 20_000;

    public ApplicationFiles {
        definitions = List.copyOf(definitions);
        esql = List.copyOf(esql);
        models = List.copyOf(models);
        contents = Map.copyOf(contents);
    }

    /** Returns the paths of the files that contain the definitions, as they appear in positions. */
    public Set<Path> sources() {
        Set<Path> paths = new TreeSet<>();
        definitions.forEach(d -> paths.add(Path.of(d.place().source().name())));
        esql.forEach(e -> paths.add(Path.of(e.name())));
        models.forEach(m -> paths.add(Path.of(m.name())));
        return paths;
    }

    /**
     * Reads a folder and its subfolders, or a file that a definition source accepts.
     *
     * @param environment environment whose parameters and overrides are used; empty for the default
     *     values
     * @param changes changes of the operator
     * @param installed extensions of the installation
     * @param problems receiver of the problems in single files
     * @return files; null if the folder does not exist
     */
    public static ApplicationFiles read(
            Path folder,
            String environment,
            Overrides changes,
            Registries installed,
            Problems problems) {
        if (!Files.isDirectory(folder)) {
            boolean there = Files.exists(folder);
            if (isForeign(folder, installed)) {
                return read(
                        folder,
                        List.of(),
                        isComplete(folder, installed) ? ExternalMethods.UNCHECKED : Library.NONE,
                        environment,
                        changes,
                        installed,
                        problems);
            }
            String advice = "an application is a folder with *.flow.yaml and *.esql files in it";
            if (there) {
                problems.error(
                        ErrorCode.FILE_UNREADABLE,
                        Place.of(folder.toString()),
                        "this is not a folder",
                        advice);
            } else {
                FileNames.reportMissing(folder, advice, problems);
            }
            return null;
        }
        if (isComplete(folder, installed)) {
            return read(folder, List.of(), environment, changes, installed, problems);
        }
        List<Path> files = files(folder, problems);
        files.forEach(file -> FileNames.check(file, folder, problems));
        FileNames.checkMisplaced(folder, problems);
        // The Java methods that the ESQL of a library calls are those of its applications.
        boolean esqlAlone =
                LibraryFile.isLibrary(folder)
                        || !Files.exists(folder.resolve(ApplicationFile.NAME))
                                && !isForeign(folder, installed)
                                && files.stream()
                                        .noneMatch(f -> isFlow(f.getFileName().toString()));
        return esqlAlone
                ? read(folder, files, environment, changes, installed, problems)
                : read(
                        folder,
                        files,
                        Library.ofApplication(folder, problems),
                        environment,
                        changes,
                        installed,
                        problems);
    }

    /** Whether a definition source of the installation reads a path. */
    public static boolean isForeign(Path path, Registries installed) {
        return installed.sources().stream().anyMatch(s -> s.reads(path));
    }

    /**
     * Returns the paths of the applications in a folder or file: only the path itself, unless a
     * definition source finds several.
     */
    public static List<Path> applications(Path path, Registries installed) {
        for (DefinitionSource source : installed.sources()) {
            List<Path> found = source.reads(path) ? source.applications(path) : List.of();
            if (found.size() > 1) {
                return found;
            }
        }
        return List.of(path);
    }

    /** Whether a definition source reads all definitions of a path. */
    private static boolean isComplete(Path path, Registries installed) {
        return installed.sources().stream().anyMatch(s -> s.reads(path) && s.isComplete(path));
    }

    /**
     * Reads the definitions among the given files. Without a lib folder next to the files, the Java
     * methods that they call are unknown.
     */
    public static ApplicationFiles read(
            Path folder,
            List<Path> files,
            String environment,
            Overrides changes,
            Registries installed,
            Problems problems) {
        boolean known = Files.isDirectory(folder.resolve(Library.FOLDER));
        ExternalMethods methods =
                known ? Library.ofApplication(folder, problems) : ExternalMethods.UNCHECKED;
        return read(folder, files, methods, environment, changes, installed, problems);
    }

    private static ApplicationFiles read(
            Path folder,
            List<Path> files,
            ExternalMethods methods,
            String environment,
            Overrides changes,
            Registries installed,
            Problems problems) {
        List<Source> texts = new ArrayList<>();
        for (Path file : files) {
            Source text =
                    isDefinition(file.getFileName().toString())
                            ? TextFiles.read(file, problems)
                            : null;
            if (text != null) {
                texts.add(text);
            }
        }
        boolean isFolder = Files.isDirectory(folder);
        for (String name : List.of(ApplicationFile.NAME, OverridesFile.NAME, LibraryFile.NAME)) {
            Path file = folder.resolve(name);
            Source text = isFolder && Files.exists(file) ? TextFiles.read(file, problems) : null;
            if (text != null) {
                texts.add(text);
            }
        }
        return of(folder, texts, methods, environment, changes, installed, problems);
    }

    /**
     * Reads strings as if they were files.
     *
     * @param name name of the application
     * @param texts contents of the files; the names, or the suffixes of the names, determine the
     *     file types
     */
    public static ApplicationFiles of(
            String name,
            List<Source> texts,
            String environment,
            Overrides changes,
            Registries installed,
            Problems problems) {
        return of(Path.of(name), texts, Library.NONE, environment, changes, installed, problems);
    }

    private static ApplicationFiles of(
            Path folder,
            List<Source> texts,
            ExternalMethods methods,
            String environment,
            Overrides changes,
            Registries installed,
            Problems problems) {
        Registries registries =
                methods instanceof Library library
                        ? installed.withApplication(library, problems)
                        : installed;
        List<Definitions> foreign = foreign(folder, registries, problems);
        Map<String, byte[]> jars = new HashMap<>();
        foreign.forEach(f -> jars.putAll(f.jars()));
        if (!jars.isEmpty()) {
            Library library = Library.ofDefinitions(folder, jars, problems);
            return of(
                    folder,
                    texts,
                    library,
                    environment,
                    changes,
                    installed.withApplication(library, problems),
                    foreign,
                    problems);
        }
        return of(folder, texts, methods, environment, changes, registries, foreign, problems);
    }

    private static ApplicationFiles of(
            Path folder,
            List<Source> texts,
            ExternalMethods methods,
            String environment,
            Overrides changes,
            Registries registries,
            List<Definitions> foreign,
            Problems problems) {
        OverridesFile overrides =
                OverridesFile.read(named(OverridesFile.NAME, texts), environment, problems);
        Source own = named(ApplicationFile.NAME, texts);
        Source library = named(LibraryFile.NAME, texts);
        ApplicationSettings settings =
                library != null
                        ? LibraryFile.read(library, name(folder), problems)
                        : ApplicationFile.read(
                                own != null ? own : settings(foreign),
                                name(folder),
                                folder,
                                environment,
                                overrides,
                                registries.drivers(),
                                problems);
        List<FlowDefinition> definitions = new ArrayList<>();
        List<Source> esql = new ArrayList<>();
        List<Source> models = new ArrayList<>();
        for (Source text : texts) {
            FlowDefinition definition = isFlow(text.name()) ? FlowFile.read(text, problems) : null;
            if (definition != null) {
                definitions.add(definition);
            } else if (text.name().endsWith(ESQL_SUFFIX)) {
                esql.add(text);
            } else if (text.name().endsWith(ModelParser.SUFFIX)) {
                models.add(text);
            }
        }
        Map<String, byte[]> contents = new HashMap<>();
        Overrides defined = Overrides.NONE;
        for (Definitions read : foreign) {
            defined = defined.and(Overrides.of(read.overrides(), problems));
            definitions.addAll(read.flows());
            esql.addAll(read.esql());
            models.addAll(read.models());
            contents.putAll(read.contents());
        }
        if (library != null) {
            LibraryFile.checkContents(folder, texts, definitions, problems);
        }
        return new ApplicationFiles(
                folder,
                settings,
                defined.and(overrides.overrides()).and(changes),
                OperationSubflows.expand(definitions, folder, problems),
                esql,
                models,
                contents,
                library != null,
                !foreign.isEmpty() && isComplete(folder, registries),
                methods,
                registries);
    }

    /** Returns these files with other definitions. */
    ApplicationFiles withDefinitions(
            List<FlowDefinition> flows, List<Source> programs, List<Source> messageSets) {
        return new ApplicationFiles(
                folder,
                settings,
                overrides,
                flows,
                programs,
                messageSets,
                contents,
                isLibrary,
                isComplete,
                methods,
                registries);
    }

    /** Returns the settings of a definition source; null for none. */
    private static Source settings(List<Definitions> foreign) {
        return foreign.stream()
                .map(Definitions::settings)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns the file with a name, in any folder; null if the file does not exist. */
    private static Source named(String name, List<Source> texts) {
        return texts.stream()
                .filter(t -> Path.of(t.name()).endsWith(name))
                .findFirst()
                .orElse(null);
    }

    /** Whether a file with this name belongs to an application. */
    public static boolean isRead(String name) {
        return isDefinition(name)
                || name.equals(ApplicationFile.NAME)
                || name.equals(OverridesFile.NAME)
                || name.equals(LibraryFile.NAME);
    }

    /** Returns what the definition sources read from a folder or file. */
    private static List<Definitions> foreign(Path path, Registries registries, Problems problems) {
        List<Definitions> all = new ArrayList<>();
        for (DefinitionSource source : registries.sources()) {
            try {
                if (source.reads(path)) {
                    all.add(source.read(path, problems));
                }
            } catch (RuntimeException | LinkageError e) {
                problems.error(
                        ErrorCode.EXTENSION_FAILED,
                        Place.of(path.toString()),
                        MillraceException.from(e).getMessage());
            }
        }
        return all;
    }

    /** Whether a file with this name contains a flow, a subflow, ESQL or a message set. */
    public static boolean isDefinition(String name) {
        return isFlow(name) || name.endsWith(ESQL_SUFFIX) || name.endsWith(ModelParser.SUFFIX);
    }

    /** Whether a folder or one of its subfolders contains a flow or a subflow in YAML. */
    public static boolean hasFlows(Path folder) {
        return files(folder, new Problems()).stream().anyMatch(ApplicationFiles::isFlow);
    }

    /** Whether a file with this name contains a flow or a subflow. */
    public static boolean isFlow(Path file) {
        return isFlow(file.getFileName().toString());
    }

    private static boolean isFlow(String name) {
        return name.endsWith(FLOW_SUFFIX) || name.endsWith(SUBFLOW_SUFFIX);
    }

    /** Whether a folder is the home folder of a broker. It is never part of an application. */
    public static boolean isHome(Path folder) {
        return STORES.isHome(folder);
    }

    /**
     * Returns the files of a folder and its subfolders, sorted. Symbolic links to folders are not
     * followed.
     */
    static List<Path> files(Path folder, Problems problems) {
        List<Path> files = new ArrayList<>();
        try {
            // The folder itself can be a symbolic link.
            Path start = Files.isSymbolicLink(folder) ? folder.toRealPath() : folder;
            Files.walkFileTree(
                    start,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path dir, BasicFileAttributes attributes) {
                            String name = dir.equals(start) ? "" : dir.getFileName().toString();
                            boolean other =
                                    name.startsWith(".")
                                            || OTHER_FOLDERS.contains(name)
                                            || !dir.equals(start) && isHome(dir);
                            return other ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            files.add(folder.resolve(start.relativize(file)));
                            return files.size() > MAX_FILES
                                    ? FileVisitResult.TERMINATE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException e) {
                            problems.error(
                                    ErrorCode.FILE_UNREADABLE,
                                    Place.of(folder.resolve(start.relativize(file)).toString()),
                                    "it cannot be read: " + FileErrors.reason(e));
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            unreadable(folder, e, problems);
        } catch (UncheckedIOException e) {
            unreadable(folder, e.getCause(), problems);
        }
        if (files.size() > MAX_FILES) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE,
                    Place.of(folder.toString()),
                    "the folder contains more than "
                            + MAX_FILES
                            + " files; check that it is the folder of an application");
        }
        files.sort(null);
        return files;
    }

    /** Returns the name of the last folder of a path, also for {@code .}. */
    private static String name(Path folder) {
        Path last = folder.toAbsolutePath().normalize().getFileName();
        return last == null ? "application" : last.toString();
    }

    private static void unreadable(Path folder, IOException reason, Problems problems) {
        problems.error(
                ErrorCode.FILE_UNREADABLE,
                Place.of(folder.toString()),
                "it cannot be read: " + FileErrors.reason(reason));
    }
}
