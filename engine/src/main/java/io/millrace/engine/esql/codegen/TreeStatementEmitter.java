package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.BitStreamOptions;
import io.millrace.engine.esql.library.Direction;
import io.millrace.engine.esql.library.FieldAccess;
import io.millrace.engine.esql.library.FieldIdentity;
import io.millrace.engine.esql.library.FieldReference;
import io.millrace.engine.esql.library.PathStep;
import io.millrace.engine.esql.library.StepCache;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.Position;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.ParserRegistry;

import java.lang.classfile.Label;
import java.util.List;

/** Bytecode writer for statements that change message trees and move references. */
final class TreeStatementEmitter {

    private final MethodEmitter body;
    private final BytecodeWriter code;

    TreeStatementEmitter(MethodEmitter body) {
        this.body = body;
        this.code = body.code;
    }

    // SET

    void set(Statement.SetField set) {
        switch (set.value()) {
            case Expression.Literal(Value value) when value == null -> delete(set.target());
            case Expression e -> {
                body.expressions.value(e);
                setField(set.target());
            }
            case Operand.Tree tree -> {
                body.expressions.elementBefore(tree);
                copyTo(set.target());
            }
            case ListOperand list ->
                    throw new IllegalStateException("a field is not set to " + list);
        }
    }

    /** Sets a field to the value on the stack; NULL deletes the field. */
    void setField(FieldPath target) {
        Label isNull = code.label();
        Label behind = code.label();
        int value = code.store();
        code.out.aload(value);
        code.out.ifnull(isNull);
        if (target.steps().isEmpty()) {
            body.paths.start(target.start());
            code.out.aload(value);
            code.call(FieldAccess.class, "set", Element.class, Value.class);
        } else {
            put(target, "put", value, Value.class);
        }
        code.out.goto_(behind);
        code.at(isNull);
        delete(target);
        code.at(behind);
    }

    /** Sets a field to the content of a local variable, with the last step in the same call. */
    private void put(FieldPath target, String method, int source, Class<?> type) {
        body.paths.ensureParent(target);
        FieldPath.Step last = target.steps().getLast();
        body.paths.step(last);
        boolean indexed = body.paths.index(last.index());
        code.out.aload(source);
        if (type == Element.class) {
            body.expressions.apart();
        }
        body.paths.lastCache(target);
        code.parsers();
        if (indexed) {
            code.call(
                    FieldAccess.class,
                    method,
                    Element.class,
                    PathStep.class,
                    Value.class,
                    type,
                    StepCache.class,
                    ParserRegistry.class);
        } else {
            code.call(
                    FieldAccess.class,
                    method,
                    Element.class,
                    PathStep.class,
                    type,
                    StepCache.class,
                    ParserRegistry.class);
        }
    }

    /**
     * Copies the element on the stack to a field; a missing element deletes the field. Elements
     * that are created inside the source on the way to the field are part of the copy.
     */
    private void copyTo(FieldPath target) {
        Label isMissing = code.label();
        Label behind = code.label();
        int source = code.store();
        code.out.aload(source);
        code.out.ifnull(isMissing);
        if (target.steps().isEmpty()) {
            body.paths.start(target.start());
            code.out.aload(source);
            body.expressions.apart();
            code.parsers();
            code.call(
                    FieldAccess.class, "copy", Element.class, Element.class, ParserRegistry.class);
        } else {
            put(target, "putCopy", source, Element.class);
        }
        code.out.goto_(behind);
        code.at(isMissing);
        delete(target);
        code.at(behind);
    }

    /** Fills a ROW from a tree; does nothing if the tree is missing. */
    static void fill(Element row, Element source, ParserRegistry parsers) {
        if (source != null) {
            FieldAccess.copy(row, source, parsers);
        }
    }

    private void delete(FieldPath target) {
        body.paths.find(target);
        code.call(TreeOperations.class, "delete", Element.class);
    }

    void set(Statement.SetList set) {
        body.lists.list(set.value());
        setItems(set.target());
    }

    /** Replaces the items at a path by the items of the list on the stack. */
    void setItems(FieldPath target) {
        int items = code.store();
        body.paths.ensureParent(target);
        body.paths.step(target.steps().getLast());
        code.out.aload(items);
        code.parsers();
        code.call(
                FieldAccess.class,
                "replace",
                Element.class,
                PathStep.class,
                List.class,
                ParserRegistry.class);
    }

    void set(Statement.SetProperty set) {
        body.expressions.value(set.value());
        int value = code.store();
        body.paths.ensure(set.target());
        code.out.aload(value);
        switch (set.property()) {
            case TYPE -> identity("setType");
            case NAMESPACE -> identity("setNamespace");
            case NAME -> identity("setName");
            case VALUE -> code.call(FieldAccess.class, "setValue", Element.class, Value.class);
        }
    }

    // CREATE

    void create(Statement.Create create) {
        if (create.position() == null) {
            body.paths.ensure(create.path());
        } else {
            newElement(create);
        }
        int made = code.store();
        if (create.position() == null) {
            identity(made, create);
        }
        if (create.parse() != null) {
            parse(made, create);
        }
        content(made, create.content());
        if (create.as() != null) {
            body.loadReference(create.as());
            code.out.aload(made);
            code.call(FieldReference.class, "moveTo", Element.class);
        }
    }

