package io.millrace.server.command;

import io.millrace.engine.observe.Release;

import picocli.CommandLine;
import picocli.CommandLine.Command;

import java.util.List;

/** The command {@code millrace version}, and the text of the option {@code --version}. */
@Command(
        name = "version",
        description = "Prints the version of Millrace, its commit and build time, and the JDK.")
public final class VersionCommand extends ConsoleCommand implements CommandLine.IVersionProvider {

    @Override
    public Integer call() {
        List.of(getVersion()).forEach(console::println);
        return ExitCode.OK;
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            Release.current().toString(),
            "Java "
                    + Runtime.version()
                    + ", "
                    + System.getProperty("java.vendor")
                    + ", "
                    + System.getProperty("java.home"),
            System.getProperty("os.name")
                    + " "
                    + System.getProperty("os.version")
                    + ", "
                    + System.getProperty("os.arch")
        };
    }
}
