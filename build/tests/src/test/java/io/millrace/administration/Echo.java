package io.millrace.administration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An application that writes its version to each message. */
final class Echo {

    static final String IN = "ECHO.IN";
    static final String OUT = "ECHO.OUT";

    private Echo() {}

    /** Writes the application into a folder with the name {@code echo}. */
    static Path write(Path below, String version) throws IOException {
        return write(below, version, "CAST('%s' AS CHARACTER)".formatted(version));
    }

    static Path write(Path below, String version, String expression) throws IOException {
        Path folder = Files.createDirectories(below.resolve("v" + version)).resolve("echo");
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("application.yaml"), "name: echo\nversion: \"" + version + "\"\n");
        Files.writeString(
                folder.resolve("echo.flow.yaml"),
                """
                flow: echo
                nodes:
                  in: {type: MQInput, queue: ECHO.IN, domain: XMLNSC}
                  set: {type: Compute, module: Echo}
                  out: {type: MQOutput, queue: ECHO.OUT}
                connections:
                  in.out: set
                  set.out: out
                """);
        Files.writeString(
                folder.resolve("echo.esql"),
                """
                CREATE COMPUTE MODULE Echo
                  CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                    SET OutputRoot = InputRoot;
                    SET OutputRoot.XMLNSC.a.version = %s;
                    RETURN TRUE;
                  END;
                END MODULE;
                """
                        .formatted(expression));
        return folder;
    }
}
