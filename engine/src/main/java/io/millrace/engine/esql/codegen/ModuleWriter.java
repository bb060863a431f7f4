package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.Place;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature;
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
 * Writes the class of a module: a method for each routine that it reaches, or several where a
 * routine is long. What goes beyond the limits of class files is refused with its place.
 */
final class ModuleWriter {

    private static final ClassFile CLASS_FILE =
            ClassFile.of(
                    ClassFile.ClassHierarchyResolverOption.of(
                            ClassHierarchyResolver.ofClassLoading(MethodHandles.lookup())));

    private static final MethodTypeDesc MAIN =
            MethodTypeDesc.of(Code.describe(Value.class), Code.describe(Run.class));

    private static final MethodTypeDesc BEGIN =
            MethodTypeDesc.of(ConstantDescs.CD_void, Code.describe(Run.class));

    /** Methods take 255 arguments, one of which is the run. */
    private static final int MOST_PARAMETERS = 254;

    /** Each needs up to four of the 65,000 entries of a class file. */
    private static final int MOST_METHODS = 12_000;

    /** What giving a variable its initial value costs beside finding that. */
    private static final int INITIAL_BYTES = 60;

    private final ProgramModule module;
    private final Reach reach;
    private final Generation generation;
    private final List<Method> methods = new ArrayList<>();

    ModuleWriter(ProgramModule module, Reach reach, Generation generation) {
        this.module = module;
        this.reach = reach;
        this.generation = generation;
    }

    /**
     * The class file.
     *
     * @throws UnsupportedConstruct for what is too large
     */
    byte[] bytes() {
        if (reach.routines().size() > MOST_METHODS) {
            throw tooMany();
        }
        try {
            return CLASS_FILE.build(Generation.THIS, this::write);
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
                        + MOST_METHODS
                        + " methods of the JVM; spread it over several modules");
    }

    private void write(ClassBuilder out) {
        out.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC);
        out.withInterfaceSymbols(Code.describe(EntryPoint.class));
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
        for (Generation.Part p = generation.nextPart(); p != null; p = generation.nextPart()) {
            // Only what is long has parts.
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
                                        Generation.THIS,
                                        Generation.name(module.main().signature()),
                                        MAIN)
                                .areturn());
        out.withMethodBody(
                "begin",
                BEGIN,
                ClassFile.ACC_PUBLIC,
                code -> {
                    List<List<GlobalDefinition>> groups = groups();
                    for (int i = 0; i < groups.size(); i++) {
                        code.aload(1).invokestatic(Generation.THIS, "initial" + i, BEGIN);
                    }
                    code.return_();
                });
    }

    private void routine(ClassBuilder out, Routine routine) {
        Signature signature = routine.signature();
        Place place = routine.body().origin().place();
        if (signature.parameters().size() > MOST_PARAMETERS) {
            throw new UnsupportedConstruct(
                    place,
                    signature.label()
                            + " has "
                            + signature.parameters().size()
                            + " parameters; at most "
                            + MOST_PARAMETERS
                            + " are possible");
        }
        method(
                out,
                Generation.name(signature),
                Generation.type(signature),
                place,
                generation.weights.of(routine.body()),
                code -> Body.routine(code, generation, routine));
    }

    /** Variables get their initial values group by group: many do not fit into a method. */
    private List<List<GlobalDefinition>> groups() {
        List<List<GlobalDefinition>> groups = new ArrayList<>();
        int sum = Body.PART_BYTES;
        for (GlobalDefinition g : reach.globals()) {
            sum += generation.weights.of(g) + INITIAL_BYTES;
            if (sum > Body.PART_BYTES) {
                groups.add(new ArrayList<>());
                sum = generation.weights.of(g) + INITIAL_BYTES;
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
                    generation.weights.of(group),
                    code -> Body.initial(code, generation, name, group));
        }
    }

    /**
     * A static method.
     *
     * @param weight about how many bytes are written
     */
    private void method(
            ClassBuilder out,
            String name,
            MethodTypeDesc type,
            Place place,
            int weight,
            Consumer<CodeBuilder> writer) {
        if (methods.size() == MOST_METHODS) {
            throw tooMany();
        }
        Method method = new Method(name, type, place, weight, writer);
        methods.add(method);
        method.write(out);
    }

    /**
     * What the class file API refused. It has one exception for what is too large and for whatever
     * else its callers do wrong: so each method is tried alone, and where much was to be written,
     * too much was.
     */
    private RuntimeException refused(IllegalArgumentException e) {
        for (Method method : methods) {
            if (method.weight > Body.METHOD_BYTES && !method.isPossible()) {
                return new UnsupportedConstruct(
                        method.place,
                        "what begins here is too long to be compiled; move parts of the longest"
                                + " statement, or of the longest block with a handler, into"
                                + " routines of their own");
            }
        }
        return new IllegalStateException("code cannot be generated for " + module.name(), e);
    }

    /**
     * A method of the class.
     *
     * @param place where what it does begins
     * @param weight about how many bytes it needs
     */
    private record Method(
            String name,
            MethodTypeDesc type,
            Place place,
            int weight,
            Consumer<CodeBuilder> writer) {

        void write(ClassBuilder out) {
            out.withMethodBody(name, type, ClassFile.ACC_STATIC, writer::accept);
        }

        /** Whether there can be a class with this method. */
        boolean isPossible() {
            try {
                CLASS_FILE.build(Generation.THIS, this::write);
                return true;
            } catch (IllegalArgumentException e) {
                return false;
            }
        }
    }
}
