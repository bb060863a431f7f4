package io.millrace.flows;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.error.Source;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.setting.EffectiveSetting;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.flows.application.FlowAssignment;
import io.millrace.flows.application.Libraries;
import io.millrace.flows.application.LibraryFile;
import io.millrace.flows.compile.ApplicationCompiler;
import io.millrace.flows.compile.CompiledApplication;
import io.millrace.flows.compile.EffectiveSettings;
import io.millrace.flows.compile.FlowPlan;
import io.millrace.flows.compile.Placements;
import io.millrace.flows.compile.ProblemOrder;
import io.millrace.flows.definition.Overrides;
import io.millrace.flows.library.Registries;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An application: a folder of flows, subflows, ESQL and an {@code application.yaml}, checked and
 * compiled.
 *
 * <pre>{@code
 * Application orders = Application.load(Path.of("samples/orders"));
 * broker.deploy(orders);
 * }</pre>
 *
 * <p>Immutable; any number of brokers and {@link Flow}s can use it at the same time. The file
 * formats are described in {@code docs/flows.md} and {@code docs/configuration.md}.
 */
public final class Application {

    private final Path folder;
    private final Set<Path> sources;
    private final CompiledApplication compiled;

    /** Files of a library; null for an application. */
    private final ApplicationFiles library;

    private Application(
            Path folder,
            Set<Path> sources,
            CompiledApplication compiled,
            ApplicationFiles library) {
        this.folder = folder;
        this.sources = sources;
        this.compiled = compiled;
        this.library = library;
    }

    /**
     * Reads, checks and compiles a folder, with the parameters of the default environment.
     *
     * @throws ProblemsException with all errors in all files
     */
    public static Application load(Path folder) {
        return load(folder, "");
    }

    /**
     * Reads, checks and compiles a folder.
     *
     * @param environment environment whose parameters in {@code application.yaml} override the
     *     default parameters; empty for only the default parameters
     * @throws ProblemsException with all errors in all files
     */
    public static Application load(Path folder, String environment) {
        return load(folder, ApplicationOptions.environment(environment));
    }

    /**
     * Returns the name of the application in a folder without checking its files. It is the name of
     * the folder unless application.yaml or a project in the folder specifies another name.
     */
    public static String name(Path folder) {
        ApplicationFiles files =
                ApplicationFiles.read(
                        folder,
                        "",
                        Overrides.NONE,
                        ApplicationOptions.DEFAULTS.registries(),
                        new Problems());
        return files.settings().name();
    }

    /**
     * Reads, checks and compiles a folder, or a file that a definition source of the installation
     * accepts.
     *
     * @throws ProblemsException with all errors in all files
     */
    public static Application load(Path folder, ApplicationOptions options) {
        Objects.requireNonNull(folder, "folder must not be null");
        Objects.requireNonNull(options, "options must not be null");
        Problems problems = new Problems();
        return compile(read(folder, options, problems), problems);
    }

    private static ApplicationFiles read(
            Path folder, ApplicationOptions options, Problems problems) {
        Registries installed = options.registries();
        return options.libraries()
                .addTo(
                        ApplicationFiles.read(
                                folder,
                                options.environment(),
                                options.changes(problems),
                                installed,
                                problems),
                        installed,
                        problems);
    }

    /**
     * Reads and checks the folder of a library: subflows, ESQL and message sets that applications
     * use. It has no flows and cannot run.
     *
     * @throws ProblemsException with all errors in all files
     */
    public static Application library(Path folder, ApplicationOptions options) {
        Objects.requireNonNull(folder, "folder must not be null");
        Objects.requireNonNull(options, "options must not be null");
        Problems problems = new Problems();
        ApplicationFiles files = read(folder, options, problems);
        if (files != null && !files.isLibrary()) {
            problems.error(
                    ErrorCode.UNUSABLE_LIBRARY,
                    Place.of(folder.toString()),
                    "this folder is not a library",
                    "create the file " + LibraryFile.NAME + " in it");
        }
        CompiledApplication compiled =
                files == null ? null : ApplicationCompiler.check(files, false, problems);
        if (compiled == null) {
            throw new ProblemsException(ProblemOrder.sorted(problems.all()));
        }
        return new Application(files.folder(), files.sources(), compiled, files);
    }

    /**
     * Returns the default folder of a library for an application; null if the folder does not
     * exist.
     */
    public static Path libraryBeside(Path application, String name) {
        return Libraries.beside(application, name);
    }

    /** Whether a folder contains a library, which {@link #library} reads. */
    public static boolean isLibrary(Path folder) {
        return LibraryFile.isLibrary(folder);
    }

    /**
     * Returns the folders of the applications in a folder: the folder itself, or the folders in a
     * workspace of another product.
     */
    public static List<Path> applications(Path folder, ApplicationOptions options) {
        return ApplicationFiles.applications(folder, options.registries());
    }

    /**
     * Creates an application from strings instead of files.
     *
     * @param name name of the application
     * @param files file contents by file name; the suffixes of the names determine the file types,
     *     as in a folder
     * @throws ProblemsException with all errors in all files
     */
    public static Application of(String name, Map<String, String> files) {
        return of(name, files, ApplicationOptions.DEFAULTS);
    }

