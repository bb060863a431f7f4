package io.millrace.engine.esql.codegen;

import io.millrace.engine.esql.library.FieldReference;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.message.Element;

import java.lang.classfile.Label;
import java.util.Iterator;
import java.util.List;

/** Bytecode writer for loops. Each iteration checks whether the program may continue. */
final class LoopEmitter {

    private final MethodEmitter body;
    private final BytecodeWriter code;
    private final HandlerEmitter handlers;

    LoopEmitter(MethodEmitter body, HandlerEmitter handlers) {
        this.body = body;
        this.code = body.code;
        this.handlers = handlers;
    }

    void loop(Statement.While s) {
        Label again = code.label();
        Label behind = code.label();
        code.at(again);
        body.mark(s.origin());
        body.turn();
        body.conditions.unlessTrue(s.condition(), behind);
        inLoop(s.label(), behind, again, () -> body.statements.list(s.body()));
        code.out.goto_(again);
        code.at(behind);
    }

    /**
     * Writes a REPEAT. ITERATE does not skip the condition (IBM documentation, "ITERATE
     * statement").
     */
    void loop(Statement.Repeat s) {
        Label again = code.label();
        Label until = code.label();
        Label behind = code.label();
        code.at(again);
        body.mark(s.origin());
        body.turn();
        inLoop(s.label(), behind, until, () -> body.statements.list(s.body()));
        code.at(until);
        body.mark(s.origin());
        body.conditions.unlessTrue(s.until(), again);
        code.at(behind);
    }

    void loop(Statement.Loop s) {
        Label again = code.label();
        Label behind = code.label();
        code.at(again);
        body.mark(s.origin());
        body.turn();
        inLoop(s.label(), behind, again, () -> body.statements.list(s.body()));
        code.out.goto_(again);
        code.at(behind);
    }

    /**
     * Writes a FOR. The items are those at the start of the loop, so that the body may delete and
     * add items.
     */
    void loop(Statement.For s) {
        Label again = code.label();
        Label behind = code.label();
        int iterator = handlers.lasting();
        body.locked(
                s.range().rows(),
                () -> {
                    body.lists.list(s.range().rows());
                    code.call(List.class, "iterator");
                    code.out.astore(iterator);
                });
        code.at(again);
        body.mark(s.origin());
        body.turn();
        code.out.aload(iterator);
        code.cast(Iterator.class);
        code.call(Iterator.class, "hasNext");
        code.out.ifeq(behind);
        code.out.aload(iterator);
        code.cast(Iterator.class);
        code.call(Iterator.class, "next");
        code.cast(Element.class);
        code.out.aconst_null();
        code.call(FieldReference.class, "to", Element.class, Element.class);
        body.store(s.range().variable());
        inLoop(s.label(), behind, again, () -> body.statements.list(s.body()));
        code.out.goto_(again);
        code.at(behind);
    }

    private void inLoop(String label, Label behind, Label again, Runnable content) {
        if (label != null) {
            body.exits.push(new EnclosingScopes.Near(label, behind, again));
        }
        content.run();
        if (label != null) {
            body.exits.pop();
        }
    }
}
