package io.millrace.flows.library;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.ExternalMethods;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The classes that routines in LANGUAGE JAVA can call: the classes in an application's {@code
 * lib/*.jar} and in the JDK. The ESQL compiler restricts the classes of the JDK.
 *
 * <p>Jars are read into memory when the application is read. The replacement of a jar does not
 * affect running flows. The new jar takes effect when the application is deployed again, with a new
 * class loader. The old class loader is released when the last message that uses it has ended and
 * the old {@code Application} is no longer referenced. Immutable.
 */
public final class Library implements ExternalMethods {

    /** Name of the folder in an application. */
    public static final String FOLDER = "lib";

    /** Library of an application without jars. It can call the JDK. */
    public static final Library NONE = new Library(new JarLoader(List.of(), new Jars()), false);

    private final JarLoader loader;
    private final boolean hasJars;

    private Library(JarLoader loader, boolean hasJars) {
        this.loader = loader;
        this.hasJars = hasJars;
    }

    /**
     * Reads the jars of an application's {@code lib} folder.
     *
     * @param problems receiver of the problems in the jars
     */
    public static Library read(Path application, Problems problems) {
        Path folder = application.resolve(FOLDER);
        if (!Files.isDirectory(folder)) {
            return NONE;
        }
        List<Path> files = List.of();
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(f -> f.toString().endsWith(".jar")).sorted().toList();
        } catch (IOException e) {
            unreadable(folder, e, problems);
        }
        Jars jars = new Jars();
        for (Path file : files) {
            try {
                jars.read(file);
            } catch (IOException e) {
                unreadable(file, e, problems);
            }
        }
        return files.isEmpty() ? NONE : new Library(new JarLoader(files, jars), true);
    }

    private static void unreadable(Path file, IOException e, Problems problems) {
        String text = "it cannot be read as a jar: " + e.getMessage();
        problems.error(ErrorCode.FILE_UNREADABLE, Place.of(file.toString()), text);
    }

    @Override
    public boolean isKnown() {
        return true;
    }

    @Override
    public Class<?> find(String name) throws ClassNotFoundException {
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
