package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.parser.ModelParser;
import io.millrace.flows.definition.CamelRoute;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A check of the names of YAML files. A definition in a file whose name has another suffix would be
 * ignored.
 */
public final class FileNames {

    /** Suffixes of files by the key that begins them. */
    private static final Map<String, String> SUFFIXES =
            Map.of(
                    "flow",
                    ApplicationFiles.FLOW_SUFFIX,
                    "subflow",
                    ApplicationFiles.SUBFLOW_SUFFIX,
                    "messageSet",
                    ModelParser.SUFFIX);

    /** Contents of the files with the settings of an application. */
    private static final Map<String, String> SETTINGS =
            Map.of(
                    ApplicationFile.NAME,
                    "the settings of an application",
                    OverridesFile.NAME,
                    "overrides",
                    LibraryFile.NAME,
                    "the settings of a library");

    private static final Pattern KEY =
            Pattern.compile(
                    "^(" + String.join("|", SUFFIXES.keySet()) + ")[ \t]*:", Pattern.MULTILINE);
    private static final Pattern TESTS = Pattern.compile("^tests[ \t]*:", Pattern.MULTILINE);
    private static final Pattern MODULE =
            Pattern.compile(
                    "^\\s*CREATE\\s+(COMPUTE|FILTER|DATABASE)\\s+MODULE\\s",
                    Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);
    private static final Pattern ESQL =
            Pattern.compile("\\.(esql|sql|esq|esql\\.txt)$", Pattern.CASE_INSENSITIVE);

    /** Maximum number of names of a folder that are compared with a missing name. */
    private static final int MAX_COMPARED = 10_000;

    /** Maximum depth of routes in the sources of a Camel project: src/main/java and packages. */
    private static final int MAX_ROUTE_DEPTH = 8;

    private static final Pattern YAML = Pattern.compile("\\.ya?ml$");

    private FileNames() {}

    /** Reports a file or folder that does not exist, with the nearest name in its folder. */
    public static void reportMissing(Path path, String otherwise, Problems problems) {
        Path nearest = nearest(path);
        problems.error(
                ErrorCode.FILE_UNREADABLE,
                Place.of(path.toString()),
                "the file or folder does not exist",
                nearest == null ? otherwise : "did you mean " + nearest + "?");
    }

