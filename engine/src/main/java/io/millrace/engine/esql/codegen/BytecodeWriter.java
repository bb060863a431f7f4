package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.codegen.RuntimeMethod.Instruction;
import io.millrace.engine.esql.codegen.RuntimeMethod.Of1;
import io.millrace.engine.esql.codegen.RuntimeMethod.Of2;
import io.millrace.engine.esql.codegen.RuntimeMethod.Of3;
import io.millrace.engine.esql.codegen.RuntimeMethod.Of4;
import io.millrace.engine.esql.codegen.RuntimeMethod.Of5;
import io.millrace.engine.esql.codegen.RuntimeMethod.Of6;
import io.millrace.engine.esql.runtime.ModuleInvocation;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.List;

/**
 * A code builder with shorthands for generated code: calls of methods of the engine, constants and
 * the current {@link ModuleInvocation}.
 */
class BytecodeWriter {

    /** Slot of the {@link ModuleInvocation} in each generated method. */
    static final int INVOCATION = 0;

    final CodeBuilder out;
    private final ClassConstants constants;

    BytecodeWriter(CodeBuilder out, ClassConstants constants) {
        this.out = out;
        this.constants = constants;
    }

    /** Creates a writer that writes into the same method as another writer. */
    BytecodeWriter(BytecodeWriter other) {
        this(other.out, other.constants);
    }

    static ClassDesc describe(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    /** Writes a method call. The operands must be on the stack. */
    final void invoke(RuntimeMethod method) {
        Instruction.of(method).write(out);
    }

    final <A> void call(Of1<A> method) {
        invoke(method);
    }

    final <A, B> void call(Of2<A, B> method) {
        invoke(method);
    }

    final <A, B, C> void call(Of3<A, B, C> method) {
        invoke(method);
    }

    final <A, B, C, D> void call(Of4<A, B, C, D> method) {
        invoke(method);
    }

    final <A, B, C, D, E> void call(Of5<A, B, C, D, E> method) {
        invoke(method);
    }

    final <A, B, C, D, E, F> void call(Of6<A, B, C, D, E, F> method) {
        invoke(method);
    }

    /** Pushes an object that is the same in all executions. */
    final void constant(Object constant, Class<?> type) {
        constants.push(out, constant, type);
    }

    final void constant(String text) {
        constant(text, String.class);
    }

    final void number(long n) {
        ClassConstants.push(out, n);
    }

    final void number(double n) {
        constants.push(out, n);
    }

    final void number(int n) {
        ClassConstants.push(out, n);
    }

    final void number(boolean b) {
        number(b ? 1 : 0);
    }

    /** Pushes an enum constant. */
    final void enumConstant(Enum<?> constant) {
        ClassDesc type = describe(constant.getDeclaringClass());
        out.getstatic(type, constant.name(), type);
    }

    /** Pushes the {@link ModuleInvocation}. */
    final void invocation() {
        out.aload(INVOCATION);
    }

    final void environment() {
        invocation();
        call(ModuleInvocation::environment);
    }

    final void parsers() {
        invocation();
        call(ModuleInvocation::parsers);
    }

    final void cast(Class<?> type) {
        out.checkcast(describe(type));
    }

    /** Pushes a new object whose constructor has no parameters. */
    final void create(Class<?> type) {
        out.new_(describe(type));
        out.dup();
        out.invokespecial(describe(type), ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
    }

    /** Stores the object on the stack in a new local variable, and returns the variable. */
    final int store() {
        int slot = object();
        out.astore(slot);
        return slot;
    }

    /** Stores the int on the stack in a new local variable, and returns the variable. */
    final int storeInt() {
        int slot = out.allocateLocal(TypeKind.INT);
        out.istore(slot);
        return slot;
    }

    /** Returns a new local variable for an object. */
    final int object() {
        return out.allocateLocal(TypeKind.REFERENCE);
    }

    /** Returns a new local variable with null. */
    final int nullObject() {
        out.aconst_null();
        return store();
    }

    /** Pushes a new array. The given writers push its elements. */
    final void array(Class<?> type, List<Runnable> elements) {
        number(elements.size());
        out.anewarray(describe(type));
        for (int i = 0; i < elements.size(); i++) {
            out.dup();
            number(i);
            elements.get(i).run();
            out.aastore();
        }
    }

    /** Pushes an element of the array on the stack. */
    final void element(int index) {
        number(index);
        out.aaload();
    }

    /** Stores the object on the stack in the array below it. */
    final void storeElement(int index) {
        out.swap();
        number(index);
        out.swap();
        out.aastore();
    }

    final Label label() {
        return out.newLabel();
    }

    final void at(Label label) {
        out.labelBinding(label);
    }
}
