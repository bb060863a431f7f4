package io.millrace.flows;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.flows.application.ApplicationFile;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.flows.application.BrokerFile;
import io.millrace.flows.compile.ApplicationCompiler;
import io.millrace.flows.compile.Registries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Checks applications and single files for {@link Application#check}. */
final class Checking {

    private static final String BROKER_FILE = "broker.yaml";

    private Checking() {}

    static List<Problem> check(Path path, String environment) {
        Problems problems = new Problems();
        if (Files.isDirectory(path) || !Files.exists(path)) {
            ApplicationFiles files = ApplicationFiles.read(path, environment, problems);
            if (files != null) {
                ApplicationCompiler.compile(files, Registries.load(), true, problems);
                FlowTests.check(path, problems);
            }
            return problems.all();
        }
        String name = path.getFileName().toString();
        if (name.equals(BROKER_FILE)) {
            BrokerFile.read(path, problems);
            return problems.all();
        }
        if (!name.equals(ApplicationFile.NAME) && !ApplicationFiles.isDefinition(name)) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE,
                    Place.of(path.toString()),
                    "this is no file that Millrace checks",
                    "it checks folders of applications, *.flow.yaml, *.subflow.yaml, *.esql,"
                            + " application.yaml and "
                            + BROKER_FILE);
            return problems.all();
        }
        return file(path, environment);
    }

    /** What is found in a file, when it is checked together with those it belongs to. */
    private static List<Problem> file(Path path, String environment) {
        Problems problems = new Problems();
        Path folder = application(path);
        ApplicationFiles files =
                Files.exists(folder.resolve(ApplicationFile.NAME))
                        ? ApplicationFiles.read(folder, environment, problems)
                        : ApplicationFiles.read(
                                folder, beside(path, problems), environment, problems);
        ApplicationCompiler.compile(files, Registries.load(), false, problems);
        String name = path.toAbsolutePath().normalize().toString();
        return problems.all().stream()
                .filter(
                        p ->
                                Path.of(p.place().source().name())
                                        .toAbsolutePath()
                                        .normalize()
                                        .toString()
                                        .equals(name))
                .toList();
    }

    /** The nearest folder above a file that is an application, or else the file's own. */
    private static Path application(Path file) {
        Path own = file.getParent() == null ? Path.of("") : file.getParent();
        for (Path folder = own.toAbsolutePath().normalize();
                folder != null;
                folder = folder.getParent()) {
            if (Files.exists(folder.resolve(ApplicationFile.NAME))) {
                return own.toAbsolutePath().normalize().equals(folder) ? own : folder;
            }
        }
        return own;
    }

    private static List<Path> beside(Path file, Problems problems) {
        Path folder = file.getParent() == null ? Path.of("") : file.getParent();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            problems.error(
                    ErrorCode.FILE_UNREADABLE,
                    Place.of(folder.toString()),
                    "it cannot be read: " + e.getMessage());
            return List.of(file);
        }
    }
}
