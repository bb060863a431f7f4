package io.millrace.engine.esql.codegen;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A writer of instructions that identifies methods by Java classes and constants by objects. */
final class BytecodeWriter {

    /** Local variable that holds the {@link ModuleInvocation} in every generated method. */
    static final int RUN = 0;

    private static final Map<Signature, Method> METHODS = new ConcurrentHashMap<>();

    final CodeBuilder out;
    private final ClassConstants constants;

    BytecodeWriter(CodeBuilder out, ClassConstants constants) {
        this.out = out;
        this.constants = constants;
    }

    private record Signature(Class<?> owner, String name, List<Class<?>> parameters) {
        Method resolve() {
            try {
                return owner.getDeclaredMethod(name, parameters.toArray(Class<?>[]::new));
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(
                        "generated code calls what is not there: " + this, e);
            }
        }
    }

    static ClassDesc describe(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    /** Calls a method whose receiver and arguments are on the stack. */
    void call(Class<?> owner, String name, Class<?>... parameters) {
        Method m =
                METHODS.computeIfAbsent(
                        new Signature(owner, name, List.of(parameters)), Signature::resolve);
        MethodTypeDesc type =
                MethodTypeDesc.of(
                        describe(m.getReturnType()),
                        Arrays.stream(parameters).map(BytecodeWriter::describe).toList());
        if (Modifier.isStatic(m.getModifiers())) {
            out.invokestatic(describe(owner), name, type, owner.isInterface());
        } else if (owner.isInterface()) {
            out.invokeinterface(describe(owner), name, type);
        } else {
            out.invokevirtual(describe(owner), name, type);
        }
    }

    /** Pushes an object of the class data. */
    void constant(Object constant, Class<?> type) {
        constants.push(out, constant, type);
    }

    void number(long n) {
        ClassConstants.push(out, n);
    }

    void number(double n) {
        constants.push(out, n);
    }

    void enumConstant(Enum<?> constant) {
        ClassDesc type = describe(constant.getDeclaringClass());
        out.getstatic(type, constant.name(), type);
    }

    void number(int n) {
        ClassConstants.push(out, n);
    }

    void run() {
        out.aload(RUN);
    }

    void environment() {
        run();
        field(ModuleInvocation.class, "environment", io.millrace.engine.esql.EsqlEnvironment.class);
    }

    void parsers() {
        run();
        field(ModuleInvocation.class, "parsers", io.millrace.engine.parser.ParserRegistry.class);
    }

    void field(Class<?> owner, String name, Class<?> type) {
        out.getfield(describe(owner), name, describe(type));
    }

    void cast(Class<?> type) {
        out.checkcast(describe(type));
    }

    /**
     * Stores the top of the stack in a new local variable for an object, and returns the variable.
     */
    int store() {
        int slot = object();
        out.astore(slot);
        return slot;
    }

    int object() {
        return out.allocateLocal(TypeKind.REFERENCE);
    }

    /** Pushes a new array whose elements are pushed one by one. */
    void array(Class<?> type, List<Runnable> elements) {
        number(elements.size());
        out.anewarray(describe(type));
        for (int i = 0; i < elements.size(); i++) {
            out.dup();
            number(i);
            elements.get(i).run();
            out.aastore();
        }
    }

    Label label() {
        return out.newLabel();
    }

    void at(Label label) {
        out.labelBinding(label);
    }
}
