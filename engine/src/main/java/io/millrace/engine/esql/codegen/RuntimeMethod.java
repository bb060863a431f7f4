package io.millrace.engine.esql.codegen;

import java.io.Serializable;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A reference to a method that generated code calls. The Java compiler checks that the method
 * exists, and tools find its uses. References are resolved once and never called.
 *
 * <p>A method that returns a value can also be referenced as a method without a result, so one
 * interface for each number of operands is sufficient. The operands include the object of an
 * instance method.
 */
interface RuntimeMethod extends Serializable {

    /** A method with one operand. */
    interface Of1<A> extends RuntimeMethod {
        void call(A a);
    }

    /** A method with two operands. */
    interface Of2<A, B> extends RuntimeMethod {
        void call(A a, B b);
    }

    /** A method with three operands. */
    interface Of3<A, B, C> extends RuntimeMethod {
        void call(A a, B b, C c);
    }

    /** A method with four operands. */
    interface Of4<A, B, C, D> extends RuntimeMethod {
        void call(A a, B b, C c, D d);
    }

    /** A method with five operands. */
    interface Of5<A, B, C, D, E> extends RuntimeMethod {
        void call(A a, B b, C c, D d, E e);
    }

    /** A method with six operands. */
    interface Of6<A, B, C, D, E, F> extends RuntimeMethod {
        void call(A a, B b, C c, D d, E e, F f);
    }

    /** The instruction that calls a method. */
    record Instruction(
            Opcode opcode, ClassDesc owner, String name, MethodTypeDesc type, boolean isInterface) {

        private static final Map<Class<?>, Instruction> KNOWN = new ConcurrentHashMap<>();

        static Instruction of(RuntimeMethod method) {
            return KNOWN.computeIfAbsent(method.getClass(), c -> resolve(method));
        }

        /**
         * Resolves a method reference. The serialized form of the reference contains the method.
         */
        private static Instruction resolve(RuntimeMethod method) {
            try {
                Method form = method.getClass().getDeclaredMethod("writeReplace");
                form.setAccessible(true);
                SerializedLambda lambda = (SerializedLambda) form.invoke(method);
                ClassDesc owner = ClassDesc.ofInternalName(lambda.getImplClass());
                boolean isInterface =
                        owner.resolveConstantDesc(MethodHandles.lookup()).isInterface();
                return new Instruction(
                        switch (lambda.getImplMethodKind()) {
                            case MethodHandleInfo.REF_invokeStatic -> Opcode.INVOKESTATIC;
                            case MethodHandleInfo.REF_invokeInterface -> Opcode.INVOKEINTERFACE;
                            default -> Opcode.INVOKEVIRTUAL;
                        },
                        owner,
                        lambda.getImplMethodName(),
                        MethodTypeDesc.ofDescriptor(lambda.getImplMethodSignature()),
                        isInterface);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        void write(CodeBuilder out) {
            out.invoke(opcode, owner, name, type, isInterface);
        }
    }
}
