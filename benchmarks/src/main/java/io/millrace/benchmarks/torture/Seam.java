package io.millrace.benchmarks.torture;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A proxy of an object of the engine that passes every call on to it, with actions before and
 * after.
 */
final class Seam implements InvocationHandler {

    /** A call that is passed to the object. */
    interface Call {
        Object go() throws Throwable;
    }

    /** Action around calls. */
    interface Around {
        Object call(String method, Object[] arguments, Call call) throws Throwable;
    }

    private final Object inner;
    private final Around around;

    private Seam(Object inner, Around around) {
        this.inner = inner;
        this.around = around;
    }

    /** Returns the object's double, which has all its interfaces. */
    static <T> T of(Class<T> type, Object inner, Around around) {
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        interfaces.add(type);
        for (Class<?> c = inner.getClass(); c != null; c = c.getSuperclass()) {
            interfaces.addAll(Set.of(c.getInterfaces()));
        }
        return type.cast(
                Proxy.newProxyInstance(
                        Seam.class.getClassLoader(),
                        interfaces.toArray(Class<?>[]::new),
                        new Seam(inner, around)));
    }

    /** Returns the object that a double represents, or the given object if it is not a double. */
    static Object inner(Object outer) {
        return outer != null
                        && Proxy.isProxyClass(outer.getClass())
                        && Proxy.getInvocationHandler(outer) instanceof Seam seam
                ? seam.inner
                : outer;
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class && method.getName().equals("equals")) {
            return inner(arguments[0]) == inner;
        }
        return around.call(method.getName(), arguments, () -> handOn(method, arguments));
    }

    private Object handOn(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(inner, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
