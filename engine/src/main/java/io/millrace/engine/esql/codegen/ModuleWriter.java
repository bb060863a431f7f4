package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.Place;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.runtime.EntryPoint;
import io.millrace.engine.esql.runtime.ModuleInvocation;
import io.millrace.engine.esql.split.MethodSplitter;
import io.millrace.engine.message.Value;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A writer of the class of a module: one method for each reachable routine, or several methods for
 * a long routine. Code that exceeds the limits of class files is rejected with its position.
 */
final class ModuleWriter {

    private static final ClassFile CLASS_FILE =
            ClassFile.of(
                    ClassFile.ClassHierarchyResolverOption.of(
                            ClassHierarchyResolver.ofClassLoading(MethodHandles.lookup())));

    private static final MethodTypeDesc MAIN =
            MethodTypeDesc.of(
                    BytecodeWriter.describe(Value.class),
                    BytecodeWriter.describe(ModuleInvocation.class));

    private static final MethodTypeDesc BEGIN =
            MethodTypeDesc.of(
                    ConstantDescs.CD_void, BytecodeWriter.describe(ModuleInvocation.class));

    /**
     * Maximum number of parameters. A method has at most 255 arguments, one of which is the
     * invocation.
     */
    static final int MAX_PARAMETERS = 254;

    /**
     * Maximum number of methods. Each method needs up to four of the 65,000 entries of a class
     * file.
     */
    private static final int MAX_METHODS = 12_000;

    /**
     * Size in bytes of the initialization of a variable, without the code that computes the value.
     */
    private static final int INITIAL_BYTES = 60;

    private final ProgramModule module;
    private final Reachability reach;
    private final ClassGeneration generation;
    private final List<Method> methods = new ArrayList<>();

    ModuleWriter(ProgramModule module, Reachability reach, ClassGeneration generation) {
        this.module = module;
        this.reach = reach;
        this.generation = generation;
    }

