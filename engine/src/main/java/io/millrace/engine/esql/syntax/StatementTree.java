package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A statement of the syntax tree. Omitted labels are null. Omitted clauses are null unless stated
 * otherwise.
 */
public sealed interface StatementTree {

    Span span();

    /** A block: {@code BEGIN [ATOMIC] ... END}. */
    record Block(Span span, @Nullable Name label, boolean atomic, List<StatementTree> body)
            implements StatementTree {}

    /**
     * A declaration: {@code DECLARE a, b SHARED CONSTANT type initial}.
     *
     * @param initial initial value; for REFERENCE, the target after TO
     */
    record Declare(
            Span span,
            List<Name> names,
            boolean shared,
            boolean external,
            boolean constant,
            DataType type,
            @Nullable ExpressionTree initial)
            implements StatementTree {}

    /** A handler: {@code DECLARE CONTINUE|EXIT HANDLER FOR conditions body}. */
    record Handler(Span span, boolean exit, List<Condition> conditions, StatementTree body)
            implements StatementTree {

        /**
         * A condition of a handler: {@code SQLSTATE VALUE state} or {@code SQLSTATE LIKE state
         * ESCAPE escape}.
         */
        public record Condition(
                boolean like, ExpressionTree state, @Nullable ExpressionTree escape) {}
    }

    /** A SET statement: {@code SET target clause = value}. */
    record Set(Span span, ExpressionTree target, Clause clause, ExpressionTree value)
            implements StatementTree {

        /** Property of the target that is set. */
        public enum Clause {
            /** No property: the field itself is set. */
            NONE,
            TYPE,
            NAMESPACE,
            NAME,
            VALUE
        }
    }

    /**
     * An IF statement: {@code IF ... ELSEIF ... ELSE ... END IF}. The component {@code otherwise}
     * is null if there is no ELSE.
     */
    record If(Span span, List<Branch> branches, @Nullable List<StatementTree> otherwise)
            implements StatementTree {}

    /**
     * A CASE statement: {@code CASE ... END CASE}. The component {@code operand} is null for the
     * searched form, {@code otherwise} is null if there is no ELSE.
     */
    record Case(
            Span span,
            @Nullable ExpressionTree operand,
            List<Branch> branches,
            @Nullable List<StatementTree> otherwise)
            implements StatementTree {}

    /**
     * A branch: a condition, or a value to compare with, and the statements that run if it applies.
     */
    record Branch(Span span, ExpressionTree when, List<StatementTree> body) {}

    /** A WHILE loop: {@code WHILE condition DO ... END WHILE}. */
    record While(
            Span span, @Nullable Name label, ExpressionTree condition, List<StatementTree> body)
            implements StatementTree {}

    /** A REPEAT loop: {@code REPEAT ... UNTIL condition END REPEAT}. */
    record Repeat(
            Span span, @Nullable Name label, List<StatementTree> body, ExpressionTree condition)
            implements StatementTree {}

    /** A LOOP statement: {@code LOOP ... END LOOP}. */
    record Loop(Span span, @Nullable Name label, List<StatementTree> body)
            implements StatementTree {}

    /** A FOR loop: {@code FOR name AS list DO ... END FOR}. */
    record For(
            Span span,
            @Nullable Name label,
            Name name,
            ExpressionTree list,
            List<StatementTree> body)
            implements StatementTree {}

    /** A LEAVE statement: {@code LEAVE label}. */
    record Leave(Span span, Name label) implements StatementTree {}

    /** An ITERATE statement: {@code ITERATE label}. */
    record Iterate(Span span, Name label) implements StatementTree {}

    /** A RETURN statement: {@code RETURN [value]}. */
    record Return(Span span, @Nullable ExpressionTree value) implements StatementTree {}

    /** A CALL statement: {@code CALL routine(...) EXTERNAL SCHEMA e IN database INTO target}. */
    record Invoke(
            Span span,
            Call call,
            @Nullable ExpressionTree externalSchema,
            @Nullable ExpressionTree database,
            @Nullable ExpressionTree into)
            implements StatementTree {}

    /**
     * A THROW statement: {@code THROW USER EXCEPTION ...}. The component {@code values} is empty if
     * VALUES is not written.
     */
    record Throw(
            Span span,
            @Nullable ExpressionTree severity,
            @Nullable ExpressionTree catalog,
            @Nullable ExpressionTree message,
            List<ExpressionTree> values)
            implements StatementTree {}

    /** A RESIGNAL statement: {@code RESIGNAL}. */
    record Resignal(Span span) implements StatementTree {}

    /** A LOG statement: {@code LOG EVENT|USER TRACE ...}. */
    record Log(
            Span span,
            boolean event,
            boolean full,
            boolean exception,
            @Nullable ExpressionTree severity,
            @Nullable ExpressionTree catalog,
            @Nullable ExpressionTree message,
            List<ExpressionTree> values)
            implements StatementTree {}

