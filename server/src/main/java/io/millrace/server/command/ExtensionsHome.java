package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.flows.Extensions;

import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;

/** The option {@code --home} of commands that use only the extensions of a home. */
final class ExtensionsHome {

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description =
                    "The broker's home folder, whose folder lib contains extensions (default: "
                            + HomeFolder.DEFAULT
                            + ").")
    private Path home;

    /** Returns the extensions of the home. The default home does not need to exist. */
    Extensions extensions() {
        return extensions(home);
    }

    /**
     * Returns the extensions of a home.
     *
     * @param home home folder, which must exist; null for the default home
     */
    static Extensions extensions(Path home) {
        if (home != null && !Files.isDirectory(home)) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    "the home folder "
                            + home
                            + " does not exist; correct --home, or omit it if there is none");
        }
        return Extensions.ofHome(home == null ? Path.of(HomeFolder.DEFAULT) : home);
    }
}
