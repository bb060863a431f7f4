package io.millrace.flows.library;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.ExternalMethods;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The jars of a {@code lib} folder: the services in them, and the classes that routines in LANGUAGE
 * JAVA can call. The ESQL compiler restricts the classes of the JDK.
 *
 * <p>Jars are read into memory, each time with a new class loader. The replacement of a jar does
 * not affect running flows. The new jar takes effect when the application is deployed again, or the
 * broker is started again. The old class loader is released when the last message that uses it has
 * ended and the old {@code Application} is no longer referenced. Safe for use by several threads.
 */
public final class Library implements ExternalMethods {

    /** Name of the folder in an application or home. */
    public static final String FOLDER = "lib";

    /**
     * Library of an application without jars. Routines can call the permitted methods of the JDK.
     */
    public static final Library NONE =
            new Library(new JarLoader(List.of(), new Jars(), SharedClasses.INSTANCE), false, true);

    private static final Cleaner CLEANER = Cleaner.create();

    private final JarLoader loader;
    private final boolean hasJars;

    /** Whether a class that the jars do not contain is an error. */
    private final boolean complete;

    /** The last loader that {@link #after} created; null before the first. */
    private JarLoader other;

    private Library(JarLoader loader, boolean hasJars, boolean complete) {
        this.loader = loader;
        this.hasJars = hasJars;
        this.complete = complete;
    }

    /**
     * Reads the jars of an application. Their classes can use only the interfaces for extensions.
     *
     * @param problems receiver of the problems in the jars
     */
    public static Library ofApplication(Path application, Problems problems) {
        return read(application.resolve(FOLDER), Map.of(), SharedClasses.INSTANCE, true, problems);
    }

    /**
     * Reads the jars of an application: the jars that a definition source found, and the jars in
     * the application's folder. Routines with other classes fail when they are called.
     *
     * @param jars jars by file name; a jar in the folder with the same name replaces it
     * @param problems receiver of the problems in the jars
     */
    public static Library ofDefinitions(
            Path application, Map<String, byte[]> jars, Problems problems) {
        return read(application.resolve(FOLDER), jars, SharedClasses.INSTANCE, false, problems);
    }

    /**
     * Reads the jars of a broker's home folder. Their classes can use all classes of Millrace, as
     * if they were on the class path.
     *
     * @param problems receiver of the problems in the jars
     */
    public static Library ofHome(Path home, ClassLoader millrace, Problems problems) {
        return read(home.resolve(FOLDER), Map.of(), millrace, true, problems);
    }

    private static Library read(
            Path folder,
            Map<String, byte[]> inMemory,
            ClassLoader parent,
            boolean complete,
            Problems problems) {
        if (!Files.exists(folder) && inMemory.isEmpty()) {
            return NONE;
        }
        List<Path> files = new ArrayList<>();
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.list(folder)) {
                all.filter(f -> f.toString().endsWith(".jar")).sorted().forEach(files::add);
            } catch (IOException e) {
                unreadable(folder, "it cannot be read", e, problems);
            }
        }
        Jars jars = new Jars();
        for (Path file : files) {
            try {
                jars.read(file);
            } catch (IOException e) {
                unreadable(file, "it cannot be read as a jar", e, problems);
            }
        }
        inMemory.forEach(
                (name, bytes) -> {
                    Path file = folder.resolve(name);
                    if (!files.contains(file)) {
                        files.add(file);
                        try {
                            jars.read(file, new ByteArrayInputStream(bytes));
                        } catch (IOException e) {
                            unreadable(file, "it cannot be read as a jar", e, problems);
                        }
                    }
                });
        if (files.isEmpty()) {
            return NONE;
        }
        JarLoader loader = new JarLoader(files, jars, parent);
        Library library = new Library(loader, true, complete);
        CLEANER.register(library, loader::removeDrivers);
        return library;
    }

    /**
     * Returns a class loader that finds classes and resources in another loader first, and then in
     * these jars. Repeated calls with the same loader return the same object.
     */
    public synchronized ClassLoader after(ClassLoader parent) {
        if (!hasJars || parent == loader) {
            return parent;
        }
        if (loader.getParent() == parent) {
            return loader;
        }
        if (other == null || other.getParent() != parent) {
            JarLoader created = loader.withParent(parent);
            CLEANER.register(this, created::removeDrivers);
            other = created;
        }
        return other;
    }

    private static void unreadable(Path file, String text, IOException failure, Problems problems) {
        problems.error(
                ErrorCode.FILE_UNREADABLE,
                Place.of(file.toString()),
                text + ": " + FileErrors.reason(failure));
    }

    /**
     * Creates the objects of the classes that service files of the jars list.
     *
     * @param problems receiver of the classes that cannot be used
     */
    <T> List<Service<T>> services(Class<T> type, Problems problems) {
        return new ServiceFiles(loader, problems).load(type);
    }

    @Override
    public boolean isKnown() {
        return complete;
    }

    /** Returns a class of the jars or of the JDK. */
    @Override
    public Class<?> find(String name) throws ClassNotFoundException {
        if (SharedClasses.isVisible(name)) {
            throw new ClassNotFoundException(name);
        }
        return Class.forName(name, false, loader);
    }

    @Override
    public Collection<String> names() {
        return loader.classNames();
    }

    @Override
    public String place() {
        return hasJars ? "the jars in " + FOLDER : FOLDER + " (the application has no jars there)";
    }
}
