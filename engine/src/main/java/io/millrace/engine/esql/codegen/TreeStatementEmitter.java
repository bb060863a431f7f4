package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.codegen.RuntimeMethod.Of2;
import io.millrace.engine.esql.library.tree.BitStreamOptions;
import io.millrace.engine.esql.library.tree.Direction;
import io.millrace.engine.esql.library.tree.FieldAccess;
import io.millrace.engine.esql.library.tree.FieldIdentity;
import io.millrace.engine.esql.library.tree.FieldReference;
import io.millrace.engine.esql.library.tree.TreeStatements;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.FieldPath.Name;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.Tree;
import io.millrace.engine.esql.program.Statement.Attach;
import io.millrace.engine.esql.program.Statement.Create;
import io.millrace.engine.esql.program.Statement.Delete;
import io.millrace.engine.esql.program.Statement.Detach;
import io.millrace.engine.esql.program.Statement.Move;
import io.millrace.engine.esql.program.Statement.MoveTo;
import io.millrace.engine.esql.program.Statement.SetField;
import io.millrace.engine.esql.program.Statement.SetList;
import io.millrace.engine.esql.program.Statement.SetProperty;
import io.millrace.engine.esql.runtime.ModuleInvocation;
import io.millrace.engine.esql.runtime.TreeOperations;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

/** Bytecode writer for statements that change message trees and move references. */
final class TreeStatementEmitter extends BytecodeWriter {

    private final ExpressionEmitter body;

    TreeStatementEmitter(ExpressionEmitter body) {
        super(body);
        this.body = body;
    }

    // SET

    void set(SetField set) {
        switch (set.value()) {
            case Literal(Value value) when value == null -> body.paths.delete(set.target());
            case Expression e -> {
                body.value(e);
                body.paths.set(set.target());
            }
            case Tree tree -> {
                body.elementBefore(tree);
                body.paths.copy(set.target());
            }
            case ListOperand list ->
                    throw new IllegalStateException("SET of a field does not support " + list);
        }
    }

    void set(SetList set) {
        body.lists.list(set.value());
        body.paths.setItems(set.target());
    }

    void set(SetProperty set) {
        body.value(set.value());
        int value = store();
        body.paths.ensure(set.target());
        out.aload(value);
        switch (set.property()) {
            case TYPE -> call(FieldIdentity::setType);
            case NAMESPACE -> call(FieldIdentity::setNamespace);
            case NAME -> call(FieldIdentity::setName);
            case VALUE -> call(FieldAccess::setValue);
        }
    }

    // CREATE

    void create(Create create) {
        Direction position = create.position();
        if (position == null) {
            body.paths.ensure(create.path());
        } else {
            newElement(create, position);
        }
        int made = store();
        if (position == null) {
            identity(made, create);
        }
        if (create.parse() != null) {
            parse(made, create, create.parse());
        }
        content(made, create.content());
        if (create.as() != null) {
            body.loadReference(create.as());
            out.aload(made);
            call(FieldReference::moveTo);
        }
    }

    private void newElement(Create create, Direction position) {
        enumConstant(position);
        if (create.repeat() && position.isSibling()) {
            body.paths.find(create.path());
            if (!create.path().steps().isEmpty()) {
                body.paths.start(create.path().start());
                call(TreeStatements::neighbour);
            }
        } else {
            body.paths.ensure(create.path());
        }
        if (create.repeat()) {
            call(TreeStatements::createLike);
            return;
        }
        filter(create.type(), create.namespace(), create.name());
        body.valueOrNull(create.domain());
        parsers();
        call(TreeStatements::create);
    }

    private void identity(int made, Create create) {
        if (create.type() != null) {
            out.aload(made);
            body.value(create.type());
            call(FieldIdentity::setType);
        }
        name(made, create.namespace(), FieldIdentity::setNamespace);
        name(made, create.name(), FieldIdentity::setName);
    }

    private void name(int made, @Nullable Name name, Of2<Element, Value> method) {
        if (name == null) {
            return;
        }
        out.aload(made);
        switch (name) {
            case Name.Fixed(String text) -> constant(Value.of(text), Value.class);
            case Name.Computed(Expression e) -> body.value(e);
            case Name.Any _, Name.Column _ -> out.aconst_null();
        }
        call(method);
    }

    private void parse(int made, Create create, Create.Parse parse) {
        out.aload(made);
        body.valueOrNull(create.domain());
        body.value(parse.bits());
        body.valueOrNull(parse.options());
        body.valueOrNull(parse.encoding());
        body.valueOrNull(parse.ccsid());
        body.valueOrNull(parse.set());
        body.valueOrNull(parse.type());
        body.valueOrNull(parse.format());
        call(BitStreamOptions::of);
        environment();
        call(TreeStatements::parse);
    }

    private void content(int made, @Nullable Operand content) {
        switch (content) {
            case null -> {}
            case Expression e -> {
                out.aload(made);
                body.value(e);
                call(FieldAccess::setValue);
            }
            case Tree tree -> {
                out.aload(made);
                body.elementToTake(tree);
                parsers();
                call(TreeOperations::fill);
            }
            case ListOperand list ->
                    throw new IllegalStateException("CREATE of a field does not support " + list);
        }
    }

    // DELETE, ATTACH, DETACH

    void delete(Delete delete) {
        if (delete.position() == null) {
            body.paths.delete(delete.path());
            return;
        }
        body.paths.find(delete.path());
        enumConstant(delete.position());
        call(TreeStatements::deleteAt);
    }

    void attach(Attach attach) {
        invocation();
        body.load(attach.reference());
        call(ModuleInvocation::element);
        body.paths.ensure(attach.path());
        if (body.generation.hasSharedRows()) {
            invocation();
            out.swap();
            call(ModuleInvocation::attachable);
        }
        enumConstant(attach.position());
        call(ModuleInvocation::attach);
    }

    void detach(Detach detach) {
        invocation();
        body.load(detach.reference());
        call(ModuleInvocation::element);
        call(ModuleInvocation::detach);
    }

    // MOVE

    void move(MoveTo move) {
        body.loadReference(move.reference());
        body.paths.find(move.path());
        call(FieldReference::moveTo);
    }

    void move(Move move) {
        body.loadReference(move.reference());
        enumConstant(move.direction());
        if (move.repeatType() || move.repeatName()) {
            number(move.repeatType());
            number(move.repeatName());
            call(FieldReference::moveRepeat);
            return;
        }
        filter(move.type(), move.namespace(), move.name());
        call(FieldReference::move);
    }

    /** Pushes a step that has only a type and names; null if all of them are omitted. */
    private void filter(@Nullable Expression type, @Nullable Name namespace, @Nullable Name name) {
        if (type == null && namespace == null && name == null) {
            out.aconst_null();
        } else {
            body.paths.filter(type, namespace, name);
        }
    }
}
