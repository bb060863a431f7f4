package io.millrace.benchmarks.torture;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * Class loader in which the victim's broker finds its queues and its coordinator: those that can
 * die, and all other services of the class path.
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
