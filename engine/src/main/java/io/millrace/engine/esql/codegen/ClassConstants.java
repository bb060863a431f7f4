package io.millrace.engine.esql.codegen;

import org.jspecify.annotations.Nullable;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The class data of a class that is being generated.
 *
 * <p>A class file has room for about 65,000 entries, and each dynamic constant takes two. So only
 * the first few thousand objects are dynamic constants. Further objects are in arrays: the JVM does
 * not treat these as constants, but their number is not limited.
 */
final class ClassConstants {

    /** Maximum number of dynamic constants, and also maximum number of double constants. */
    private static final int MAX_OWN = 4_000;

    /** Length of an array. Indexes below it need no entries in the class file. */
    private static final int PAGE = 1 << 14;

    private static final DirectMethodHandleDesc CLASS_DATA_AT =
            ConstantDescs.ofConstantBootstrap(
                    ClassDesc.ofDescriptor(MethodHandles.class.descriptorString()),
                    "classDataAt",
                    ConstantDescs.CD_Object,
                    ConstantDescs.CD_int);

    private final List<Object> all = new ArrayList<>();
    private final Map<Object, Integer> byValue = new HashMap<>();
    private final Map<Object, Integer> byIdentity = new IdentityHashMap<>();
    private final Set<Double> doubles = new HashSet<>();

    /** Pushes an object. Equal records and equal strings are stored once. */
    void push(CodeBuilder code, @Nullable Object constant, Class<?> type) {
        int index = index(constant);
        if (index < MAX_OWN) {
            at(code, index, type);
            return;
        }
        int further = index - MAX_OWN;
        at(code, MAX_OWN + further / PAGE, Object[].class);
        push(code, further % PAGE);
        code.aaload();
        code.checkcast(BytecodeWriter.describe(type));
    }

    private static void at(CodeBuilder code, int index, Class<?> type) {
        code.ldc(
                DynamicConstantDesc.ofNamed(
                        CLASS_DATA_AT,
                        ConstantDescs.DEFAULT_NAME,
                        BytecodeWriter.describe(type),
                        index));
    }

    private int index(Object constant) {
        Map<Object, Integer> known =
                constant instanceof Record || constant instanceof String ? byValue : byIdentity;
        return known.computeIfAbsent(
                constant,
                c -> {
                    all.add(c);
                    return all.size() - 1;
                });
    }

    /** Pushes an int without a constant pool entry. */
    static void push(CodeBuilder code, int n) {
        if (n == (short) n) {
            code.loadConstant(n);
            return;
        }
        code.loadConstant(n >> 16).bipush(16).ishl();
        code.sipush((short) n).i2c().ior();
    }

    /** Pushes a long without a constant pool entry. */
    static void push(CodeBuilder code, long n) {
        if (n == (int) n) {
            push(code, (int) n);
            code.i2l();
            return;
        }
        push(code, (int) (n >> 32));
        code.i2l().bipush(32).lshl();
        push(code, (int) n);
        code.i2l().bipush(32).lshl().bipush(32).lushr().lor();
    }

    /** Pushes a double. */
    void push(CodeBuilder code, double n) {
        if (doubles.contains(n) || doubles.size() < MAX_OWN) {
            doubles.add(n);
            code.loadConstant(n);
        } else {
            push(code, Double.doubleToRawLongBits(n));
            code.invokestatic(
                    ConstantDescs.CD_Double,
                    "longBitsToDouble",
                    MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long));
        }
    }

    /** Returns all pushed objects, in the order of the indexes in the generated code. */
    List<Object> data() {
        if (all.size() <= MAX_OWN) {
            return all;
        }
        List<Object> data = new ArrayList<>(all.subList(0, MAX_OWN));
        for (int from = MAX_OWN; from < all.size(); from += PAGE) {
            data.add(all.subList(from, Math.min(from + PAGE, all.size())).toArray());
        }
        return data;
    }
}
