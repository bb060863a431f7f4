package io.millrace.flows.library;

import io.millrace.engine.database.JdbcDrivers;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.FunctionLibrary;
import io.millrace.engine.esql.FunctionRegistry;
import io.millrace.engine.node.NodeRegistry;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.flows.archive.ArchiveRepositoryType;
import io.millrace.flows.definition.DefinitionSource;

import java.security.CodeSource;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * All extensions that an application can use: those on the class path, in the home and in the
 * application itself. Immutable. Safe for use by several threads.
 *
 * @param nodes node types
 * @param parsers message formats
 * @param functions functions of ESQL
 * @param sources readers of definitions in other files
 * @param drivers JDBC drivers
 * @param repositories types of shared repositories of archives
 * @param libraries libraries of the home and of the application. Their drivers stay registered
 *     while this object is referenced.
 */
public record Registries(
        NodeRegistry nodes,
        ParserRegistry parsers,
        FunctionRegistry functions,
        List<DefinitionSource> sources,
        JdbcDrivers drivers,
        List<ArchiveRepositoryType> repositories,
        List<Library> libraries) {

    public Registries {
        sources = List.copyOf(sources);
        repositories = List.copyOf(repositories);
        libraries = List.copyOf(libraries);
    }

    /**
     * Returns the extensions on the class path: the extensions of the thread's context class
     * loader, or of the class loader of this class if the thread has none.
     */
    public static Registries load() {
        ClassLoader loader = loader();
        Problems problems = new Problems();
        FunctionRegistry functions = FunctionRegistry.BUILT_IN;
        for (FunctionLibrary library : ServiceLoader.load(FunctionLibrary.class, loader)) {
            Place place = Place.of(library.getClass().getName());
            functions = functions.with(library, place, problems);
        }
        problems.throwIfErrors();
        return new Registries(
                NodeRegistry.load(loader),
                ParserRegistry.load(loader),
                functions,
                ServiceLoader.load(DefinitionSource.class, loader).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList(),
                JdbcDrivers.load(loader),
                ServiceLoader.load(ArchiveRepositoryType.class, loader).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList(),
                List.of());
    }

    /**
     * Returns the class loader that finds the services: the context class loader of the thread, or
     * the class loader of this class if the thread has none.
     */
    public static ClassLoader loader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? Registries.class.getClassLoader() : context;
    }

    /** Returns these extensions and the extensions of a home. */
    public Registries withHome(Library library, Problems problems) {
        return library == Library.NONE
                ? this
                : with(
                        library,
                        drivers.withHome(drivers(library, problems)),
                        repositories(library, problems),
                        problems);
    }

    /** Returns these extensions and the extensions of an application. */
    public Registries withApplication(Library library, Problems problems) {
        return library == Library.NONE
                ? this
                : with(
                        library,
                        drivers.withApplication(drivers(library, problems)),
                        repositories,
                        problems);
    }

    /** Returns the names of the types of repositories. */
    public List<String> repositoryNames() {
        return repositories.stream().map(ArchiveRepositoryType::name).toList();
    }

    /** Returns the registries with these parsers. */
    public Registries withParsers(ParserRegistry other) {
        return new Registries(nodes, other, functions, sources, drivers, repositories, libraries);
    }

    private static List<Driver> drivers(Library library, Problems problems) {
        return library.services(Driver.class, problems).stream().map(Service::object).toList();
    }

    private List<ArchiveRepositoryType> repositories(Library library, Problems problems) {
        List<ArchiveRepositoryType> all = new ArrayList<>(repositories);
        for (Service<ArchiveRepositoryType> s :
                library.services(ArchiveRepositoryType.class, problems)) {
            String name = name(s, ArchiveRepositoryType::name, problems);
            Optional<ArchiveRepositoryType> other =
                    all.stream().filter(o -> o.name().equals(name)).findFirst();
            if (isNew(s, "type of repositories", name, other, problems)) {
                all.add(s.object());
            }
        }
        return all;
    }

    private Registries with(
            Library library,
            JdbcDrivers allDrivers,
            List<ArchiveRepositoryType> allRepositories,
            Problems problems) {
        NodeRegistry allNodes = nodes;
        for (Service<NodeType> s : library.services(NodeType.class, problems)) {
            String name = name(s, t -> t.description().type(), problems);
            if (isNew(s, "node type", name, allNodes.type(name), problems)) {
                allNodes = allNodes.with(List.of(s.object()));
            }
        }
        FunctionRegistry allFunctions = functions;
        for (Service<FunctionLibrary> s : library.services(FunctionLibrary.class, problems)) {
            try {
                allFunctions = allFunctions.with(s.object(), s.place(), problems);
            } catch (RuntimeException | LinkageError e) {
                failed(s, e, problems);
            }
        }
        List<DefinitionSource> allSources = new ArrayList<>(sources);
        for (Service<DefinitionSource> s : library.services(DefinitionSource.class, problems)) {
            String name = name(s, DefinitionSource::name, problems);
            Optional<DefinitionSource> other =
                    allSources.stream().filter(o -> o.name().equals(name)).findFirst();
            if (isNew(s, "definition source", name, other, problems)) {
                allSources.add(s.object());
            }
        }
        List<Library> all = new ArrayList<>(libraries);
        all.add(library);
        return new Registries(
                allNodes,
                parsers(library, problems),
                allFunctions,
                allSources,
                allDrivers,
                allRepositories,
                all);
    }

    private ParserRegistry parsers(Library library, Problems problems) {
        ParserRegistry all = parsers;
        for (Service<Parser> s : library.services(Parser.class, problems)) {
            String name = name(s, Parser::domain, problems);
            if (isNew(s, "message domain", name, all.domain(name), problems)) {
                all = all.with(List.of(s.object()), List.of());
            }
        }
        for (Service<HeaderParser> s : library.services(HeaderParser.class, problems)) {
            String domain = name(s, HeaderParser::domain, problems);
            String format = domain.isEmpty() ? "" : name(s, HeaderParser::format, problems);
            if (isNew(s, "header", domain, all.headerForDomain(domain), problems)
                    && isNew(s, "header format", format, all.headerForFormat(format), problems)) {
                all = all.with(List.of(), List.of(s.object()));
            }
        }
        return all;
    }

    /**
     * Returns the name of an extension. If the name is missing, reports the problem and returns an
     * empty result.
     */
    private static <T> String name(Service<T> s, Function<T, String> name, Problems problems) {
        try {
            String found = name.apply(s.object());
            if (found != null && !found.isBlank()) {
                return found;
            }
            problems.error(
                    ErrorCode.EXTENSION_UNUSABLE,
                    s.place(),
                    "the class " + s.object().getClass().getName() + " has no name",
                    "return a name that is not empty");
        } catch (RuntimeException | LinkageError e) {
            failed(s, e, problems);
        }
        return "";
    }

    private static void failed(Service<?> s, Throwable thrown, Problems problems) {
        JarLoader loader = (JarLoader) s.object().getClass().getClassLoader();
        new ServiceFiles(loader, problems)
                .failed(s.object().getClass().getName(), s.place(), thrown);
    }

    /** Whether a name is not used yet. Otherwise reports the problem. */
    private static boolean isNew(
            Service<?> s, String kind, String name, Optional<?> other, Problems problems) {
        if (name.isEmpty() || other.isEmpty()) {
            return !name.isEmpty();
        }
        problems.error(
                ErrorCode.DUPLICATE_NAME,
                s.place(),
                "the " + kind + " " + name + " also exists in " + origin(other.get()),
                "rename or remove one of them");
        return false;
    }

    /** Returns the jar that contains an extension, or Millrace. */
    private static String origin(Object extension) {
        CodeSource source = extension.getClass().getProtectionDomain().getCodeSource();
        boolean inJar = extension.getClass().getClassLoader() instanceof JarLoader;
        return inJar && source != null ? source.getLocation().getPath() : "Millrace";
    }
}
