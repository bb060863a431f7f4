package io.millrace.server.command;

import picocli.CommandLine.Option;

/** The option that chooses the parameters of applications. */
final class ParameterEnvironment {

    @Option(
            names = "--environment",
            paramLabel = "NAME",
            description = "The environment whose parameters in application.yaml are used.")
    private String given;

    /** Returns the environment; empty for the default parameters. */
    String name() {
        if (given != null && given.isBlank()) {
            throw Usage.wrong("--environment", "must not be empty");
        }
        return given == null ? "" : given;
    }
}
