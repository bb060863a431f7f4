package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.Place;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Value;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A method being written, with those who write its pieces.
 *
 * <p>The method keeps the number of the statement it is at in a local variable, and catches
 * whatever passes through it, to tell which statement that was.
 */
final class Body {

    /** A routine that is estimated to need more bytes is spread over several methods. */
    static final int METHOD_BYTES = 6_000;

    /** What the methods that it is spread over may need. */
    static final int PART_BYTES = 3_000;

    private static final Routine INITIAL =
            new Routine(
                    new Signature(-1, "", "", "DECLARE", List.of(), Signature.Returns.NONE, null),
                    List.of(),
                    new Statement.Block(
                            new Origin(Place.of(""), "DECLARE"), null, null, List.of(), List.of()));

    final Code code;
    final Generation generation;
    final Routine routine;
    final Exits exits = new Exits();
    final Paths paths;
    final Expressions expressions;
    final PlainNumbers numbers;
    final Conditions conditions;
    final Lists lists;
    final Calls calls;
    final Databases databases;
    final Statements statements;
    final String name;
    private Storage storage;
    private final boolean isPart;
    private int at;

    private Body(
            CodeBuilder out, Generation generation, Routine routine, String name, boolean isPart) {
        this.code = new Code(out, generation.constants);
        this.generation = generation;
        this.routine = routine;
        this.name = name;
        this.isPart = isPart;
        this.paths = new Paths(this);
        this.expressions = new Expressions(this);
        this.numbers = new PlainNumbers(this);
        this.conditions = new Conditions(this);
        this.lists = new Lists(this);
        this.calls = new Calls(this);
        this.databases = new Databases(this);
        this.statements = new Statements(this);
    }

    /** Writes the method that a routine begins with. */
    static void routine(CodeBuilder out, Generation generation, Routine routine) {
        Body body = new Body(out, generation, routine, Generation.name(routine.signature()), false);
        boolean large = Nodes.weight(routine.body()) > METHOD_BYTES;
        body.storage =
                large ? Storage.newFrame(body.code, routine) : Storage.locals(body.code, routine);
        boolean isMain = routine.signature().index() < 0;
        if (!isMain) {
            body.code.run();
            body.code.call(Run.class, "enter");
        }
        body.guarded(
                () -> {
                    body.statements.statement(routine.body());
                    body.fallThrough();
                    body.giveBack();
                });
    }

    /**
     * Writes a method for some statements of a routine; it returns how it ended: see {@link
     * Statements#part}.
     */
    static void part(CodeBuilder out, Generation generation, Generation.Part part) {
        Body body = new Body(out, generation, part.routine(), part.name(), true);
        body.storage = Storage.givenFrame(body.code, part.routine());
        part.exits().forEach(body.exits::push);
        body.guarded(
                () -> {
                    body.statements.list(part.statements());
                    body.code.number(Statements.BEHIND);
                    out.ireturn();
                });
    }

    /** Writes the method that gives the variables of schemas and modules their initial values. */
    static void initial(CodeBuilder out, Generation generation, Content content) {
        Body body = new Body(out, generation, INITIAL, "initial", true);
        body.storage = Storage.locals(body.code, INITIAL);
        body.guarded(
                () -> {
                    content.write(body);
                    out.return_();
                });
    }

    /** Writes something into a method. */
    interface Content {
        void write(Body body);
    }

    private void guarded(Runnable content) {
        at = code.out.allocateLocal(TypeKind.INT);
        code.number(0);
        code.out.istore(at);
        Label from = code.label();
        Label to = code.label();
        Label failed = code.label();
        code.at(from);
        content.run();
        code.at(to);
        code.at(failed);
        code.out.exceptionCatchAll(from, to, failed);
        int thrown = code.store();
        if (!isPart && routine.signature().index() >= 0) {
            code.run();
            code.call(Run.class, "exit");
        }
        code.out.aload(thrown);
        code.constant(generation.origins, Origins.class);
        code.out.iload(at);
        boolean inModule =
                routine.signature().index() >= 0 || !routine.signature().module().isEmpty();
        code.constant(inModule ? routine.signature().label() : "", String.class);
        code.call(
                Failures.class, "passing", Throwable.class, Origins.class, int.class, String.class);
        code.out.athrow();
    }

