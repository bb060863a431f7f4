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
 * The classes that routines in LANGUAGE JAVA may name: those of an application's {@code lib/*.jar}
 * and of the JDK; which of the JDK's may be called is checked when ESQL is compiled.
 *
 * <p>Jars are read into memory when the application is read. So one that is replaced while flows
 * run changes nothing for them: it takes effect when the application is deployed anew, with a new
 * class loader; the old one goes when the last message that uses it is through and nobody has the
 * old {@code Application} any more. Immutable.
 */
public final class Library implements ExternalMethods {

    /** The folder of an application. */
    public static final String FOLDER = "lib";

    /** An application without jars: it can call the JDK. */
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
     * @param problems takes what is wrong with them
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