    private void newElement(Statement.Create create) {
        direction(create.position());
        boolean sibling =
                create.position() == Position.PREVIOUSSIBLING
                        || create.position() == Position.NEXTSIBLING;
        if (sibling) {
            body.paths.find(create.path());
        } else {
            body.paths.ensure(create.path());
        }
        if (create.repeat()) {
            code.call(FieldAccess.class, "createLike", Direction.class, Element.class);
            return;
        }
        if (create.type() == null && create.name() == null && create.namespace() == null) {
            code.out.aconst_null();
        } else {
            body.paths.filter(create.type(), create.namespace(), create.name());
        }
        body.expressions.valueOrNull(create.domain());
        code.parsers();
        code.call(
                FieldAccess.class,
                "create",
                Direction.class,
                Element.class,
                PathStep.class,
                Value.class,
                ParserRegistry.class);
    }

    private void identity(int made, Statement.Create create) {
        if (create.type() != null) {
            code.out.aload(made);
            body.expressions.value(create.type());
            identity("setType");
        }
        name(made, create.namespace(), "setNamespace");
        name(made, create.name(), "setName");
    }

    private void name(int made, FieldPath.Name name, String method) {
        if (name == null) {
            return;
        }
        code.out.aload(made);
        switch (name) {
            case FieldPath.Name.Fixed(String text) -> code.constant(Value.of(text), Value.class);
            case FieldPath.Name.Computed(Expression e) -> body.expressions.value(e);
            case FieldPath.Name.Any _ -> code.out.aconst_null();
        }
        identity(method);
    }

    private void identity(String method) {
        code.call(FieldIdentity.class, method, Element.class, Value.class);
    }

    private void parse(int made, Statement.Create create) {
        Statement.Create.Parse parse = create.parse();
        code.out.aload(made);
        body.expressions.valueOrNull(create.domain());
        body.expressions.value(parse.bits());
        body.expressions.valueOrNull(parse.options());
        body.expressions.valueOrNull(parse.encoding());
        body.expressions.valueOrNull(parse.ccsid());
        body.expressions.valueOrNull(parse.set());
        body.expressions.valueOrNull(parse.type());
        body.expressions.valueOrNull(parse.format());
        code.call(
                BitStreamOptions.class,
                "of",
                Value.class,
                Value.class,
                Value.class,
                Value.class,
                Value.class,
                Value.class);
        code.environment();
        code.call(
                FieldAccess.class,
                "parse",
                Element.class,
                Value.class,
                Value.class,
                BitStreamOptions.class,
                EsqlEnvironment.class);
    }

    private void content(int made, Operand content) {
        switch (content) {
            case null -> {}
            case Expression e -> {
                code.out.aload(made);
                body.expressions.value(e);
                code.call(FieldAccess.class, "setValue", Element.class, Value.class);
            }
            case Operand.Tree tree -> {
                code.out.aload(made);
                body.expressions.elementToTake(tree);
                code.parsers();
                code.call(
                        TreeStatementEmitter.class,
                        "fill",
                        Element.class,
                        Element.class,
                        ParserRegistry.class);
            }
            case ListOperand list ->
                    throw new IllegalStateException("a field is not created from " + list);
        }
    }

    private void direction(Position position) {
        code.enumConstant(
                switch (position) {
                    case PREVIOUSSIBLING -> Direction.PREVIOUS_SIBLING;
                    case NEXTSIBLING -> Direction.NEXT_SIBLING;
                    case FIRSTCHILD -> Direction.FIRST_CHILD;
                    case LASTCHILD -> Direction.LAST_CHILD;
                });
    }

    // DELETE, ATTACH, DETACH

    void delete(Statement.Delete delete) {
        if (delete.position() == null) {
            delete(delete.path());
            return;
        }
        body.paths.find(delete.path());
        direction(delete.position());
        code.call(FieldAccess.class, "delete", Element.class, Direction.class);
    }

    void attach(Statement.Attach attach) {
        code.run();
        body.load(attach.reference());
        code.call(ModuleInvocation.class, "element", FieldReference.class);
        body.paths.ensure(attach.path());
        if (body.generation.hasSharedRows()) {
            code.run();
            code.out.swap();
            code.call(ModuleInvocation.class, "attachable", Element.class);
        }
        direction(attach.position());
        code.call(ModuleInvocation.class, "attach", Element.class, Element.class, Direction.class);
    }

    void detach(Statement.Detach detach) {
        code.run();
        body.load(detach.reference());
        code.call(ModuleInvocation.class, "element", FieldReference.class);
        code.call(ModuleInvocation.class, "detach", Element.class);
    }

    // MOVE

    void move(Statement.MoveTo move) {
        body.loadReference(move.reference());
        body.paths.find(move.path());
        code.call(FieldReference.class, "moveTo", Element.class);
    }

    void move(Statement.Move move) {
        body.loadReference(move.reference());
        code.enumConstant(
                switch (move.direction()) {
                    case PARENT -> Direction.PARENT;
                    case PREVIOUSSIBLING -> Direction.PREVIOUS_SIBLING;
                    case NEXTSIBLING -> Direction.NEXT_SIBLING;
                    case FIRSTCHILD -> Direction.FIRST_CHILD;
                    case LASTCHILD -> Direction.LAST_CHILD;
                });
        if (move.repeatType() || move.repeatName()) {
            code.number(move.repeatType() ? 1 : 0);
            code.number(move.repeatName() ? 1 : 0);
            code.call(
                    FieldReference.class,
                    "moveRepeat",
                    Direction.class,
                    boolean.class,
                    boolean.class);
        } else if (move.type() == null && move.namespace() == null && move.name() == null) {
            code.call(FieldReference.class, "move", Direction.class);
        } else {
            body.paths.filter(move.type(), move.namespace(), move.name());
            code.call(FieldReference.class, "move", Direction.class, PathStep.class);
        }
    }
}
