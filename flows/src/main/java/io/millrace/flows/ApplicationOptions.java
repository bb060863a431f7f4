package io.millrace.flows;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.setting.Layer;
import io.millrace.flows.application.Libraries;
import io.millrace.flows.definition.Overrides;
import io.millrace.flows.definition.PropertyText;
import io.millrace.flows.library.Registries;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Options for loading an application: the environment, and changes of settings without a change of
 * files.
 *
 * <pre>{@code
 * Application.load(
 *         folder,
 *         ApplicationOptions.environment("production").with("orders#additionalInstances", "3"));
 * }</pre>
 *
 * <p>Immutable.
 */
public final class ApplicationOptions {

    /** No environment and no changes. */
    public static final ApplicationOptions DEFAULTS =
            new ApplicationOptions("", List.of(), null, Libraries.BESIDE);

    private final String environment;
    private final List<Change> changes;

    /** Extensions of the installation; null for those on the class path. */
    private final Extensions extensions;

    private final Libraries libraries;

    private record Change(String setting, String value) {}

    private ApplicationOptions(
            String environment, List<Change> changes, Extensions extensions, Libraries libraries) {
        this.environment = environment;
        this.libraries = libraries;
        this.extensions = extensions;
        this.changes = List.copyOf(changes);
    }

    /**
     * Returns options with an environment.
     *
     * @param name environment whose parameters and overrides are used; empty for the default values
     */
    public static ApplicationOptions environment(String name) {
        return new ApplicationOptions(
                Objects.requireNonNull(name, "environment must not be null"),
                List.of(),
                null,
                Libraries.BESIDE);
    }

    /**
     * Returns these options with the value of a setting, which replaces all values in files.
     *
     * @param setting full name of the setting, as in {@code overrides.yaml}
     */
    public ApplicationOptions with(String setting, String value) {
        List<Change> all = new ArrayList<>(changes);
        all.add(new Change(setting, value));
        return new ApplicationOptions(environment, all, extensions, libraries);
    }

    /**
     * Returns these options with extensions of the installation, in addition to the extensions in
     * the lib folder of the application. The default is the extensions on the class path.
     */
    public ApplicationOptions with(Extensions value) {
        return new ApplicationOptions(environment, changes, value, libraries);
    }

    /**
     * Returns these options with a folder of a library. This folder takes precedence over a library
     * beside the folder of the application.
     */
    public ApplicationOptions withLibrary(Path folder) {
        return new ApplicationOptions(environment, changes, extensions, libraries.with(folder));
    }

    /**
     * Returns these options with the only libraries that an application can use, instead of those
     * in the file system.
     *
     * @param all libraries of {@link Application#library}
     */
    public ApplicationOptions withLibraries(Collection<Application> all) {
        return new ApplicationOptions(
                environment,
                changes,
                extensions,
                Libraries.of(all.stream().map(Application::libraryFiles).toList()));
    }

    Libraries libraries() {
        return libraries;
    }

    Registries registries() {
        return (extensions == null ? Extensions.classPath() : extensions).registries();
    }

    String environment() {
        return environment;
    }

    /** Returns the changed settings. Reports invalid names. */
    Overrides changes(Problems problems) {
        Map<String, PropertyText> values = new LinkedHashMap<>();
        for (Change change : changes) {
            String setting = change.setting();
            Source source = new Source(Source.OPERATOR, setting + "=" + change.value());
            Place key = source.at(0, setting.length());
            Place value = source.at(setting.length() + 1, change.value().length());
            values.put(
                    setting,
                    new PropertyText(key, value, List.of(change.value()), false, Layer.OPERATOR));
        }
        return Overrides.of(values, problems);
    }
}
