package io.millrace.server.command;

import io.millrace.engine.observe.Release;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command {@code millrace version}, and the text of the option {@code --version}. */
@Command(
        name = "version",
        description = "Prints the version of Millrace, its commit and build time, and the JDK.")
public final class VersionCommand extends ConsoleCommand implements CommandLine.IVersionProvider {

    @Mixin private JsonOption json;

    @Override
    public Integer call() {
        if (json.isGiven()) {
            JsonOption.print(values(), console);
            return ExitCode.OK;
        }
        List.of(getVersion()).forEach(console::println);
        return ExitCode.OK;
    }

    private static Map<String, String> values() {
        Release release = Release.current();
        Map<String, String> values = new LinkedHashMap<>();
        values.put("version", release.version());
        values.put("commit", release.commit());
        values.put("built", release.built());
        values.put("java", Runtime.version().toString());
        values.put("javaVendor", System.getProperty("java.vendor"));
        values.put("javaHome", System.getProperty("java.home"));
        values.put("system", System.getProperty("os.name"));
        values.put("systemVersion", System.getProperty("os.version"));
        values.put("architecture", System.getProperty("os.arch"));
        return values;
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