    /** An EVAL statement: {@code EVAL(text)}. */
    record Eval(Span span, ExpressionTree text) implements StatementTree {}

    /**
     * A PASSTHRU statement: {@code PASSTHRU ...}. The call has the arguments of the function with
     * that name.
     */
    record Passthru(Span span, Call call) implements StatementTree {}

    /** A MOVE statement with a target: {@code MOVE reference TO path}. */
    record MoveTo(Span span, ExpressionTree reference, ExpressionTree target)
            implements StatementTree {}

    /** A MOVE statement with a direction: {@code MOVE reference direction qualifiers}. */
    record Move(
            Span span,
            ExpressionTree reference,
            Direction direction,
            Qualifiers qualifiers,
            Repetition repeat)
            implements StatementTree {}

    /** Position of an element relative to another element. */
    enum Direction {
        PARENT,
        PREVIOUSSIBLING,
        NEXTSIBLING,
        FIRSTCHILD,
        LASTCHILD;

        /** Whether the direction leads to a sibling. REPEAT is then allowed. */
        public boolean isSibling() {
            return this == PREVIOUSSIBLING || this == NEXTSIBLING;
        }
    }

    /** Properties that REPEAT copies from the element at which a statement starts. */
    enum Repetition {
        NONE,
        TYPE,
        NAME,
        TYPE_NAME
    }

    /**
     * Qualifiers of the target: {@code TYPE e NAMESPACE e NAME e} or {@code IDENTITY
     * (type)ns:name}.
     *
     * @param anyNamespace whether {@code NAMESPACE *} is written
     */
    record Qualifiers(
            @Nullable ExpressionTree type,
            @Nullable ExpressionTree namespace,
            boolean anyNamespace,
            @Nullable ExpressionTree name,
            @Nullable PathStep identity) {

        public static final Qualifiers NONE = new Qualifiers(null, null, false, null, null);
    }

    /**
     * A CREATE statement: {@code CREATE FIELD target} or {@code CREATE direction OF target}.
     *
     * @param direction position of the new element; null for FIELD
     * @param as reference that is set to the new element
     * @param parse arguments of PARSE, with the keywords BITSTREAM, ENCODING, CCSID, SET, TYPE,
     *     FORMAT, OPTIONS
     * @param from field that is copied
     */
    record Create(
            Span span,
            @Nullable Direction direction,
            ExpressionTree target,
            @Nullable Name as,
            @Nullable ExpressionTree domain,
            Qualifiers qualifiers,
            Repetition repeat,
            @Nullable ExpressionTree value,
            @Nullable ExpressionTree from,
            List<Call.Argument> parse)
            implements StatementTree {}

    /**
     * A DELETE statement: {@code DELETE FIELD target} (the direction is null) or {@code DELETE
     * direction OF target}.
     */
    record Delete(Span span, @Nullable Direction direction, ExpressionTree target)
            implements StatementTree {}

    /** An ATTACH statement: {@code ATTACH reference TO target AS direction}. */
    record Attach(Span span, ExpressionTree reference, ExpressionTree target, Direction direction)
            implements StatementTree {}

    /** A DETACH statement: {@code DETACH reference}. */
    record Detach(Span span, ExpressionTree reference) implements StatementTree {}

    /** A PROPAGATE statement: {@code PROPAGATE ...}. */
    record Propagate(
            Span span,
            @Nullable ExpressionTree terminal,
            @Nullable ExpressionTree label,
            @Nullable ExpressionTree environment,
            @Nullable ExpressionTree message,
            @Nullable ExpressionTree exception,
            boolean finalizeNone,
            boolean deleteNone)
            implements StatementTree {}

    /**
     * An INSERT statement: {@code INSERT INTO table(columns) VALUES(...)}. The columns can be
     * empty.
     */
    record DatabaseInsert(Span span, Field table, List<Name> columns, List<ExpressionTree> values)
            implements StatementTree {}

    /** An UPDATE statement: {@code UPDATE table AS x SET c = e, ... WHERE condition}. */
    record DatabaseUpdate(
            Span span,
            Field table,
            @Nullable Name as,
            List<Assignment> assignments,
            @Nullable ExpressionTree where)
            implements StatementTree {

        /** An assignment of an UPDATE statement: {@code column = value}. */
        public record Assignment(Name column, ExpressionTree value) {}
    }

    /** A DELETE FROM statement: {@code DELETE FROM table AS x WHERE condition}. */
    record DatabaseDelete(Span span, Field table, @Nullable Name as, @Nullable ExpressionTree where)
            implements StatementTree {}

    /** A {@code COMMIT} or {@code ROLLBACK} of a database. */
    record DatabaseEnd(Span span, boolean commit, @Nullable ExpressionTree database)
            implements StatementTree {}

    /**
     * A placeholder for a malformed statement; a problem was reported.
     *
     * @param declared names after DECLARE in the statement; their uses are not reported
     */
    record Broken(Span span, List<Name> declared) implements StatementTree {}
}
