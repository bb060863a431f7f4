package io.millrace.benchmarks.command;

import com.sun.management.ThreadMXBean;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

import java.lang.annotation.Annotation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** A contender that is ready to work. For one thread. */
final class Prepared implements AutoCloseable {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Comparison.Contender contender;
    private final Object state;
    private final Method method;

    /** The last result: the compiler may remove work whose result is not used. */
    private volatile Object result;

    private Prepared(Comparison.Contender contender, Object state, Method method) {
        this.contender = contender;
        this.state = state;
        this.method = method;
    }

    static Prepared of(Comparison.Contender contender) throws Exception {
        Prepared made = unopened(contender);
        made.all(Setup.class);
        return made;
    }

    /** Sets the parameters only. */
    static Prepared unopened(Comparison.Contender contender) throws ReflectiveOperationException {
        int dot = contender.benchmark().lastIndexOf('.');
        Class<?> type =
                Class.forName("io.millrace.benchmarks." + contender.benchmark().substring(0, dot));
        Object state = type.getDeclaredConstructor().newInstance();
        Map<String, String> rest = new HashMap<>(contender.parameters());
        for (Field field : type.getDeclaredFields()) {
            if (field.isAnnotationPresent(Param.class)) {
                field.setAccessible(true);
                field.set(state, value(field, rest.remove(field.getName())));
            }
        }
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException(type + " has no parameters " + rest.keySet());
        }
        return new Prepared(
                contender, state, type.getMethod(contender.benchmark().substring(dot + 1)));
    }

    private static Object value(Field field, String given) {
        Class<?> type = field.getType();
        String[] values = field.getAnnotation(Param.class).value();
        if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            return given == null
                    ? constants[0]
                    : Arrays.stream(constants)
                            .filter(c -> ((Enum<?>) c).name().equals(given))
                            .findFirst()
                            .orElseThrow(() -> new IllegalArgumentException(given));
        }
        String text = given == null ? values[0] : given;
        if (type == int.class) {
            return Integer.parseInt(text);
        }
        return type == boolean.class ? (Object) Boolean.valueOf(text) : text;
    }

    private void all(Class<? extends Annotation> annotation) throws Exception {
        for (Method m : state.getClass().getDeclaredMethods()) {
            if (m.isAnnotationPresent(annotation)) {
                m.invoke(state);
            }
        }
    }

    /**
     * Cost of one unit of work.
     *
     * @param bytes allocated by this thread
     */
    record Taken(double nanos, double bytes) {}

    /** Works for a while. */
    Taken work(long nanos) throws Exception {
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long begin = System.nanoTime();
        long end = begin;
        long times = 0;
        // Reads the clock only every few calls.
        int burst = 1;
        while (end - begin < nanos) {
            long before = end;
            for (int i = 0; i < burst; i++) {
                result = once();
            }
            times += burst;
            end = System.nanoTime();
            burst = end - before < nanos / 100 ? burst * 2 : burst;
        }
        double units = (double) times * contender.units();
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        return new Taken((end - begin) / units, bytes / units);
    }

    private Object once() throws Exception {
        try {
            return method.invoke(state);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(contender + " failed", e.getCause());
        }
    }

    Object result() {
        return result;
    }

    @Override
    public void close() {
        try {
            all(TearDown.class);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