    /**
     * Returns the existing path that is most similar to a missing path; null if no path is similar.
     */
    public static Path nearest(Path path) {
        if (path.getFileName() == null) {
            return null;
        }
        String name = path.getFileName().toString();
        Path parent = path.getParent();
        Path folder = parent == null || Files.isDirectory(parent) ? parent : nearest(parent);
        if (parent != null && folder == null) {
            return null;
        }
        Path below = folder == null ? Path.of("") : folder;
        if (Files.exists(below.resolve(name))) {
            return below.resolve(name);
        }
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.list(below)) {
            files.limit(MAX_COMPARED).forEach(f -> names.add(f.getFileName().toString()));
        } catch (IOException | UncheckedIOException e) {
            // Without the other names, there is no nearest name.
        }
        String nearest = Problems.nearest(name, names);
        return nearest == null ? null : below.resolve(nearest);
    }

    /**
     * Reports a file that contains a definition or settings of the application, but is not read
     * because of its name. Returns whether a problem was reported.
     *
     * @param folder folder of the application, which contains its settings
     */
    public static boolean check(Path file, Path folder, Problems problems) {
        String name = file.getFileName().toString();
        if (SETTINGS.containsKey(name)) {
            return checkSubfolder(file, name, folder, problems);
        }
        if (ApplicationFiles.isDefinition(name) || name.endsWith(ApplicationFiles.CAPSULE_SUFFIX)) {
            return false;
        }
        Matcher esql = ESQL.matcher(name);
        if (esql.find()) {
            return checkEsql(file, name.substring(0, esql.start()), problems);
        }
        Matcher suffix = YAML.matcher(name.toLowerCase(Locale.ROOT));
        if (!suffix.find()) {
            return false;
        }
        String stem = name.substring(0, suffix.start());
        String settings = stem.toLowerCase(Locale.ROOT) + ".yaml";
        if (SETTINGS.containsKey(settings) && folder.equals(file.getParent())) {
            report(file, readOnlyFrom(settings), settings, problems);
            return true;
        }
        String text = text(file);
        Matcher key = KEY.matcher(text);
        if (!key.find()) {
            return checkSettings(file, stem, folder, problems);
        }
        if (key.group(1).equals("flow") && TESTS.matcher(text).find()) {
            problems.error(
                    ErrorCode.FILE_NAME,
                    Place.of(file.toString()),
                    "this file contains flow tests, but is ignored because it is not in the folder"
                            + " tests of the application",
                    "move it to " + folder.resolve("tests").resolve(stem + ".yaml"));
            return true;
        }
        String expected = SUFFIXES.get(key.group(1));
        String kind = expected.substring(1, expected.lastIndexOf('.'));
        String start = stem.toLowerCase(Locale.ROOT).endsWith("." + kind) ? kind : "";
        String base = stem.substring(0, stem.length() - (start.isEmpty() ? 0 : start.length() + 1));
        report(
                file,
                "the file contains '%s:', but is ignored because its name does not end in %s"
                        .formatted(key.group(1), expected),
                base + expected,
                problems);
        return true;
    }

    /** Reports settings in a subfolder of the application, where they have no effect. */
    private static boolean checkSubfolder(Path file, String name, Path folder, Problems problems) {
        Path parent = file.getParent();
        if (parent == null || parent.equals(folder)) {
            return false;
        }
        problems.error(
                ErrorCode.FILE_NAME,
                Place.of(file.toString()),
                "this file is ignored: %s are read only from %s"
                        .formatted(SETTINGS.get(name), folder.resolve(name)),
                "if %s is an application, specify it instead of %s; otherwise move the contents to %s"
                        .formatted(parent, folder, folder.resolve(name)));
        return true;
    }

    /** Whether a file contains a route of Apache Camel. */
    public static boolean isCamelRoute(Path file) {
        String name = file.getFileName().toString();
        return name.matches("(?i).*\\.(ya?ml|xml|java)") && CamelRoute.isRoute(name, text(file));
    }

    /** Returns a route of Apache Camel in a folder; null if there is none. */
    public static @Nullable Path camelRoute(Path folder) {
        try (Stream<Path> files = Files.walk(folder, MAX_ROUTE_DEPTH)) {
            return files.filter(Files::isRegularFile)
                    .limit(MAX_COMPARED)
                    .sorted()
                    .filter(FileNames::isCamelRoute)
                    .findFirst()
                    .orElse(null);
        } catch (IOException | UncheckedIOException e) {
            // The reader of the folder reports the error.
            return null;
        }
    }

    private static String text(Path file) {
        Source source = TextFiles.read(file, new Problems());
        return source == null ? "" : source.text();
    }

    /** Reports a file with an ESQL module. Other programs can own files *.sql. */
    private static boolean checkEsql(Path file, String stem, Problems problems) {
        if (!MODULE.matcher(text(file)).find()) {
            return false;
        }
        report(
                file,
                "the file contains an ESQL module, but is ignored because its name does not end in "
                        + ApplicationFiles.ESQL_SUFFIX,
                stem + ApplicationFiles.ESQL_SUFFIX,
                problems);
        return true;
    }

    /**
     * Warns about a file whose name is similar to the name of a settings file that does not exist.
     */
    private static boolean checkSettings(Path file, String stem, Path folder, Problems problems) {
        String nearest = Problems.nearest(stem + ".yaml", SETTINGS.keySet());
        boolean isSimilar =
                nearest != null
                        && folder.equals(file.getParent())
                        && !Files.exists(folder.resolve(nearest));
        if (isSimilar) {
            problems.warning(
                    ErrorCode.FILE_NAME,
                    Place.of(file.toString()),
                    "the file is ignored; " + readOnlyFrom(nearest),
                    "if it contains them, rename it to " + nearest);
        }
        return isSimilar;
    }

    private static String readOnlyFrom(String name) {
        return SETTINGS.get(name) + " are read only from " + name;
    }

    /**
     * Warns about definitions in the folders of messages and tests, where they are ignored.
     *
     * @param folder folder of the application
     */
    static void checkMisplaced(Path folder, Problems problems) {
        for (String other : List.of("messages", "tests")) {
            Path inner = folder.resolve(other);
            if (!Files.isDirectory(inner)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(inner, MAX_ROUTE_DEPTH)) {
                files.filter(f -> ApplicationFiles.isDefinition(f.getFileName().toString()))
                        .sorted()
                        .forEach(
                                f ->
                                        problems.warning(
                                                ErrorCode.FILE_NAME,
                                                Place.of(f.toString()),
                                                "this file is ignored: definitions are not read"
                                                        + " from the folder "
                                                        + other,
                                                "move it to the folder of the application"));
            } catch (IOException e) {
                // The reader of the folder reports the error.
            }
        }
    }

    private static void report(Path file, String found, String name, Problems problems) {
        problems.error(
                ErrorCode.FILE_NAME, Place.of(file.toString()), found, "rename it to " + name);
    }
}
