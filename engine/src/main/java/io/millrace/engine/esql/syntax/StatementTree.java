package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.ExpressionTree.Call;
import io.millrace.engine.esql.syntax.ExpressionTree.Field;

import java.util.List;

/**
 * A statement of the syntax tree. A label is null where none is written; so are clauses, unless
 * they say otherwise.
 */
public sealed interface StatementTree {

    Span span();

    /** {@code BEGIN [ATOMIC] ... END}. */
    record Block(Span span, Name label, boolean atomic, List<StatementTree> body)
            implements StatementTree {}

    /**
     * {@code DECLARE a, b SHARED CONSTANT type initial}.
     *
     * @param initial for REFERENCE what stands behind TO
     */
    record Declare(
            Span span,
            List<Name> names,
            boolean shared,
            boolean external,
            boolean constant,
            DataType type,
            ExpressionTree initial)
            implements StatementTree {}

    /** {@code DECLARE CONTINUE|EXIT HANDLER FOR conditions body}. */
    record Handler(Span span, boolean exit, List<Condition> conditions, StatementTree body)
            implements StatementTree {

        /** {@code SQLSTATE VALUE state} or {@code SQLSTATE LIKE state ESCAPE escape}. */
        public record Condition(boolean like, ExpressionTree state, ExpressionTree escape) {}
    }

    /** {@code SET target clause = value}. */
    record Set(Span span, ExpressionTree target, Clause clause, ExpressionTree value)
            implements StatementTree {

        /** What of the target is set. */
        public enum Clause {
            /** The field itself. */
            NONE,
            TYPE,
            NAMESPACE,
            NAME,
            VALUE
        }
    }

    /** {@code IF ... ELSEIF ... ELSE ... END IF}; otherwise is null where there is no ELSE. */
    record If(Span span, List<Branch> branches, List<StatementTree> otherwise)
            implements StatementTree {}

    /**
     * {@code CASE ... END CASE}; the operand is null for the searched form, otherwise where there
     * is no ELSE.
     */
    record Case(
            Span span, ExpressionTree operand, List<Branch> branches, List<StatementTree> otherwise)
            implements StatementTree {}

    /** A condition (or a value to compare with) and what is done where it holds. */
    record Branch(Span span, ExpressionTree when, List<StatementTree> body) {}

    /** {@code WHILE condition DO ... END WHILE}. */
    record While(Span span, Name label, ExpressionTree condition, List<StatementTree> body)
            implements StatementTree {}

    /** {@code REPEAT ... UNTIL condition END REPEAT}. */
    record Repeat(Span span, Name label, List<StatementTree> body, ExpressionTree condition)
            implements StatementTree {}

    /** {@code LOOP ... END LOOP}. */
    record Loop(Span span, Name label, List<StatementTree> body) implements StatementTree {}

    /** {@code FOR name AS list DO ... END FOR}. */
    record For(Span span, Name label, Name name, ExpressionTree list, List<StatementTree> body)
            implements StatementTree {}

    /** {@code LEAVE label}. */
    record Leave(Span span, Name label) implements StatementTree {}

    /** {@code ITERATE label}. */
    record Iterate(Span span, Name label) implements StatementTree {}

    /** {@code RETURN [value]}. */
    record Return(Span span, ExpressionTree value) implements StatementTree {}

    /** {@code CALL routine(...) EXTERNAL SCHEMA e IN database INTO target}. */
    record Invoke(
            Span span,
            Call call,
            ExpressionTree externalSchema,
            ExpressionTree database,
            ExpressionTree into)
            implements StatementTree {}

    /** {@code THROW USER EXCEPTION ...}; values is empty where no VALUES are written. */
    record Throw(
            Span span,
            ExpressionTree severity,
            ExpressionTree catalog,
            ExpressionTree message,
            List<ExpressionTree> values)
            implements StatementTree {}

    /** {@code RESIGNAL}. */
    record Resignal(Span span) implements StatementTree {}

    /** {@code LOG EVENT|USER TRACE ...}. */
    record Log(
            Span span,
            boolean event,
            boolean full,
            boolean exception,
            ExpressionTree severity,
            ExpressionTree catalog,
            ExpressionTree message,
            List<ExpressionTree> values)
            implements StatementTree {}

