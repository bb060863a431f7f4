package io.millrace.flows.library;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader of the service files of jars ({@code META-INF/services}, the format of {@link
 * java.util.ServiceLoader}). Unlike the loader of the JDK, it reports all unusable classes with
 * their positions and continues after each of them.
 */
final class ServiceFiles {

    private static final String FOLDER = "META-INF/services/";

    /** Difference between the major version of a class file and the Java version. */
    private static final int FIRST_MAJOR = 44;

    private static final Pattern CLASS_FILE_VERSION =
            Pattern.compile("^(\\S+) has been compiled .*?class file version (\\d+)");

    private final JarLoader loader;
    private final Problems problems;

    ServiceFiles(JarLoader loader, Problems problems) {
        this.loader = loader;
        this.problems = problems;
    }

    /** Creates an object of each class that the service files of a type list. */
    <T> List<Service<T>> load(Class<T> type) {
        List<Service<T>> services = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Jars.Content file : loader.jars().find(FOLDER + type.getName())) {
            Source source =
                    new Source(
                            file.jar() + "!/" + FOLDER + type.getName(),
                            new String(file.bytes(), StandardCharsets.UTF_8));
            List<String> lines = source.text().lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                String name = lines.get(i).replaceFirst("#.*", "").strip();
                if (!name.isEmpty() && names.add(name)) {
                    int column = lines.get(i).indexOf(name) + 1;
                    Place place = new Place(source, i + 1, column, name.length());
                    T object = create(name, type, place);
                    if (object != null) {
                        services.add(new Service<>(object, place));
                    }
                }
            }
        }
        return services;
    }

    /**
     * Creates an object of a class. If the class cannot be used, reports the problem and returns
     * null.
     */
    private <T> T create(String name, Class<T> type, Place place) {
        try {
            Class<?> found = Class.forName(name, true, loader);
            if (found.getClassLoader() != loader) {
                // The class path has the class, and therefore the service.
                return null;
            }
            if (!type.isAssignableFrom(found)) {
                unusable(
                        place,
                        "the class " + name + " does not implement " + type.getName(),
                        "correct the class, or remove it from the file");
                return null;
            }
            return type.cast(found.getConstructor().newInstance());
        } catch (ClassNotFoundException e) {
            unusable(
                    place,
                    "the class " + name + " does not exist in the jars of this folder",
                    Problems.didYouMean(
                            name, loader.classNames(), "correct the name, or add the jar"));
        } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
            unusable(
                    place,
                    "the class " + name + " has no public constructor without parameters",
                    "make the class and this constructor public");
        } catch (InvocationTargetException e) {
            failed(name, place, e.getCause());
        } catch (LinkageError e) {
            failed(name, place, e);
        }
        return null;
    }

    /** Reports a failure of the code of a class. */
    void failed(String name, Place place, Throwable thrown) {
        switch (thrown) {
            case UnsupportedClassVersionError e -> newer(name, place, e);
            case NoClassDefFoundError missing -> missing(name, place, missing);
            case ExceptionInInitializerError e when e.getCause() != null ->
                    failed(name, place, e.getCause());
            case VirtualMachineError error -> throw error;
            default ->
                    unusable(
                            place, "the class " + name + " failed: " + thrown, "correct the class");
        }
    }

    private void missing(String name, Place place, NoClassDefFoundError error) {
        String text = error.getMessage() == null ? "" : error.getMessage();
        boolean isName = !text.contains(" ");
        String missing = text.replace('/', '.');
        boolean hidden = isName && missing.startsWith("io.millrace.");
        unusable(
                place,
                "the class "
                        + name
                        + (isName
                                ? " needs the class " + missing + ", which does not exist here"
                                : " cannot be loaded: " + text),
                hidden
                        ? "jars of an application can use only the interfaces for extensions"
                        : "add the jar that contains it to the same folder");
    }

    private void newer(String name, Place place, UnsupportedClassVersionError error) {
        Matcher version = CLASS_FILE_VERSION.matcher(String.valueOf(error.getMessage()));
        int running = Runtime.version().feature();
        unusable(
                place,
                version.find()
                        ? "the class "
                                + version.group(1).replace('/', '.')
                                + " was compiled for Java "
                                + (Integer.parseInt(version.group(2)) - FIRST_MAJOR)
                                + ", but Millrace runs on Java "
                                + running
                        : "the class " + name + " cannot be loaded: " + error,
                "compile it with --release " + running);
    }

    private void unusable(Place place, String text, String hint) {
        problems.error(ErrorCode.EXTENSION_UNUSABLE, place, text, hint);
    }
}
