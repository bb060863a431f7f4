package io.millrace.projects.convert;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The endpoints, credentials and data sources in the generated settings. Equal values share one
 * name.
 */
final class GeneratedResources {

    private final Map<String, Map<String, String>> resources = new LinkedHashMap<>();

    /**
     * Adds a resource and returns its name.
     *
     * @param kind key of {@code application.yaml}
     * @param wanted name in the project; other characters than those of names become hyphens
     * @param yaml mapping in one line
     */
    String add(String kind, String wanted, String yaml) {
        Map<String, String> named = resources.computeIfAbsent(kind, k -> new LinkedHashMap<>());
        String plain = wanted.replaceAll("[^A-Za-z0-9_.-]+", "-").replaceAll("^[^A-Za-z]+", "");
        String base = plain.isEmpty() ? "resource" : plain;
        String name = base;
        for (int i = 2; !Objects.equals(named.getOrDefault(name, yaml), yaml); i++) {
            name = base + "-" + i;
        }
        named.put(name, yaml);
        return name;
    }

    /** Adds a resource whose name cannot be changed. */
    void put(String kind, String name, String yaml) {
        resources.computeIfAbsent(kind, k -> new LinkedHashMap<>()).put(name, yaml);
    }

    boolean isEmpty() {
        return resources.isEmpty();
    }

    /** Returns the keys of {@code application.yaml}. */
    String yaml() {
        StringBuilder yaml = new StringBuilder();
        resources.forEach(
                (kind, named) -> {
                    yaml.append(kind).append(":\n");
                    named.forEach(
                            (name, keys) ->
                                    yaml.append("  ")
                                            .append(Environment.quoted(name))
                                            .append(": ")
                                            .append(keys)
                                            .append('\n'));
                });
        return yaml.toString();
    }
}