    /** {@code EVAL(text)} as a statement. */
    record Eval(Span span, ExpressionTree text) implements StatementTree {}

    /** {@code PASSTHRU ...}; the call has the arguments that the function of that name has. */
    record Passthru(Span span, Call call) implements StatementTree {}

    /** {@code MOVE reference TO path}. */
    record MoveTo(Span span, ExpressionTree reference, ExpressionTree target)
            implements StatementTree {}

    /** {@code MOVE reference direction qualifiers}. */
    record Move(
            Span span,
            ExpressionTree reference,
            Direction direction,
            Qualifiers qualifiers,
            Repetition repeat)
            implements StatementTree {}

    /** Where an element stands to another. */
    enum Direction {
        PARENT,
        PREVIOUSSIBLING,
        NEXTSIBLING,
        FIRSTCHILD,
        LASTCHILD;

        /** Whether it leads to a neighbour, so that REPEAT may be written. */
        public boolean isSibling() {
            return this == PREVIOUSSIBLING || this == NEXTSIBLING;
        }
    }

    /** What REPEAT takes over from the element where a statement starts. */
    enum Repetition {
        NONE,
        TYPE,
        NAME,
        TYPE_NAME
    }

    /**
     * {@code TYPE e NAMESPACE e NAME e} or {@code IDENTITY (type)ns:name}.
     *
     * @param anyNamespace {@code NAMESPACE *}
     */
    record Qualifiers(
            ExpressionTree type,
            ExpressionTree namespace,
            boolean anyNamespace,
            ExpressionTree name,
            PathStep identity) {

        public static final Qualifiers NONE = new Qualifiers(null, null, false, null, null);
    }

    /**
     * {@code CREATE FIELD target} or {@code CREATE direction OF target}.
     *
     * @param direction null for FIELD
     * @param as the reference that is set to the new element
     * @param parse the arguments of PARSE, with the keywords BITSTREAM, ENCODING, CCSID, SET, TYPE,
     *     FORMAT, OPTIONS
     * @param from the field that is copied
     */
    record Create(
            Span span,
            Direction direction,
            ExpressionTree target,
            Name as,
            ExpressionTree domain,
            Qualifiers qualifiers,
            Repetition repeat,
            ExpressionTree value,
            ExpressionTree from,
            List<Call.Argument> parse)
            implements StatementTree {}

    /** {@code DELETE FIELD target} (direction is null) or {@code DELETE direction OF target}. */
    record Delete(Span span, Direction direction, ExpressionTree target) implements StatementTree {}

    /** {@code ATTACH reference TO target AS direction}. */
    record Attach(Span span, ExpressionTree reference, ExpressionTree target, Direction direction)
            implements StatementTree {}

    /** {@code DETACH reference}. */
    record Detach(Span span, ExpressionTree reference) implements StatementTree {}

    /** {@code PROPAGATE ...}. */
    record Propagate(
            Span span,
            ExpressionTree terminal,
            ExpressionTree label,
            ExpressionTree environment,
            ExpressionTree message,
            ExpressionTree exception,
            boolean finalizeNone,
            boolean deleteNone)
            implements StatementTree {}

    /** {@code INSERT INTO table(columns) VALUES(...)}; columns may be empty. */
    record DatabaseInsert(Span span, Field table, List<Name> columns, List<ExpressionTree> values)
            implements StatementTree {}

    /** {@code UPDATE table AS x SET c = e, ... WHERE condition}. */
    record DatabaseUpdate(
            Span span, Field table, Name as, List<Assignment> assignments, ExpressionTree where)
            implements StatementTree {

        /** {@code column = value}. */
        public record Assignment(Name column, ExpressionTree value) {}
    }

    /** {@code DELETE FROM table AS x WHERE condition}. */
    record DatabaseDelete(Span span, Field table, Name as, ExpressionTree where)
            implements StatementTree {}

    /** {@code COMMIT} or {@code ROLLBACK} of a database. */
    record DatabaseEnd(Span span, boolean commit, ExpressionTree database)
            implements StatementTree {}

    /**
     * Stands where a statement was not well-formed; a problem was reported.
     *
     * @param declared the names behind its DECLARE, so that their uses are not reported too
     */
    record Broken(Span span, List<Name> declared) implements StatementTree {}
}
