package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.codegen.EnclosingScopes.Near;
import io.millrace.engine.esql.library.tree.FieldReference;
import io.millrace.engine.esql.program.Origin;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.For;
import io.millrace.engine.esql.program.Statement.Loop;
import io.millrace.engine.esql.program.Statement.Repeat;
import io.millrace.engine.esql.program.Statement.While;
import io.millrace.engine.message.Element;

import org.jspecify.annotations.Nullable;

import java.lang.classfile.Label;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Bytecode writer for loops. The generated code checks in each iteration whether the program may
 * continue.
 */
@SuppressWarnings("ReturnValueIgnored") // The references name methods for generated code.
final class LoopEmitter extends BytecodeWriter {

    private final StatementEmitter body;
    private final HandlerEmitter handlers;

    LoopEmitter(StatementEmitter body, HandlerEmitter handlers) {
        super(body);
        this.body = body;
        this.handlers = handlers;
    }

    void loop(While s) {
        loop(
                s.origin(),
                s.label(),
                after -> body.conditions.unlessTrue(s.condition(), after),
                s.body());
    }

    void loop(Loop s) {
        loop(s.origin(), s.label(), after -> {}, s.body());
    }

    /**
     * Writes a FOR. The list is evaluated at the start of the loop, so the body can delete and add
     * items.
     */
    void loop(For s) {
        int iterator = handlers.lasting();
        body.locked(
                s.range().rows(),
                () -> {
                    body.lists.list(s.range().rows());
                    call(List<Element>::iterator);
                    out.astore(iterator);
                });
        loop(
                s.origin(),
                s.label(),
                after -> {
                    out.aload(iterator);
                    cast(Iterator.class);
                    call(Iterator<Element>::hasNext);
                    out.ifeq(after);
                    out.aload(iterator);
                    cast(Iterator.class);
                    call(Iterator<Element>::next);
                    cast(Element.class);
                    call(FieldReference::at);
                    body.store(s.range().variable());
                },
                s.body());
    }

    /**
     * Writes a loop that ends when its head jumps to the given label.
     *
     * @param head writer of the code before each iteration
     */
    private void loop(
            Origin origin,
            @Nullable String label,
            Consumer<Label> head,
            List<Statement> statements) {
        Label again = label();
        Label after = label();
        at(again);
        body.mark(origin);
        body.turn();
        head.accept(after);
        inLoop(label, after, again, statements);
        out.goto_(again);
        at(after);
    }

    /**
     * Writes a REPEAT. ITERATE does not skip the condition (IBM documentation, "ITERATE
     * statement").
     */
    void loop(Repeat s) {
        Label again = label();
        Label until = label();
        Label after = label();
        at(again);
        body.mark(s.origin());
        body.turn();
        inLoop(s.label(), after, until, s.body());
        at(until);
        body.mark(s.origin());
        body.conditions.unlessTrue(s.until(), again);
        at(after);
    }

    private void inLoop(
            @Nullable String label, Label after, Label again, List<Statement> statements) {
        if (label != null) {
            body.exits.push(new Near(label, after, again));
        }
        body.list(statements);
        if (label != null) {
            body.exits.pop();
        }
    }
}
