package io.millrace.benchmarks.torture;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A proxy for an object of the engine. The proxy forwards every call, surrounded by an action.
 *
 * @param around action that is called instead of the object
 */
record Seam(Object inner, Around around) implements InvocationHandler {

    /** A call that has not been forwarded yet. */
    interface Call {
        Object go() throws Throwable;
    }

    /** The action around calls, which can change the arguments. */
    interface Around {
        Object call(String method, Object[] arguments, Call call) throws Throwable;
    }

    /** Returns a proxy with all interfaces of the object. */
    static <T> T of(Class<T> type, Object inner, Around around) {
        Set<Class<?>> interfaces = new LinkedHashSet<>(Set.of(type));
        for (Class<?> c = inner.getClass(); c != null; c = c.getSuperclass()) {
            interfaces.addAll(Set.of(c.getInterfaces()));
        }
        return type.cast(
                Proxy.newProxyInstance(
                        Seam.class.getClassLoader(),
                        interfaces.toArray(Class<?>[]::new),
                        new Seam(inner, around)));
    }

    /** Makes a call between two crash points, each of which can be null. */
    static Object between(CrashPoint before, Call call, CrashPoint after) throws Throwable {
        if (before != null) {
            before.reached();
        }
        Object done = call.go();
        if (after != null) {
            after.reached();
        }
        return done;
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class && method.getName().equals("equals")) {
            Object other = arguments[0];
            return inner
                    == (other != null
                                    && Proxy.isProxyClass(other.getClass())
                                    && Proxy.getInvocationHandler(other) instanceof Seam seam
                            ? seam.inner
                            : other);
        }
        return around.call(
                method.getName(),
                arguments,
                () -> {
                    try {
                        return method.invoke(inner, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
