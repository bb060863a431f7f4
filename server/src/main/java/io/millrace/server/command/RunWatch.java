package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.flows.Application;
import io.millrace.flows.ApplicationOptions;
import io.millrace.flows.Broker;
import io.millrace.server.console.Console;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The applications of {@code run --watch}, which are deployed again when their files change. If the
 * new version has errors, the previous version continues to run. For one thread.
 */
final class RunWatch implements AutoCloseable {

    private final ApplicationOptions options;
    private final Broker broker;
    private final Console console;
    private final Map<Path, Application> applications = new LinkedHashMap<>();
    private final FileWatch files;

    RunWatch(
            List<Application> applications,
            ApplicationOptions options,
            Broker broker,
            Console console) {
        this.options = options;
        this.broker = broker;
        this.console = console;
        applications.forEach(a -> this.applications.put(a.folder(), a));
        files = FileWatch.of(applications.stream().flatMap(a -> paths(a).stream()).toList());
    }

    /**
     * Returns the folder of an application and the folders of its libraries outside this folder.
     */
    private static List<Path> paths(Application application) {
        Path folder = FileWatch.absolute(application.folder());
        List<Path> paths = new ArrayList<>();
        paths.add(folder);
        for (Path source : application.sources()) {
            Path file = FileWatch.absolute(source);
            if (!file.startsWith(folder)) {
                paths.add(file.getParent());
            }
        }
        return paths;
    }

    /** Waits for changed files. Returns an empty result if no file has changed within the time. */
    Set<Path> await(long millis) throws InterruptedException {
        return files.await(millis);
    }

    /** Deploys the applications to which changed files belong. */
    void deploy(Set<Path> changed) {
        for (Application before : List.copyOf(applications.values())) {
            List<Path> own =
                    changed.stream()
                            .filter(f -> paths(before).stream().anyMatch(f::startsWith))
                            .toList();
            if (!own.isEmpty()) {
                deploy(before, own);
            }
        }
    }

    private void deploy(Application before, List<Path> changed) {
        try {
            Application next = Application.load(before.folder(), options);
            if (!next.name().equals(before.name())) {
                throw new MillraceException(
                        ErrorCode.USAGE,
                        "the application %s is now named %s; end run and start it again"
                                .formatted(before.name(), next.name()));
            }
            console.problems(next.warnings());
            broker.deploy(next);
            applications.put(before.folder(), next);
            files.add(paths(next));
            console.report("deployed %s: %s".formatted(next, names(changed)));
        } catch (RuntimeException e) {
            ExitCode.report(e, console);
            console.report(before + " continues");
        }
    }

    private static String names(List<Path> changed) {
        String first = changed.getFirst().getFileName().toString();
        return changed.size() == 1
                ? first + " has changed"
                : "%s and %s have changed"
                        .formatted(first, Console.count(changed.size() - 1, "other file"));
    }

    @Override
    public void close() {
        files.close();
    }
}
