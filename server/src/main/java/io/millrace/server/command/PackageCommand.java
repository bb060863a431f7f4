package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Console;
import io.millrace.server.deploy.ArchiveWriter;
import io.millrace.server.deploy.Kind;
import io.millrace.server.deploy.Manifest;
import io.millrace.server.deploy.PackagedApplication;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command {@code millrace package}. */
@Command(
        name = "package",
        description = {
            """
            Writes the archive of an application: all files of its folder, and a manifest with \
            name, version, author, time and the checksum of each file.\
            """,
            "Hidden files, except .project of IBM's projects, and the folder target are left out."
        },
        footer = "\nExample:  ./millrace package samples/orders --output orders.zip")
final class PackageCommand extends ConsoleCommand {

    @Parameters(paramLabel = "APP", description = "Folder of an application.")
    private Path folder;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "The archive (default: APP.zip in the current folder).")
    private Path output;

    @Mixin private JsonOption json;

    @Override
    public Integer call() {
        Path name = folder.toAbsolutePath().normalize().getFileName();
        Path archive = output == null ? Path.of(name + ".zip") : output;
        Manifest manifest = ArchiveWriter.write(folder, archive, AdministrationClient.author());
        if (json.isGiven()) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("archive", archive.toString());
            values.put("sha256", PackagedApplication.sha256(archive));
            values.put("manifest", manifest);
            JsonOption.print(values, console);
            return ExitCode.OK;
        }
        console.println(
                "%s: %s%s%s, %s%s"
                        .formatted(
                                archive,
                                manifest.kind() == Kind.LIBRARY ? "library " : "",
                                manifest.application(),
                                manifest.version().isEmpty() ? "" : " " + manifest.version(),
                                Console.count(manifest.files().size(), "file"),
                                libraries(manifest)));
        return ExitCode.OK;
    }

    private static String libraries(Manifest manifest) {
        List<String> labels = new ArrayList<>();
        manifest.libraries()
                .forEach((name, library) -> labels.add((name + " " + library.version()).strip()));
        return labels.isEmpty() ? "" : ", uses " + String.join(", ", labels);
    }
}