    /**
     * Returns the class file.
     *
     * @throws UnsupportedConstruct if the code is too large
     */
    byte[] bytes() {
        if (reach.routines().size() > MAX_METHODS) {
            throw tooMany();
        }
        try {
            return CLASS_FILE.build(ClassGeneration.THIS, this::write);
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    private UnsupportedConstruct tooMany() {
        return new UnsupportedConstruct(
                module.place(),
                "the module with the "
                        + reach.routines().size()
                        + " routines that it calls needs more than "
                        + MAX_METHODS
                        + " methods of the JVM; spread it over several modules");
    }

    private void write(ClassBuilder out) {
        out.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC);
        out.withInterfaceSymbols(BytecodeWriter.describe(EntryPoint.class));
        out.withMethodBody(
                ConstantDescs.INIT_NAME,
                ConstantDescs.MTD_void,
                0,
                code ->
                        code.aload(0)
                                .invokespecial(
                                        ConstantDescs.CD_Object,
                                        ConstantDescs.INIT_NAME,
                                        ConstantDescs.MTD_void)
                                .return_());
        entry(out);
        initial(out);
        routine(out, module.main());
        reach.routines().forEach(r -> routine(out, r));
        for (ClassGeneration.Part p = generation.nextPart(); p != null; p = generation.nextPart()) {
            // Only long routines have parts.
            method(out, p.name(), p.type(), p.place(), Integer.MAX_VALUE, p.writer());
        }
        out.withMethodBody(
                "caches",
                MethodTypeDesc.of(ConstantDescs.CD_int),
                ClassFile.ACC_PUBLIC,
                code -> code.loadConstant(generation.caches()).ireturn());
    }

    private void entry(ClassBuilder out) {
        out.withMethodBody(
                "main",
                MAIN,
                ClassFile.ACC_PUBLIC,
                code ->
                        code.aload(1)
                                .invokestatic(
                                        ClassGeneration.THIS,
                                        ClassGeneration.name(module.main().signature()),
                                        MAIN)
                                .areturn());
        out.withMethodBody(
                "begin",
                BEGIN,
                ClassFile.ACC_PUBLIC,
                code -> {
                    List<List<GlobalDefinition>> groups = groups();
                    for (int i = 0; i < groups.size(); i++) {
                        code.aload(1).invokestatic(ClassGeneration.THIS, "initial" + i, BEGIN);
                    }
                    code.return_();
                });
    }

    private void routine(ClassBuilder out, Routine routine) {
        Signature signature = routine.signature();
        Place place = routine.body().origin().place();
        if (signature.parameters().size() > MAX_PARAMETERS) {
            throw new UnsupportedConstruct(
                    place,
                    signature.label()
                            + " has "
                            + signature.parameters().size()
                            + " parameters; at most "
                            + MAX_PARAMETERS
                            + " are possible");
        }
        method(
                out,
                ClassGeneration.name(signature),
                ClassGeneration.type(signature),
                place,
                generation.splitter.bytes(routine.body()),
                code -> MethodEmitter.routine(code, generation, routine));
    }

    /**
     * Returns the groups in which variables are initialized. Many variables do not fit into one
     * method.
     */
    private List<List<GlobalDefinition>> groups() {
        List<List<GlobalDefinition>> groups = new ArrayList<>();
        int sum = MethodSplitter.MAX_PART_BYTES;
        for (GlobalDefinition g : reach.globals()) {
            sum += generation.splitter.bytes(g) + INITIAL_BYTES;
            if (sum > MethodSplitter.MAX_PART_BYTES) {
                groups.add(new ArrayList<>());
                sum = generation.splitter.bytes(g) + INITIAL_BYTES;
            }
            groups.getLast().add(g);
        }
        return groups;
    }

    private void initial(ClassBuilder out) {
        List<List<GlobalDefinition>> groups = groups();
        for (int i = 0; i < groups.size(); i++) {
            List<GlobalDefinition> group = groups.get(i);
            String name = "initial" + i;
            method(
                    out,
                    name,
                    BEGIN,
                    group.getFirst().origin().place(),
                    generation.splitter.bytes(group),
                    code -> MethodEmitter.initial(code, generation, name, group));
        }
    }

    /**
     * Writes a static method.
     *
     * @param bytes approximate number of bytes of its code
     */
    private void method(
            ClassBuilder out,
            String name,
            MethodTypeDesc type,
            Place place,
            int bytes,
            Consumer<CodeBuilder> writer) {
        if (methods.size() == MAX_METHODS) {
            throw tooMany();
        }
        Method method = new Method(name, type, place, bytes, writer);
        methods.add(method);
        method.write(out);
    }

    /**
     * Returns the exception for a failure of the class file API. The API throws the same exception
     * for code that is too large and for incorrect use. Therefore each method is built alone: if a
     * long method fails, it is too large.
     */
    private RuntimeException refused(IllegalArgumentException e) {
        for (Method method : methods) {
            if (MethodSplitter.isLong(method.bytes) && !method.isPossible()) {
                return new UnsupportedConstruct(
                        method.place,
                        """
                        the code that begins here is too long to be compiled; move parts of the longest \
                        statement, or of the longest block with a handler, to separate routines\
                        """);
            }
        }
        return new IllegalStateException("code cannot be generated for " + module.name(), e);
    }

    /**
     * A method of the class.
     *
     * @param place position of the source of the method
     * @param bytes approximate number of bytes of its code
     */
    private record Method(
            String name,
            MethodTypeDesc type,
            Place place,
            int bytes,
            Consumer<CodeBuilder> writer) {

        void write(ClassBuilder out) {
            out.withMethodBody(name, type, ClassFile.ACC_STATIC, writer::accept);
        }

        /** Whether a class with this method can be built. */
        boolean isPossible() {
            try {
                CLASS_FILE.build(ClassGeneration.THIS, this::write);
                return true;
            } catch (IllegalArgumentException e) {
                return false;
            }
        }
    }
}