    boolean isPart() {
        return isPart;
    }

    Storage storage() {
        return storage;
    }

    /** From here on, what fails fails in this statement. */
    void mark(Origin origin) {
        code.number(generation.origins.number(origin));
        code.out.istore(at);
    }

    /** From here to the next mark, another method tells of the statement. */
    void markTold() {
        code.number(Failures.TOLD);
        code.out.istore(at);
    }

    /** The number on the stack is that of the statement from here on. */
    void storeAt() {
        code.out.istore(at);
    }

    /** Pushes the number of the statement. */
    void at() {
        code.out.iload(at);
    }

    /** Pushes what a routine gives back that ends without RETURN. */
    void fallThrough() {
        if (routine.signature().index() < 0) {
            code.number(1);
            code.call(Value.class, "of", boolean.class);
        } else {
            code.out.aconst_null();
        }
    }

    /** Pushes what a RETURN without a value gives back. */
    void nothing() {
        if (generation.kind == ModuleKind.FILTER) {
            code.out.aconst_null();
        } else {
            fallThrough();
        }
    }

    /** Ends the method with the value on the stack. */
    void giveBack() {
        if (routine.signature().index() >= 0) {
            code.run();
            code.call(Run.class, "exit");
        }
        code.out.areturn();
    }

    // Variables

    /** Pushes what a variable holds. */
    void load(Variable variable) {
        switch (variable) {
            case Variable.Local local -> storage.load(local);
            case Variable.Global global when global.lifetime() == Variable.Lifetime.SHARED -> {
                cell(global);
                boolean scalar = global.kind() == Variable.Kind.SCALAR;
                code.call(SharedState.Cell.class, scalar ? "value" : "tree");
            }
            case Variable.Global global -> {
                globals();
                code.number(global.index());
                code.out.aaload();
                code.cast(Storage.type(global));
            }
        }
    }

    /** The top of the stack goes into a variable. */
    void store(Variable variable) {
        switch (variable) {
            case Variable.Local local -> storage.store(local);
            case Variable.Global global when global.lifetime() == Variable.Lifetime.SHARED -> {
                cell(global);
                code.out.swap();
                code.call(SharedState.Cell.class, "value", Value.class);
            }
            case Variable.Global global -> {
                globals();
                code.out.swap();
                code.number(global.index());
                code.out.swap();
                code.out.aastore();
            }
        }
    }

    void cell(Variable.Global global) {
        code.constant(generation.shared.cell(global.index()), SharedState.Cell.class);
    }

    private void globals() {
        code.run();
        code.field(Run.class, "globals", Object[].class);
    }

    // Locks

    /**
     * Writes something that begins and ends with nothing on the stack, under the locks of the
     * SHARED trees that a part of the program uses.
     */
    void locked(Object node, Runnable content) {
        List<Variable.Global> shared = generation.sharedRows(node);
        if (shared.isEmpty()) {
            content.run();
        } else {
            locked(shared, 0, content);
        }
    }

    private void locked(List<Variable.Global> shared, int index, Runnable content) {
        if (index == shared.size()) {
            content.run();
            return;
        }
        ReentrantLock lock = generation.shared.cell(shared.get(index).index()).lock;
        locked(lock, () -> locked(shared, index + 1, content));
    }

    /**
     * Writes something that begins and ends with nothing on the stack, under a lock that is given
     * back on every way out.
     */
    void locked(ReentrantLock lock, Runnable content) {
        Runnable unlock =
                () -> {
                    code.constant(lock, ReentrantLock.class);
                    code.call(ReentrantLock.class, "unlock");
                };
        code.constant(lock, ReentrantLock.class);
        code.call(ReentrantLock.class, "lock");
        Label from = code.label();
        Label to = code.label();
        Label failed = code.label();
        Label behind = code.label();
        code.at(from);
        exits.push(new Exits.Undo(unlock));
        content.run();
        exits.pop();
        code.out.nop();
        code.at(to);
        unlock.run();
        code.out.goto_(behind);
        code.at(failed);
        code.out.exceptionCatchAll(from, to, failed);
        unlock.run();
        code.out.athrow();
        code.at(behind);
    }
}
