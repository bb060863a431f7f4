package io.millrace.flows.library;

import io.millrace.engine.error.ExtensionCode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A class loader for classes and resources in jars in memory. It has no open files and needs no
 * close. Safe for use by several threads.
 */
final class JarLoader extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final Jars jars;
    private final Map<Path, ProtectionDomain> domains = new HashMap<>();

    /**
     * @param parent class loader of the classes that the jars share with Millrace
     */
    JarLoader(List<Path> files, Jars jars, ClassLoader parent) {
        super(ExtensionCode.LOADER, parent);
        this.jars = jars;
        for (Path file : files) {
            domains.put(file, domain(file));
        }
    }

    /** Returns a loader of the same jars with another parent. */
    JarLoader withParent(ClassLoader parent) {
        return new JarLoader(List.copyOf(domains.keySet()), jars, parent);
    }

    private ProtectionDomain domain(Path file) {
        try {
            CodeSource source = new CodeSource(file.toUri().toURL(), (Certificate[]) null);
            return new ProtectionDomain(source, null, this, null);
        } catch (MalformedURLException e) {
            throw new IllegalStateException("a file has no URL: " + file, e);
        }
    }

    List<String> classNames() {
        return jars.classNames();
    }

    Jars jars() {
        return jars;
    }

    /**
     * Removes the JDBC drivers of the jars from the driver manager of the JDK, so that nothing
     * refers to this class loader when its classes are no longer used.
     */
    void removeDrivers() {
        String name = DriverRemoval.class.getName();
        try (InputStream in = DriverRemoval.class.getResourceAsStream("DriverRemoval.class")) {
            byte[] bytes = in.readAllBytes();
            Class<?> removal;
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                removal = known == null ? defineClass(name, bytes, 0, bytes.length) : known;
            }
            removal.getMethod("run").invoke(null);
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("the JDBC drivers of a jar stay registered", e);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        List<Jars.Content> found = jars.find(name.replace('.', '/') + ".class");
        if (found.isEmpty()) {
            throw new ClassNotFoundException(name);
        }
        Jars.Content content = found.getFirst();
        byte[] bytes = content.bytes();
        return defineClass(name, bytes, 0, bytes.length, domains.get(content.jar()));
    }

    @Override
    protected URL findResource(String name) {
        List<Jars.Content> found = jars.find(name);
        return found.isEmpty() ? null : url(name, found.getFirst());
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        List<URL> urls = new ArrayList<>();
        jars.find(name).forEach(content -> urls.add(url(name, content)));
        return Collections.enumeration(urls);
    }

    private static URL url(String name, Jars.Content content) {
        try {
            URI jar = content.jar().toUri();
            return URL.of(
                    new URI("millrace", jar.getRawPath() + "!/" + name, null),
                    new InMemory(content.bytes()));
        } catch (MalformedURLException | java.net.URISyntaxException e) {
            throw new IllegalStateException("a resource has no URL: " + name, e);
        }
    }

    /** A stream handler for content in memory. */
    private static final class InMemory extends URLStreamHandler {
        private final byte[] bytes;

        InMemory(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public long getContentLengthLong() {
                    return bytes.length;
                }

                @Override
                public InputStream getInputStream() throws IOException {
                    return new ByteArrayInputStream(bytes);
                }
            };
        }
    }
}
