package io.millrace.engine.esql.syntax;

import io.millrace.engine.esql.syntax.Expression.Call;
import io.millrace.engine.esql.syntax.Expression.Field;
import java.util.List;

/**
 * A statement of the syntax tree. A label is null where none is written; so are clauses, unless they say otherwise.
 */
public sealed interface Statement {

    Span span();

    /** {@code BEGIN [ATOMIC] ... END}. */
    record Block(Span span, Name label, boolean atomic, List<Statement> body) implements Statement {}

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
            Expression initial)
            implements Statement {}

    /** {@code DECLARE CONTINUE|EXIT HANDLER FOR conditions body}. */
    record Handler(Span span, boolean exit, List<Condition> conditions, Statement body) implements Statement {

        /** {@code SQLSTATE VALUE state} or {@code SQLSTATE LIKE state ESCAPE escape}. */
        public record Condition(boolean like, Expression state, Expression escape) {}
    }

    /** {@code SET target clause = value}. */
    record Set(Span span, Expression target, Clause clause, Expression value) implements Statement {

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
    record If(Span span, List<Branch> branches, List<Statement> otherwise) implements Statement {}

    /** {@code CASE ... END CASE}; the operand is null for the searched form, otherwise where there is no ELSE. */
    record Case(Span span, Expression operand, List<Branch> branches, List<Statement> otherwise) implements Statement {}

    /** A condition (or a value to compare with) and what is done where it holds. */
    record Branch(Span span, Expression when, List<Statement> body) {}

    /** {@code WHILE condition DO ... END WHILE}. */
    record While(Span span, Name label, Expression condition, List<Statement> body) implements Statement {}

    /** {@code REPEAT ... UNTIL condition END REPEAT}. */
    record Repeat(Span span, Name label, List<Statement> body, Expression condition) implements Statement {}

    /** {@code LOOP ... END LOOP}. */
    record Loop(Span span, Name label, List<Statement> body) implements Statement {}

    /** {@code FOR name AS list DO ... END FOR}. */
    record For(Span span, Name label, Name name, Expression list, List<Statement> body) implements Statement {}

    /** {@code LEAVE label}. */
    record Leave(Span span, Name label) implements Statement {}

    /** {@code ITERATE label}. */
    record Iterate(Span span, Name label) implements Statement {}

    /** {@code RETURN [value]}. */
    record Return(Span span, Expression value) implements Statement {}

    /** {@code CALL routine(...) EXTERNAL SCHEMA e IN database INTO target}. */
    record Invoke(Span span, Call call, Expression externalSchema, Expression database, Expression into)
            implements Statement {}

    /** {@code THROW USER EXCEPTION ...}; values is empty where no VALUES are written. */
    record Throw(Span span, Expression severity, Expression catalog, Expression message, List<Expression> values)
            implements Statement {}

    /** {@code RESIGNAL}. */
    record Resignal(Span span) implements Statement {}

    /** {@code LOG EVENT|USER TRACE ...}. */
    record Log(
            Span span,
            boolean event,
            boolean full,
            boolean exception,
            Expression severity,
            Expression catalog,
            Expression message,
            List<Expression> values)
            implements Statement {}

    /** {@code EVAL(text)} as a statement. */
    record Eval(Span span, Expression text) implements Statement {}

    /** {@code PASSTHRU ...}; the call has the arguments that the function of that name has. */
    record Passthru(Span span, Call call) implements Statement {}

    /** {@code MOVE reference TO path}. */
    record MoveTo(Span span, Expression reference, Expression target) implements Statement {}

    /** {@code MOVE reference direction qualifiers}. */
    record Move(Span span, Expression reference, Direction direction, Qualifiers qualifiers, Repetition repeat)
            implements Statement {}

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
    record Qualifiers(Expression type, Expression namespace, boolean anyNamespace, Expression name, PathStep identity) {

        public static final Qualifiers NONE = new Qualifiers(null, null, false, null, null);
    }

    /**
     * {@code CREATE FIELD target} or {@code CREATE direction OF target}.
     *
     * @param direction null for FIELD
     * @param as the reference that is set to the new element
     * @param parse the arguments of PARSE, with the keywords BITSTREAM, ENCODING, CCSID, SET, TYPE, FORMAT, OPTIONS
     * @param from the field that is copied
     */
    record Create(
            Span span,
            Direction direction,
            Expression target,
            Name as,
            Expression domain,
            Qualifiers qualifiers,
            Repetition repeat,
            Expression value,
            Expression from,
            List<Call.Argument> parse)
            implements Statement {}

    /** {@code DELETE FIELD target} (direction is null) or {@code DELETE direction OF target}. */
    record Delete(Span span, Direction direction, Expression target) implements Statement {}

    /** {@code ATTACH reference TO target AS direction}. */
    record Attach(Span span, Expression reference, Expression target, Direction direction) implements Statement {}

    /** {@code DETACH reference}. */
    record Detach(Span span, Expression reference) implements Statement {}

    /** {@code PROPAGATE ...}. */
    record Propagate(
            Span span,
            Expression terminal,
            Expression label,
            Expression environment,
            Expression message,
            Expression exception,
            boolean finalizeNone,
            boolean deleteNone)
            implements Statement {}

    /** {@code INSERT INTO table(columns) VALUES(...)}; columns may be empty. */
    record DatabaseInsert(Span span, Field table, List<Name> columns, List<Expression> values) implements Statement {}

    /** {@code UPDATE table AS x SET c = e, ... WHERE condition}. */
    record DatabaseUpdate(Span span, Field table, Name as, List<Assignment> assignments, Expression where)
            implements Statement {

        /** {@code column = value}. */
        public record Assignment(Name column, Expression value) {}
    }

    /** {@code DELETE FROM table AS x WHERE condition}. */
    record DatabaseDelete(Span span, Field table, Name as, Expression where) implements Statement {}

    /** {@code COMMIT} or {@code ROLLBACK} of a database. */
    record DatabaseEnd(Span span, boolean commit, Expression database) implements Statement {}

    /** Stands where a statement was not well-formed; a problem was reported. */
    record Broken(Span span) implements Statement {}
}
