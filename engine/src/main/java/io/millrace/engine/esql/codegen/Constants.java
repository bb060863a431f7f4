package io.millrace.engine.esql.codegen;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The class data of a class being generated. */
final class Constants {

    private static final DirectMethodHandleDesc CLASS_DATA_AT =
            ConstantDescs.ofConstantBootstrap(
                    ClassDesc.ofDescriptor(MethodHandles.class.descriptorString()),
                    "classDataAt",
                    ConstantDescs.CD_Object,
                    ConstantDescs.CD_int);

    private final List<Object> data = new ArrayList<>();
    private final Map<Object, Integer> byValue = new HashMap<>();
    private final Map<Object, Integer> byIdentity = new IdentityHashMap<>();

    /** Pushes an object; equal ones of the records, strings and enums among them are kept once. */
    void push(CodeBuilder code, Object constant, Class<?> type) {
        code.ldc(
                DynamicConstantDesc.ofNamed(
                        CLASS_DATA_AT,
                        ConstantDescs.DEFAULT_NAME,
                        Code.describe(type),
                        index(constant)));
    }

    private int index(Object constant) {
        Map<Object, Integer> known =
                constant instanceof Record || constant instanceof String ? byValue : byIdentity;
        return known.computeIfAbsent(
                constant,
                c -> {
                    data.add(c);
                    return data.size() - 1;
                });
    }

    /** Everything that was pushed, in the order that the generated code counts by. */
    List<Object> data() {
        return data;
    }
}
