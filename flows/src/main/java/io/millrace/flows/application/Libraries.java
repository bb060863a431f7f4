package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.Names;
import io.millrace.flows.definition.Overrides;
import io.millrace.flows.library.Registries;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The libraries that applications can use: those beside the folder of the application and in
 * further folders, or a given set. Immutable.
 */
public final class Libraries {

    /** The libraries beside the folder of the application. */
    public static final Libraries BESIDE = new Libraries(List.of(), null);

    private final List<Path> folders;

    /** All libraries by name; null to find them in folders. */
    private final Map<String, ApplicationFiles> given;

    private Libraries(List<Path> folders, Map<String, ApplicationFiles> given) {
        this.folders = List.copyOf(folders);
        this.given = given == null ? null : Map.copyOf(given);
    }

    /** Returns a fixed set of libraries. Other libraries are not found. */
    public static Libraries of(Collection<ApplicationFiles> libraries) {
        Map<String, ApplicationFiles> named = new TreeMap<>();
        libraries.forEach(library -> named.put(library.settings().name(), library));
        return new Libraries(List.of(), named);
    }

    /** Returns these libraries and the library in a folder, which takes precedence. */
    public Libraries with(Path folder) {
        List<Path> all = new ArrayList<>(folders);
        all.add(folder);
        return new Libraries(all, given);
    }

    /**
     * Returns the folder of a library beside the folder of an application; null if it does not
     * exist.
     */
    public static Path beside(Path application, String name) {
        Path parent = application.toAbsolutePath().normalize().getParent();
        Path folder = parent == null || !Names.isName(name) ? null : shown(application, name);
        return folder != null && LibraryFile.isLibrary(folder) ? folder : null;
    }

    /**
     * Returns the path of a sibling of a folder. The result is relative if the path of the folder
     * is relative.
     */
    private static Path shown(Path application, String name) {
        Path normal = application.normalize();
        boolean hasName = !normal.toString().isEmpty() && !normal.endsWith("..");
        return hasName
                ? normal.resolveSibling(name)
                : application.resolve("..").resolve(name).normalize();
    }

    /**
     * Adds the definitions of the libraries that an application uses. Missing libraries are
     * reported, with the position of their names in {@code application.yaml}.
     *
     * @param application files of an application, or of a library, which uses no others; null for
     *     none
     * @return files of both; null for none, or if a library is missing, because each name of its
     *     definitions would be a problem
     */
    public ApplicationFiles addTo(
            ApplicationFiles application, Registries installed, Problems problems) {
        if (application == null || application.settings().libraries().isEmpty()) {
            return application;
        }
        List<FlowDefinition> definitions = new ArrayList<>(application.definitions());
        List<Source> esql = new ArrayList<>(application.esql());
        List<Source> models = new ArrayList<>(application.models());
        boolean isMissing = false;
        for (Map.Entry<String, Place> name : application.settings().libraries().entrySet()) {
            ApplicationFiles library =
                    find(application.folder(), name.getKey(), name.getValue(), installed, problems);
            if (library == null) {
                isMissing = true;
            } else {
                definitions.addAll(library.definitions());
                esql.addAll(library.esql());
                models.addAll(library.models());
            }
        }
        if (isMissing) {
            return null;
        }
        return application.withDefinitions(definitions, esql, models);
    }

    private ApplicationFiles find(
            Path application, String name, Place place, Registries installed, Problems problems) {
        if (given != null) {
            ApplicationFiles found = given.get(name);
            if (found == null) {
                missing(
                        place,
                        given.isEmpty()
                                ? "deploy the library first: ./millrace deploy FOLDER"
                                : Problems.didYouMean(
                                        name,
                                        given.keySet(),
                                        "the deployed libraries are "
                                                + String.join(", ", given.keySet())
                                                + "; deploy this library first: ./millrace deploy"
                                                + " FOLDER"),
                        "the library %s is not deployed".formatted(name),
                        problems);
            }
            return found;
        }
        for (Path folder : folders) {
            ApplicationFiles library = read(folder, installed, new Problems());
            if (library != null && library.settings().name().equals(name)) {
                return read(folder, installed, problems);
            }
        }
        Path beside = Files.exists(application) ? beside(application, name) : null;
        if (beside == null) {
            missing(
                    place,
                    "create the folder %s with a file %s, or specify the folder of the library with --library"
                            .formatted(shown(application, name), LibraryFile.NAME),
                    "the library %s does not exist".formatted(name),
                    problems);
            return null;
        }
        ApplicationFiles library = read(beside, installed, problems);
        if (!library.settings().name().equals(name)) {
            problems.error(
                    ErrorCode.UNUSABLE_LIBRARY,
                    place,
                    "the library in the folder %s has the name %s, expected %s"
                            .formatted(beside, library.settings().name(), name),
                    "rename one of them, or specify the folder of the library with --library");
        }
        return library;
    }

    private static void missing(Place place, String advice, String found, Problems problems) {
        problems.error(ErrorCode.UNUSABLE_LIBRARY, place, found, advice);
    }

    /** Reads a library; null if the folder is not a library. */
    private static ApplicationFiles read(Path folder, Registries installed, Problems problems) {
        return LibraryFile.isLibrary(folder)
                ? ApplicationFiles.read(folder, "", Overrides.NONE, installed, problems)
                : null;
    }
}
