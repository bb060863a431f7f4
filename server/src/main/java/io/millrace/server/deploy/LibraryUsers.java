package io.millrace.server.deploy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.error.Severity;
import io.millrace.flows.Application;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The deployed applications that use libraries. Called within the lock of changes. */
final class LibraryUsers {

    private final DeploymentLog log;
    private final Installer installer;
    private final Map<String, Loaded> running;

    /**
     * @param running deployed applications that run, and libraries, by name
     */
    LibraryUsers(DeploymentLog log, Installer installer, Map<String, Loaded> running) {
        this.log = log;
        this.installer = installer;
        this.running = running;
    }

    /** Returns the deployed libraries that applications can use. */
    List<Application> libraries() {
        return running.values().stream()
                .filter(Loaded::isLibrary)
                .map(Loaded::application)
                .toList();
    }

    /** Returns the names of the deployed applications that use a library. */
    Set<String> of(String library) {
        Set<String> users = new TreeSet<>(failed(library));
        running.forEach(
                (name, loaded) -> {
                    if (loaded.uses(library)) {
                        users.add(name);
                    }
                });
        return users;
    }

    /** Returns the users of a library that could not be started. */
    Set<String> failed(String library) {
        Set<String> users = new TreeSet<>();
        log.current()
                .forEach(
                        (name, installed) -> {
                            Optional<Manifest> manifest =
                                    running.containsKey(name)
                                            ? Optional.empty()
                                            : installer.manifest(installed);
                            if (manifest.isPresent()
                                    && manifest.get().libraries().containsKey(library)) {
                                users.add(name);
                            }
                        });
        return users;
    }

    /**
     * Checks and compiles all running users of a library with its next version.
     *
     * @return users by name
     * @throws ProblemsException with the problems of all users
     */
    Map<String, Loaded> recompiled(String library, Loaded next, Approval approval) {
        List<Application> others = new ArrayList<>(libraries());
        others.removeIf(other -> other.name().equals(library));
        others.add(next.application());
        Map<String, Loaded> recompiled = new LinkedHashMap<>();
        Set<Problem> problems = new LinkedHashSet<>();
        for (String user : of(library)) {
            Loaded before = running.get(user);
            Installed installed = log.current().get(user);
            if (before != null) {
                try {
                    Loaded after = installer.reload(before, installed.environment(), others);
                    approveCode(user, before.base(), after.base(), approval);
                    recompiled.put(user, after.assigned(installed.assignments()));
                } catch (ProblemsException e) {
                    e.problems().stream()
                            .filter(p -> p.severity() == Severity.ERROR)
                            .forEach(problems::add);
                }
            }
        }
        if (!problems.isEmpty()) {
            throw installer.relative(new ProblemsException(List.copyOf(problems)));
        }
        return recompiled;
    }

    /** Requires approval for nodes with Java code that only the next version of a library has. */
    private static void approveCode(
            String user, Application before, Application after, Approval approval) {
        Set<String> known = new TreeSet<>(before.nodesOfType("JavaCompute").toList());
        after.nodesOfType("JavaCompute")
                .filter(node -> !known.contains(node))
                .findFirst()
                .ifPresent(node -> approval.code(user, "node " + node));
    }

    /** Throws CHANGE_REFUSED if a name belongs to another kind. */
    void requireKind(String name, Kind kind) {
        Installed installed = log.current().get(name);
        if (installed != null && installed.kind() != kind) {
            throw refused(
                    "%s is the name of a deployed %s (found the %s %s in the archive); rename one of them, or undeploy it first"
                            .formatted(name, installed.kind(), kind, name));
        }
    }

    /** Throws CHANGE_REFUSED if an application uses a library. */
    void requireUnused(String library) {
        Set<String> users = of(library);
        if (!users.isEmpty()) {
            throw refused(
                    "the library %s is used by %s; undeploy its users, or deploy versions that do not use it, first"
                            .formatted(library, String.join(", ", users)));
        }
    }

    /** Throws CHANGE_REFUSED for a library, which has no flows. */
    void requireFlows(String name) {
        Installed installed = log.current().get(name);
        if (installed != null && installed.isLibrary()) {
            Set<String> users = of(name);
            throw refused(
                    "%s is a library, which has no flows; specify an application%s"
                            .formatted(
                                    name,
                                    users.isEmpty()
                                            ? ""
                                            : " that uses it: " + String.join(", ", users)));
        }
    }

    private static MillraceException refused(String text) {
        return new MillraceException(ErrorCode.CHANGE_REFUSED, text);
    }

    /** Returns a warning for each library that has changed since an application was packaged. */
    List<Problem> changedLibraries(Loaded loaded) {
        List<Problem> warnings = new ArrayList<>();
        loaded.manifest()
                .libraries()
                .forEach(
                        (name, packaged) -> {
                            Loaded library = running.get(name);
                            if (library != null
                                    && !packaged.content().isEmpty()
                                    && !packaged.content().equals(library.manifest().content())) {
                                warnings.add(
                                        changed(
                                                loaded.application().name(),
                                                name,
                                                packaged.version(),
                                                library.manifest().version()));
                            }
                        });
        return warnings;
    }

    private static Problem changed(
            String application, String library, String packaged, String deployed) {
        return new Problem(
                ErrorCode.UNUSABLE_LIBRARY,
                Severity.WARNING,
                Place.of(application + "/application.yaml"),
                "the deployed library %s%s differs from the library%s beside the application when it was packaged"
                        .formatted(library, label(deployed), label(packaged)),
                "deploy this library, too, if the application needs it");
    }

    private static String label(String version) {
        return version.isEmpty() ? "" : " " + version;
    }
}
