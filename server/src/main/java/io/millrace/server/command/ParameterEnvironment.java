package io.millrace.server.command;

import picocli.CommandLine.Option;

/** The option that chooses the parameters of applications. */
final class ParameterEnvironment {

    @Option(
            names = "--environment",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The environment whose parameters in application.yaml are used.")
    String name;
}