    /** Creates an application from strings like {@link #of(String, Map)}. */
    public static Application of(
            String name, Map<String, String> files, ApplicationOptions options) {
        Objects.requireNonNull(name, "name must not be null");
        Objects.requireNonNull(files, "files must not be null");
        Problems problems = new Problems();
        List<Source> texts = new ArrayList<>();
        files.forEach(
                (file, text) -> {
                    if (ApplicationFiles.isRead(file)) {
                        texts.add(new Source(file, text));
                    }
                });
        Registries installed = options.registries();
        ApplicationFiles read =
                ApplicationFiles.of(
                        name,
                        texts,
                        options.environment(),
                        options.changes(problems),
                        installed,
                        problems);
        return compile(options.libraries().addTo(read, installed, problems), problems);
    }

    private static Application compile(ApplicationFiles files, Problems problems) {
        CompiledApplication compiled =
                files == null
                        ? null
                        : ApplicationCompiler.compile(files, !problems.hasErrors(), problems);
        if (compiled == null) {
            throw new ProblemsException(ProblemOrder.sorted(problems.all()));
        }
        return new Application(files.folder(), files.sources(), compiled, null);
    }

    /**
     * Checks a folder or a file without running anything.
     *
     * @param path folder of an application, folder of ESQL without a flow, or a single flow or ESQL
     *     file. A single file is checked together with the files in the same folder, but only
     *     problems in the file itself are returned.
     * @return all errors and warnings, in the order of the files
     */
    public static List<Problem> check(Path path) {
        return check(List.of(path), ApplicationOptions.DEFAULTS);
    }

    /**
     * Checks several folders and files like {@link #check(Path)}. Files of one application are
     * checked together. ESQL files that do not belong to an application are also checked together.
     */
    public static List<Problem> check(List<Path> paths, ApplicationOptions options) {
        return report(paths, options).problems();
    }

    /**
     * Checks like {@link #check(List, ApplicationOptions)}. The report also contains how flows of
     * applications without errors share units of work.
     */
    public static CheckReport report(List<Path> paths, ApplicationOptions options) {
        CheckReport found = ApplicationChecks.check(paths, options);
        return new CheckReport(ProblemOrder.sorted(found.problems()), found.units());
    }

    public String name() {
        return compiled.settings().name();
    }

    /** Whether this is a library, which has no flows. */
    public boolean isLibrary() {
        return library != null;
    }

    /** Returns the files of a library. Throws UNUSABLE_LIBRARY for an application. */
    ApplicationFiles libraryFiles() {
        if (library == null) {
            throw new MillraceException(
                    ErrorCode.UNUSABLE_LIBRARY, name() + " is an application, expected a library");
        }
        return library;
    }

    /** Returns the names of the libraries that the application uses, in the order of the file. */
    public Set<String> libraries() {
        return Collections.unmodifiableSet(compiled.settings().libraries().keySet());
    }

    /** Returns the version in {@code application.yaml}; empty if it is not specified. */
    public String version() {
        return compiled.settings().version();
    }

    /**
     * Returns the folder from which the application was read. If the application was created from
     * strings, returns a path with its name.
     */
    public Path folder() {
        return folder;
    }

    /**
     * Returns the files of flows, ESQL and message sets. Files that belong to libraries of another
     * product can be outside the folder.
     */
    public Set<Path> sources() {
        return sources;
    }

    /** Returns the names of the flows, in the order of their files. */
    public List<String> flows() {
        return List.copyOf(compiled.flows().keySet());
    }

    /**
     * Returns the input nodes of a flow with the queues that they read, in the order of the file.
     *
     * @throws MillraceException with UNKNOWN_FLOW
     */
    public Map<String, String> inputs(String flow) {
        return plan(flow).inputQueues();
    }

    /**
     * Returns this application with an operator's assignment of a flow, which replaces the
     * assignment in the files. Its effective settings have the operator as their origin.
     *
     * @throws MillraceException with UNKNOWN_FLOW
     */
    public Application assigned(String flow, Placement placement) {
        plan(flow);
        return new Application(
                folder,
                sources,
                Placements.assigned(
                        compiled, flow, placement.groups(), placement.additionalInstances()),
                null);
    }

    /**
     * Returns the execution groups to which a flow is assigned; empty if the flow does not exist.
     */
    public Set<String> groups(String flow) {
        return compiled.assignments().stream()
                .filter(a -> a.flow().equals(flow))
                .map(FlowAssignment::group)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the nodes of a type, also in subflows, in the form {@code flow.node}. */
    public Stream<String> nodesOfType(String type) {
        return compiled.flows().values().stream()
                .flatMap(
                        flow ->
                                flow.checked().nodes().stream()
                                        .filter(
                                                node ->
                                                        node.type()
                                                                .description()
                                                                .type()
                                                                .equals(type))
                                        .map(node -> flow.name() + "." + node.name()));
    }

    /** Returns all settings with their effective values and origins, including defaults. */
    public List<EffectiveSetting> settings() {
        return EffectiveSettings.of(compiled);
    }

    /** Returns the problems that do not prevent the application from running. */
    public List<Problem> warnings() {
        return compiled.warnings();
    }

    /** Returns the assembler of the messages of the application, with its message sets. */
    public MessageAssembler assembler() {
        return new MessageAssembler(compiled.parsers(), compiled.settings().limits());
    }

    CompiledApplication compiled() {
        return compiled;
    }

    /** Returns the plan of a flow. Throws UNKNOWN_FLOW if the flow does not exist. */
    FlowPlan plan(String flow) {
        FlowPlan plan = compiled.flows().get(flow);
        if (plan == null) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_FLOW,
                    "the application "
                            + name()
                            + " has no flow "
                            + flow
                            + "; "
                            + (Problems.didYouMean(
                                    flow,
                                    compiled.flows().keySet(),
                                    "it has " + String.join(", ", flows()))));
        }
        return plan;
    }

    @Override
    public String toString() {
        return compiled.settings().label();
    }
}
