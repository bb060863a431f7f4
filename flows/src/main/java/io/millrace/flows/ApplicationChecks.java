package io.millrace.flows;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.flows.application.ApplicationFile;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.flows.application.BrokerFile;
import io.millrace.flows.application.BrokerSettings;
import io.millrace.flows.application.FileNames;
import io.millrace.flows.application.LibraryFile;
import io.millrace.flows.application.TextFiles;
import io.millrace.flows.compile.ApplicationCompiler;
import io.millrace.flows.compile.CompiledApplication;
import io.millrace.flows.definition.CamelRoute;
import io.millrace.flows.library.Library;
import io.millrace.flows.library.Registries;
import io.millrace.flows.sample.SampleMessages;
import io.millrace.flows.test.FlowTest;
import io.millrace.flows.test.FlowTestFile;
import io.millrace.flows.test.TestNames;
import io.millrace.parsers.text.Yaml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A checker of applications, folders of ESQL and single files for {@link Application#check}. */
final class ApplicationChecks {

    private static final String BROKER_FILE = "broker.yaml";

    /** Key for ESQL files that do not belong to an application. No file has this path. */
    private static final Path NONE = Path.of("/", "no application");

    private final ApplicationOptions options;

    /**
     * Registries, loaded once on the thread of the caller because its class loader finds the
     * extensions.
     */
    private final Registries registries;

    private final Map<Finding, Problem> found = new LinkedHashMap<>();
    private final List<UnitSharing> units = new ArrayList<>();

    /** Single files by the folder of their application. */
    private final Map<Path, List<Path>> files = new LinkedHashMap<>();

    /**
     * Key of a problem. Two problems are equal even if their file was reached by different paths.
     */
    private record Finding(Path file, int line, int column, ErrorCode code, String text) {}

    /**
     * The result of the check of an application. Applications of a workspace are checked in
     * parallel.
     */
    private record Checked(Problems problems, List<UnitSharing> units) {}

    private ApplicationChecks(ApplicationOptions options) {
        this.options = options;
        this.registries = options.registries();
    }

    static CheckReport check(List<Path> paths, ApplicationOptions options) {
        ApplicationChecks checking = new ApplicationChecks(options);
        paths.forEach(checking::path);
        checking.files.forEach(checking::files);
        return new CheckReport(List.copyOf(checking.found.values()), checking.units);
    }

    private void path(Path path) {
        Problems problems = new Problems();
        String name = path.getFileName() == null ? "" : path.getFileName().toString();
        if (Files.isDirectory(path) || ApplicationFiles.isForeign(path, registries)) {
            List<Path> applications = ApplicationFiles.applications(path, registries);
            for (Checked checked : applications.parallelStream().map(this::folder).toList()) {
                checked.problems().all().forEach(problems::add);
                units.addAll(checked.units());
            }
        } else if (!Files.exists(path)) {
            FileNames.reportMissing(path, "", problems);
        } else if (name.equals(BROKER_FILE)) {
            brokerFile(path, problems);
        } else if (ApplicationFiles.isRead(name)) {
            files.computeIfAbsent(application(path), a -> new ArrayList<>()).add(path);
        } else if (!FileNames.check(path, parent(path), problems)) {
            if (BrokerFile.isSimilar(path)) {
                brokerFile(path, problems);
            } else if (FileNames.isCamelRoute(path)) {
                problems.error(
                        ErrorCode.YAML_SHAPE,
                        Place.of(path.toString()),
                        CamelRoute.FOUND,
                        CamelRoute.ADVICE);
            } else if (!isMalformed(path, problems)) {
                problems.error(
                        ErrorCode.FILE_UNREADABLE,
                        Place.of(path.toString()),
                        "this is not a file that Millrace checks",
                        """
                        Millrace checks folders, *.flow.yaml, *.subflow.yaml, *.esql, \
                        *.model.yaml, application.yaml, and files of any name with the keys of \
                        a broker.yaml\
                        """);
            }
        }
        problems.all().forEach(this::add);
    }

    /** Checks a broker.yaml with the extensions of its home folder, if the file specifies one. */
    private void brokerFile(Path path, Problems problems) {
        BrokerSettings read = BrokerFile.read(path, problems);
        if (read != null) {
            Path home = read.store().home();
            Registries installed =
                    home == null
                            ? registries
                            : Registries.load()
                                    .withHome(
                                            Library.ofHome(home, Registries.loader(), problems),
                                            problems);
            BrokerFile.checkExtensions(
                    path, installed.drivers(), installed.repositoryNames(), problems);
        }
    }

    private void add(Problem problem) {
        Place place = problem.place();
        Path file = whole(Path.of(place.source().name()));
        found.putIfAbsent(
                new Finding(file, place.line(), place.column(), problem.code(), problem.text()),
                problem);
    }

    /** Checks an application, or a folder of ESQL and message sets without a flow. */
    private Checked folder(Path folder) {
        Problems problems = new Problems();
        ApplicationFiles read = withLibraries(read(folder, problems), problems);
        if (read == null) {
            return new Checked(problems, List.of());
        }
        boolean library =
                read.isLibrary()
                        || read.definitions().isEmpty()
                                && !(read.esql().isEmpty() && read.models().isEmpty())
                                && !hasSettings(folder);
        boolean needsFlow = !library && !problems.hasErrors();
        CompiledApplication compiled = ApplicationCompiler.check(read, needsFlow, problems);
        List<UnitSharing> sharing = compiled == null ? List.of() : UnitSharing.of(compiled);
        SampleMessages.check(folder.resolve("messages"), problems);
        List<FlowTest> tests = FlowTestFile.read(folder, read.registries().parsers(), problems);
        if (compiled != null) {
            TestNames.check(tests, compiled, problems);
        }
        return new Checked(problems, sharing);
    }

    private ApplicationFiles read(Path folder, Problems problems) {
        return ApplicationFiles.read(
                folder, options.environment(), options.changes(problems), registries, problems);
    }

    private ApplicationFiles withLibraries(ApplicationFiles read, Problems problems) {
        return options.libraries().addTo(read, registries, problems);
    }

    private static boolean hasSettings(Path folder) {
        return Files.exists(folder.resolve(ApplicationFile.NAME)) || LibraryFile.isLibrary(folder);
    }

    /**
     * Reports the problems in files. The files are checked together with their application. Without
     * an application, they are checked together with the files in the same folder.
     */
    private void files(Path application, List<Path> requested) {
        Problems problems = new Problems();
        Map<Path, Path> names = new TreeMap<>();
        requested.forEach(file -> names.putIfAbsent(whole(file), file));
        ApplicationFiles read =
                !application.equals(NONE) && hasSettings(application)
                        ? withLibraries(read(application, problems), problems)
                        : ApplicationFiles.read(
                                parent(requested.getFirst()),
                                together(names, problems),
                                options.environment(),
                                options.changes(problems),
                                registries,
                                problems);
        CompiledApplication compiled =
                read == null ? null : ApplicationCompiler.check(read, false, problems);
        if (compiled != null) {
            UnitSharing.of(compiled).stream()
                    .filter(u -> names.containsKey(whole(Path.of(u.place().source().name()))))
                    .forEach(units::add);
        }
        for (Problem problem : problems.all()) {
            Path name = names.get(whole(Path.of(problem.place().source().name())));
            if (name != null) {
                add(problem);
            }
        }
    }

    /** Returns the given files and all other files in their folders. */
    private static List<Path> together(Map<Path, Path> names, Problems problems) {
        Map<Path, Path> together = new TreeMap<>(names);
        names.values().stream()
                .map(ApplicationChecks::parent)
                .distinct()
                .forEach(
                        folder ->
                                beside(folder, problems)
                                        .forEach(file -> together.putIfAbsent(whole(file), file)));
        return List.copyOf(together.values());
    }

    /** Whether a YAML file has a syntax error. Reports the error. */
    private static boolean isMalformed(Path path, Problems problems) {
        String name = path.getFileName().toString();
        if (!name.endsWith(".yaml") && !name.endsWith(".yml")) {
            return false;
        }
        Problems found = new Problems();
        Source source = TextFiles.read(path, found);
        if (source != null && source.text().isBlank()) {
            found.error(ErrorCode.FILE_UNREADABLE, Place.of(path.toString()), "the file is empty");
        } else if (source != null) {
            Yaml.read(source, found);
        }
        found.all().forEach(problems::add);
        return found.hasErrors();
    }

    /**
     * Returns the folder of the application to which a file belongs. It is the nearest parent
     * folder with an application.yaml. Otherwise it is the file's folder, unless that folder
     * contains only ESQL.
     */
    private static Path application(Path file) {
        Path own = parent(file);
        for (Path folder = whole(own); folder != null; folder = folder.getParent()) {
            if (hasSettings(folder)) {
                return whole(own).equals(folder) ? own : folder;
            }
        }
        boolean flows = beside(own, new Problems()).stream().anyMatch(ApplicationFiles::isFlow);
        return flows ? own : NONE;
    }

    private static Path parent(Path file) {
        return file.getParent() == null ? Path.of("") : file.getParent();
    }

    private static Path whole(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private static List<Path> beside(Path folder, Problems problems) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE,
                    Place.of(folder.toString()),
                    "it cannot be read: " + FileErrors.reason(e));
            return List.of();
        }
    }
}
