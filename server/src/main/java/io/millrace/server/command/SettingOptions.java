package io.millrace.server.command;

import io.millrace.flows.Application;
import io.millrace.flows.ApplicationOptions;

import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.List;

/** The options that choose the environment of applications and change their settings. */
final class SettingOptions {

    @Option(
            names = "--environment",
            paramLabel = "NAME",
            description =
                    """
                    The environment whose parameters in application.yaml and overrides in \
                    overrides.yaml are used.\
                    """)
    private String environment;

    @Option(
            names = "--set",
            paramLabel = "SETTING=VALUE",
            description =
                    """
                    Replaces the value of a setting, for example \
                    orders#in.queue=TEST.IN. The command show prints the names.\
                    """)
    private List<String> changes = List.of();

    @Option(
            names = "--library",
            paramLabel = "DIR",
            description =
                    """
                    Folder of a library that an application uses. Other libraries are found \
                    beside the folder of the application.\
                    """)
    private List<Path> libraries = List.of();

    /** Returns the options for loading an application. */
    ApplicationOptions options() {
        if (environment != null && environment.isBlank()) {
            throw Usage.wrong("--environment", "must not be empty");
        }
        ApplicationOptions options =
                ApplicationOptions.environment(environment == null ? "" : environment);
        for (String change : changes) {
            int equals = change.indexOf('=');
            if (equals < 1) {
                throw Usage.wrong("--set", "must be SETTING=VALUE (found " + change + ")");
            }
            options = options.with(change.substring(0, equals), change.substring(equals + 1));
        }
        for (Path library : libraries) {
            if (!Application.isLibrary(library)) {
                throw Usage.wrong(
                        "--library",
                        "must be a folder with a file library.yaml (found %s)".formatted(library));
            }
            options = options.withLibrary(library);
        }
        return options;
    }
}
