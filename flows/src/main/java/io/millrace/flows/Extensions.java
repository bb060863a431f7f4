package io.millrace.flows;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.flows.archive.ArchiveRepositoryType;
import io.millrace.flows.library.Library;
import io.millrace.flows.library.Registries;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The extensions of an installation: node types, parsers, functions of ESQL, definition sources,
 * JDBC drivers and types of repositories, on the class path and in the folder {@code lib} of a
 * broker's home. An application can have further extensions in its own {@code lib} folder. {@code
 * docs/extending.md} describes them.
 *
 * <p>The jars are read once, into memory. Immutable; any number of applications and brokers can use
 * the same extensions. Nothing needs to be closed: the class loader is released with the last
 * application and broker that use it.
 */
public final class Extensions {

    private final Registries registries;

    private Extensions(Registries registries) {
        this.registries = registries;
    }

    /** Returns the extensions on the class path. */
    public static Extensions classPath() {
        return new Extensions(Registries.load());
    }

    /**
     * Returns the extensions on the class path and in the {@code lib} folder of a home. The folder
     * does not need to exist.
     *
     * @throws ProblemsException with all problems of the jars
     */
    public static Extensions ofHome(Path home) {
        Problems problems = new Problems();
        Library library = Library.ofHome(home, Registries.loader(), problems);
        Registries all = Registries.load().withHome(library, problems);
        problems.throwIfErrors();
        return new Extensions(all);
    }

    /** Whether a definition source reads an application from a folder or file. */
    public boolean read(Path application) {
        return ApplicationFiles.isForeign(application, registries);
    }

    /** Returns the parsers of messages without an application. */
    public ParserRegistry parsers() {
        return registries.parsers();
    }

    /** Returns the type of shared repositories of archives with a name. */
    public Optional<ArchiveRepositoryType> repositoryType(String name) {
        return registries.repositories().stream().filter(t -> t.name().equals(name)).findFirst();
    }

    Registries registries() {
        return registries;
    }
}
