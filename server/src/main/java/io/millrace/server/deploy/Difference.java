package io.millrace.server.deploy;

import io.millrace.engine.setting.EffectiveSetting;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * The differences between the deployed version of an application and another version.
 *
 * @param files files that differ
 * @param settings effective settings that differ, without defaults; secrets are masked
 */
record Difference(List<File> files, List<Setting> settings) {

    /**
     * A file that differs.
     *
     * @param change {@code added}, {@code removed} or {@code changed}, from the deployed version to
     *     the other
     */
    public record File(String path, String change) {}

    /**
     * A setting that differs.
     *
     * @param deployed value in the deployed version; null for the default
     * @param other value in the other version; null for the default
     */
    public record Setting(String name, String deployed, String other) {}

    static Difference between(Loaded deployed, Loaded other) {
        return new Difference(
                files(
                        deployed == null ? Map.of() : deployed.manifest().files(),
                        other.manifest().files()),
                settings(deployed == null ? Map.of() : values(deployed), values(other)));
    }

    private static List<File> files(
            Map<String, Manifest.Entry> deployed, Map<String, Manifest.Entry> other) {
        List<File> files = new ArrayList<>();
        TreeSet<String> paths = new TreeSet<>(deployed.keySet());
        paths.addAll(other.keySet());
        for (String path : paths) {
            Manifest.Entry before = deployed.get(path);
            Manifest.Entry after = other.get(path);
            if (!Objects.equals(before, after)) {
                files.add(
                        new File(
                                path,
                                before == null ? "added" : after == null ? "removed" : "changed"));
            }
        }
        return files;
    }

    private static Map<String, String> values(Loaded loaded) {
        Map<String, String> values = new LinkedHashMap<>();
        for (EffectiveSetting setting : loaded.application().settings()) {
            if (setting.value().isGiven()) {
                values.put(setting.key(), setting.shown());
            }
        }
        return values;
    }

    private static List<Setting> settings(Map<String, String> deployed, Map<String, String> other) {
        List<Setting> settings = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>(deployed.keySet());
        names.addAll(other.keySet());
        for (String name : names) {
            if (!Objects.equals(deployed.get(name), other.get(name))) {
                settings.add(new Setting(name, deployed.get(name), other.get(name)));
            }
        }
        return settings;
    }
}
