package io.millrace.benchmarks.command;

import com.sun.management.ThreadMXBean;

import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.Work;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

import java.lang.annotation.Annotation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A contender that is set up to be measured. For one thread. */
final class Prepared implements AutoCloseable {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Comparison.Contender contender;
    private final Object state;
    private final Method method;

    /** Measured costs, one for each round. */
    final List<Taken> taken = new ArrayList<>();

    /**
     * Last result. The result is kept because the compiler can remove work with an unused result.
     */
    volatile Object result;

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

    /** Creates a contender with its parameters. Does not run the setup. */
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
        if (given == null && type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        String text = given == null ? field.getAnnotation(Param.class).value()[0] : given;
        return ResultFile.JSON.convertValue(text, type);
    }

    private void all(Class<? extends Annotation> annotation) throws Exception {
        for (Method m : state.getClass().getDeclaredMethods()) {
            if (m.isAnnotationPresent(annotation)) {
                m.invoke(state);
            }
        }
    }

    /** A clock that measures the work. */
    enum Clock {
        /** Elapsed time. */
        ELAPSED,
        /** Processor time of this thread, which other programs on the machine do not change. */
        PROCESSOR;

        long nanos() {
            return this == ELAPSED ? System.nanoTime() : THREADS.getCurrentThreadCpuTime();
        }
    }

    /**
     * Cost of one unit of work.
     *
     * @param bytes number of bytes that this thread allocated
     */
    record Taken(double nanos, double bytes) {}

    /** Repeats the work until the clock has advanced by a time. */
    void work(int millis, Clock clock) throws Exception {
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long begin = clock.nanos();
        long end = begin;
        double units = 0;
        // Reading the clock after each call would distort short calls.
        int burst = 1;
        while (end - begin < nanos) {
            long before = end;
            for (int i = 0; i < burst; i++) {
                result = method.invoke(state);
            }
            units += burst * contender.units();
            end = clock.nanos();
            burst = end - before < nanos / 100 ? burst * 2 : burst;
        }
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        taken.add(new Taken((end - begin) / units, bytes / units));
    }

    /** Returns the row of the rounds. */
    ResultRow row(Work work) {
        double[] bytes = taken.stream().mapToDouble(Taken::bytes).toArray();
        return ResultRow.alone(
                work,
                contender.who(),
                1,
                taken.stream().map(one -> 1e9 / one.nanos).toList(),
                SideBySide.quantile(bytes, 50));
    }

    @Override
    public void close() {
        try {
            all(TearDown.class);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
