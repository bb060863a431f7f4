package io.millrace.connectors.camel;

import org.apache.camel.catalog.DefaultCamelCatalog;
import org.apache.camel.tooling.model.ComponentModel;
import org.apache.camel.tooling.model.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;

/**
 * The catalogue of components: their options with types, choices and labels. The description in the
 * jar of a component takes precedence over the catalogue. The catalogue also describes components
 * that are not on the class path. Safe for use by several threads.
 */
final class Catalogue {

    private static final String SERVICES = "META-INF/services/org/apache/camel/component/";

    /** Loaded when the first node is checked. */
    private static final Catalogue INSTANCE = new Catalogue();

    private final DefaultCamelCatalog catalog = new DefaultCamelCatalog(true);

    private Catalogue() {}

    static Catalogue instance() {
        return INSTANCE;
    }

    /** Whether the classes of a component can be loaded. */
    static boolean isOnClassPath(String scheme, ClassLoader loader) {
        return loader.getResource(SERVICES + scheme) != null;
    }

    /** Returns the description of a component; null if there is none. */
    ComponentModel component(String scheme, ClassLoader loader) {
        String own = ownDescription(scheme, loader);
        if (own != null) {
            return JsonMapper.generateComponentModel(own);
        }
        synchronized (catalog) {
            return catalog.componentModel(scheme);
        }
    }

    /** Returns the names of all components in the catalogue. */
    List<String> names() {
        synchronized (catalog) {
            return catalog.findComponentNames();
        }
    }

    /** Whether text is a duration in Camel's notation, for example {@code 1m30s}. */
    boolean isDuration(String text) {
        synchronized (catalog) {
            return catalog.validateTimePattern(text);
        }
    }

    /** Returns the description in the jar of a component; null if there is none. */
    private static String ownDescription(String scheme, ClassLoader loader) {
        try {
            Properties service = new Properties();
            URL found = loader.getResource(SERVICES + scheme);
            if (found == null) {
                return null;
            }
            try (InputStream in = found.openStream()) {
                service.load(in);
            }
            String type = service.getProperty("class", "").strip();
            int end = type.lastIndexOf('.');
            String folder = type.substring(0, Math.max(0, end)).replace('.', '/');
            try (InputStream in =
                    loader.getResourceAsStream("META-INF/" + folder + "/" + scheme + ".json")) {
                return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            return null;
        }
    }
}
