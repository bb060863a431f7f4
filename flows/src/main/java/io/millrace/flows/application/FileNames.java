package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.parser.ModelParser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    private static final Pattern KEY =
            Pattern.compile(
                    "^(" + String.join("|", SUFFIXES.keySet()) + ")[ \t]*:", Pattern.MULTILINE);
    private static final Pattern YAML = Pattern.compile("\\.ya?ml$");

    private FileNames() {}

    /**
     * Reports a file with a definition or with the settings of the application whose name prevents
     * that it is read. Returns whether a problem was reported.
     *
     * @param folder folder of the application, which contains its settings
     */
    public static boolean check(Path file, Path folder, Problems problems) {
        String name = file.getFileName().toString();
        if (ApplicationFiles.isDefinition(name)
                || name.equals(ApplicationFile.NAME)
                || name.endsWith(ApplicationFiles.CAPSULE_SUFFIX)) {
            return false;
        }
        Matcher suffix = YAML.matcher(name.toLowerCase(Locale.ROOT));
        if (!suffix.find()) {
            return false;
        }
        String stem = name.substring(0, suffix.start());
        if (stem.equalsIgnoreCase("application") && folder.equals(file.getParent())) {
            report(
                    file,
                    "the settings of an application are read only from " + ApplicationFile.NAME,
                    ApplicationFile.NAME,
                    problems);
            return true;
        }
        Source source = TextFiles.read(file, new Problems());
        Matcher key = KEY.matcher(source == null ? "" : source.text());
        if (!key.find()) {
            return false;
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
            try (Stream<Path> files = Files.list(inner)) {
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
