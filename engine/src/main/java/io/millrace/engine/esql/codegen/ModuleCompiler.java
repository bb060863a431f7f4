package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.program.GlobalDefinition;
import io.millrace.engine.esql.program.Program;
import io.millrace.engine.esql.program.ProgramModule;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.message.Value;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Compiles the modules of one program. What the modules of a flow share (SHARED variables, locks)
 * lives as long as its modules do. Safe to use from several threads.
 */
public final class ModuleCompiler {

    private static final MethodHandles.Lookup HERE = MethodHandles.lookup();
    private static final ClassFile CLASS_FILE =
            ClassFile.of(
                    ClassFile.ClassHierarchyResolverOption.of(
                            ClassHierarchyResolver.ofClassLoading(HERE)));
    private static final List<String> TOO_LONG =
            List.of("Code length ", "Constant pool is too large", "Invalid slot index");

    private static final MethodTypeDesc MAIN =
            MethodTypeDesc.of(Code.describe(Value.class), Code.describe(Run.class));

    /** Methods take 255 arguments, one of which is the run. */
    private static final int MOST_PARAMETERS = 254;

    private static final MethodTypeDesc BEGIN =
            MethodTypeDesc.of(ConstantDescs.CD_void, Code.describe(Run.class));

    private final Program program;
    private final SharedState shared;
    private final EvaluatedTexts texts;

    public ModuleCompiler(Program program) {
        this.program = program;
        this.shared = SharedState.ofFlow(program);
        this.texts = new EvaluatedTexts(this);
    }

    private ModuleCompiler(Program program, EvaluatedTexts texts) {
        this.program = program;
        this.shared = SharedState.ofFlow(program);
        this.texts = texts;
    }

    /** For another flow: what it compiles shares nothing with what this one does. */
    public ModuleCompiler forFlow() {
        return new ModuleCompiler(program, texts);
    }

    /** A module that this compiler or another one of the program compiled, for a node. */
    public EsqlModule forNode(EsqlModule module) {
        return ((CompiledModule) module).with(shared.ofNode());
    }

    /**
     * Compiles a module, expression or pattern that was checked against the program.
     *
     * @return empty where a problem was added
     */
    public Optional<EsqlModule> compile(ProgramModule module, Problems problems) {
        Reach reach = Reach.of(program, module.main());
        try {
            EntryPoint entry = load(module, reach, false);
            return Optional.of(
                    new CompiledModule(
                            module,
                            entry,
                            program.globals().size(),
                            reach.staysInUnit(),
                            texts,
                            shared));
        } catch (UnsupportedConstruct e) {
            problems.error(ErrorCode.ESQL_UNSUPPORTED, e.place(), e.getMessage());
            return Optional.empty();
        }
    }

    /** Compiles a text for EVAL. Nothing keeps its class but what is given back. */
    EntryPoint evaluated(ProgramModule text) {
        try {
            return load(text, Reach.of(program, text.main()), true);
        } catch (UnsupportedConstruct e) {
            throw new MillraceException(ErrorCode.ESQL_EVAL, e.getMessage());
        }
    }

    private EntryPoint load(ProgramModule module, Reach reach, boolean isText) {
        // What a text does is not known here: it may leave references to any SHARED ROW behind, and
        // be given some.
        boolean any = isText || reach.evaluates();
        List<GlobalDefinition> used = any ? program.globals() : reach.globals();
        Generation generation = new Generation(module.kind(), used, any, isText);
        try {
            byte[] bytes = bytes(module.main(), reach, generation);
            Class<?> made =
                    HERE.defineHiddenClassWithClassData(bytes, generation.constants.data(), true)
                            .lookupClass();
            return (EntryPoint) made.getDeclaredConstructor().newInstance();
        } catch (IllegalArgumentException | StackOverflowError e) {
            if (e instanceof IllegalArgumentException && !isTooLong(e.getMessage())) {
                throw new IllegalStateException("code cannot be generated for " + module.name(), e);
            }
            throw new UnsupportedConstruct(
                    module.place(),
                    "the module, or something that it calls, is too long or too deeply nested to"
                            + " be compiled; move parts of the longest statement, or of the longest"
                            + " block with a handler, into routines of their own");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "generated code of " + module.name() + " cannot be loaded", e);
        }
    }

    /**
     * Whether the class file API says that a method has too much code or too many variables, or a
     * class too many constants: it has one exception for these and all that its callers do wrong.
     */
    private static boolean isTooLong(String message) {
        return message != null && TOO_LONG.stream().anyMatch(message::startsWith);
    }

    /** The class file of a module. */
    static byte[] bytes(Routine main, Reach reach, Generation generation) {
        return CLASS_FILE.build(Generation.THIS, out -> write(out, main, reach, generation));
    }

    private static void write(ClassBuilder out, Routine main, Reach reach, Generation generation) {
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
        entry(out, main);
        initial(out, generation, reach.globals());
        routine(out, generation, main);
        reach.routines().forEach(r -> routine(out, generation, r));
        parts(out, generation);
        out.withMethodBody(
                "caches",
                MethodTypeDesc.of(ConstantDescs.CD_int),
                ClassFile.ACC_PUBLIC,
                code -> code.loadConstant(generation.caches()).ireturn());
    }

    private static void entry(ClassBuilder out, Routine main) {
        out.withMethodBody(
                "main",
                MAIN,
                ClassFile.ACC_PUBLIC,
                code ->
                        code.aload(1)
                                .invokestatic(
                                        Generation.THIS, Generation.name(main.signature()), MAIN)
                                .areturn());
        out.withMethodBody(
                "begin",
                BEGIN,
                ClassFile.ACC_PUBLIC,
                code -> code.aload(1).invokestatic(Generation.THIS, "initial", BEGIN).return_());
    }

    private static void routine(ClassBuilder out, Generation generation, Routine routine) {
        Signature signature = routine.signature();
        if (signature.parameters().size() > MOST_PARAMETERS) {
            throw new UnsupportedConstruct(
                    routine.body().origin().place(),
                    signature.label()
                            + " has "
                            + signature.parameters().size()
                            + " parameters; at most "
                            + MOST_PARAMETERS
                            + " are possible");
        }
        out.withMethodBody(
                Generation.name(signature),
                Generation.type(signature),
                ClassFile.ACC_STATIC,
                code -> Body.routine(code, generation, routine));
    }

    /** Parts of long routines; writing one may show that further ones are needed. */
    private static void parts(ClassBuilder out, Generation generation) {
        Set<String> written = new HashSet<>();
        for (boolean more = true; more; ) {
            more = false;
            for (Generation.Part part : generation.parts()) {
                if (written.add(part.name())) {
                    more = true;
                    out.withMethodBody(
                            part.name(), part.type(), ClassFile.ACC_STATIC, part.writer()::accept);
                }
            }
        }
    }

    private static void initial(
            ClassBuilder out, Generation generation, List<GlobalDefinition> globals) {
        out.withMethodBody(
                "initial",
                BEGIN,
                ClassFile.ACC_STATIC,
                code ->
                        Body.initial(
                                code,
                                generation,
                                body -> {
                                    for (GlobalDefinition g : globals) {
                                        body.initialise(g);
                                    }
                                }));
    }
}
