package io.millrace.flows.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.EsqlFunction;
import io.millrace.engine.esql.FunctionLibrary;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.Parser;
import io.millrace.flows.definition.DefinitionSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the jars of an application see of Millrace: what the interfaces for extensions need. */
class SharedClassesTest {

    /** The types that extensions implement, and those that they create. */
    private static final List<Class<?>> ROOTS =
            List.of(
                    NodeType.class,
                    Parser.class,
                    HeaderParser.class,
                    FunctionLibrary.class,
                    EsqlFunction.class,
                    DefinitionSource.class,
                    Element.class,
                    MessageAssembly.class,
                    MillraceException.class);

    /** Types that signatures contain, but that only Millrace's own nodes use. */
    private static final Set<String> HIDDEN =
            Set.of("io.millrace.engine.esql.EsqlProgram", "io.millrace.engine.esql.LongExecution");

    @Test
    void thePageOfExtensionsListsThePackages() throws IOException {
        String page = Files.readString(Path.of("../docs/extending.md"));
        String section = page.substring(page.indexOf("## What an extension can use"));
        assertThat(SharedClasses.PACKAGES)
                .allSatisfy(
                        name ->
                                assertThat(section)
                                        .contains(
                                                "`"
                                                        + name.substring(
                                                                "io.millrace.engine.".length())
                                                        + "`"));
    }

    /** All types of Millrace in the public signatures that lead from the roots. */
    private static Set<Class<?>> reachable() {
        Set<Class<?>> found = new LinkedHashSet<>(ROOTS);
        Deque<Class<?>> open = new ArrayDeque<>(ROOTS);
        while (!open.isEmpty()) {
            for (Class<?> type : signature(open.pop())) {
                Class<?> outer = outermost(type);
                boolean ours = outer.getName().startsWith("io.millrace.");
                if (ours && !HIDDEN.contains(outer.getName()) && found.add(outer)) {
                    open.add(outer);
                }
            }
        }
        return found;
    }

    private static Class<?> outermost(Class<?> type) {
        Class<?> outer = type;
        while (outer.isArray()) {
            outer = outer.getComponentType();
        }
        while (outer.getEnclosingClass() != null) {
            outer = outer.getEnclosingClass();
        }
        return outer;
    }

    private static Set<Class<?>> signature(Class<?> type) {
        Set<Class<?>> types = new LinkedHashSet<>();
        add(type.getGenericSuperclass(), types);
        Arrays.stream(type.getGenericInterfaces()).forEach(t -> add(t, types));
        Stream.of(type.getDeclaredMethods())
                .filter(SharedClassesTest::isOpen)
                .forEach(
                        m -> {
                            add(m.getGenericReturnType(), types);
                            Arrays.stream(m.getGenericParameterTypes()).forEach(t -> add(t, types));
                        });
        Stream.of(type.getDeclaredConstructors())
                .filter(SharedClassesTest::isOpen)
                .forEach(
                        c ->
                                Arrays.stream(c.getGenericParameterTypes())
                                        .forEach(t -> add(t, types)));
        Stream.of(type.getDeclaredFields())
                .filter(SharedClassesTest::isOpen)
                .forEach(f -> add(f.getGenericType(), types));
        for (Class<?> nested : type.getDeclaredClasses()) {
            if (Modifier.isPublic(nested.getModifiers())) {
                types.addAll(signature(nested));
            }
        }
        return types;
    }

    private static boolean isOpen(Member member) {
        boolean bridge = member instanceof Method method && method.isSynthetic();
        return (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0 && !bridge;
    }

    private static void add(Type type, Set<Class<?>> types) {
        switch (type) {
            case Class<?> c -> types.add(c);
            case ParameterizedType p -> {
                add(p.getRawType(), types);
                Arrays.stream(p.getActualTypeArguments()).forEach(t -> add(t, types));
            }
            case GenericArrayType a -> add(a.getGenericComponentType(), types);
            case WildcardType w -> Arrays.stream(w.getUpperBounds()).forEach(t -> add(t, types));
            case null, default -> {}
        }
    }

    @Test
    void theTypesInTheSignaturesOfTheInterfacesAreVisible() {
        Set<String> missing = new TreeSet<>();
        for (Class<?> type : reachable()) {
            if (!SharedClasses.isVisible(type.getName())) {
                missing.add(type.getName());
            }
        }
        assertThat(missing)
                .as("add them to SharedClasses, or remove them from the signatures")
                .isEmpty();
    }

    @Test
    void nothingElseIsVisible() {
        Set<String> needed = reachable().stream().map(Class::getName).collect(Collectors.toSet());
        Set<String> packages =
                reachable().stream().map(Class::getPackageName).collect(Collectors.toSet());
        packages.add("io.millrace.engine.message.format");
        assertThat(packages)
                .as("packages that the interfaces need")
                .containsAll(SharedClasses.PACKAGES);
        assertThat(needed).as("types that the interfaces need").containsAll(SharedClasses.TYPES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.millrace.flows.Broker",
                "io.millrace.flows.definition.FlowFile",
                "io.millrace.engine.runtime.FlowInstance",
                "io.millrace.engine.observe.Counters",
                "io.millrace.engine.esql.Esql",
                "io.millrace.engine.esql.library.Numbers",
                "io.millrace.parsers.xml.XmlParser",
                "org.snakeyaml.engine.v2.api.Load",
                "com.ctc.wstx.stax.WstxInputFactory",
            })
    void otherClassesOfTheClassPathAreHidden(String name) {
        assertThat(SharedClasses.isVisible(name)).isFalse();
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> SharedClasses.INSTANCE.loadClass(name))
                .isInstanceOf(ClassNotFoundException.class);
    }
}
