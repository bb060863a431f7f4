package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.setting.Layer;
import io.millrace.flows.definition.FileSettings;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.Names;
import io.millrace.flows.definition.Parameters;
import io.millrace.flows.library.Library;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A reader of {@code library.yaml}, the file that makes a folder a library. */
public final class LibraryFile {

    /** Name of the file in the folder of the library. */
    public static final String NAME = "library.yaml";

    private LibraryFile() {}

    /** Whether a folder is a library. */
    public static boolean isLibrary(Path folder) {
        return Files.isRegularFile(folder.resolve(NAME));
    }

    /**
     * Reads the file.
     *
     * @param name name of the library if the file does not specify a name
     */
    static ApplicationSettings read(Source source, String name, Problems problems) {
        YamlNode document = Yaml.read(source, problems);
        Section file =
                Section.of(
                        document,
                        FileSettings.LIBRARY,
                        Map.of(ApplicationFile.NAME, FileSettings.APPLICATION),
                        Parameters.NONE,
                        problems);
        Place place = document == null ? Place.of(source.name()) : document.place();
        String given = file.text("name", name);
        if (!Names.isName(given)) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    file.isSet("name") ? file.place("name") : place,
                    "'" + given + "' " + Names.RULE);
        }
        return ApplicationSettings.standard(
                given,
                file.text("version"),
                Parameters.NONE,
                file.effective(Layer.APPLICATION, place));
    }

    /** Reports files that a library cannot contain. */
    static void checkContents(
            Path folder, List<Source> texts, List<FlowDefinition> flows, Problems problems) {
        for (Source text : texts) {
            Path file = Path.of(text.name());
            if (file.endsWith(ApplicationFile.NAME) || file.endsWith(OverridesFile.NAME)) {
                report(
                        Place.of(text.name()),
                        "found %s in a library".formatted(file.getFileName()),
                        "settings belong to the applications that use the library; remove this"
                                + " file, or "
                                + NAME
                                + " if the folder is an application",
                        problems);
            }
        }
        for (FlowDefinition flow : flows) {
            if (!flow.subflow()) {
                report(
                        flow.place(),
                        "found the flow %s in a library".formatted(flow.name()),
                        "move it to an application, or make it a subflow",
                        problems);
            }
        }
        if (Files.isDirectory(folder.resolve(Library.FOLDER))) {
            report(
                    Place.of(folder.resolve(Library.FOLDER).toString()),
                    "found the folder lib in a library",
                    "move its jars to the folder lib of the applications, or of the home",
                    problems);
        }
    }

    private static void report(Place place, String found, String advice, Problems problems) {
        problems.error(
                ErrorCode.UNUSABLE_LIBRARY,
                place,
                found + ", expected subflows, ESQL and message sets",
                advice);
    }
}
