package io.millrace.benchmarks.torture;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * Where the victim's broker looks for its queues and its coordinator: it finds those that can die,
 * and all else as it is on the class path.
 */
final class SeamLoader extends ClassLoader {

    private static final String SERVICES = "META-INF/services/";

    SeamLoader(ClassLoader parent) {
        super("victim", parent);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        if (name.startsWith(SERVICES)) {
            String service = name.substring(SERVICES.length());
            URL own = SeamLoader.class.getResource("services/" + service);
            if (own != null) {
                return Collections.enumeration(List.of(own));
            }
        }
        return super.getResources(name);
    }
}
