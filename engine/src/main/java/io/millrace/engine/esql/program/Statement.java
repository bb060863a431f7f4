package io.millrace.engine.esql.program;

import java.util.List;
import java.util.Objects;

/**
 * A step of a program. Lists of statements may be empty; clauses that are not written are null
 * unless said otherwise.
 */
public sealed interface Statement {

    Origin origin();

    // Structure

    /**
     * {@code BEGIN ... END}, or the body of a routine.
     *
     * @param label null for none
     * @param lock what an ATOMIC block locks: schema and label; null for a block that is not atomic
     * @param handlers in the order of their declaration
     */
    record Block(
            Origin origin, String label, String lock, List<Handler> handlers, List<Statement> body)
            implements Statement {
        public Block {
            Objects.requireNonNull(origin);
            handlers = List.copyOf(handlers);
            body = List.copyOf(body);
        }
    }

    /**
     * {@code DECLARE CONTINUE|EXIT HANDLER FOR SQLSTATE ...}.
     *
     * @param exits whether the block ends behind the body; else it goes on behind the statement
     *     that failed
     */
    record Handler(Origin origin, boolean exits, List<State> states, Statement body) {
        /**
         * A state it is for.
         *
         * @param pattern compared as it is, or as by LIKE
         * @param escape null where not written; only with {@code like}
         */
        public record State(String pattern, boolean like, String escape) {
            public State {
                Objects.requireNonNull(pattern);
            }
        }

        public Handler {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(body);
            states = List.copyOf(states);
            Refusal.unless(!states.isEmpty(), "a handler is for a state");
        }
    }

    /** A statement list behind a condition, or behind a value in a simple CASE. */
    record Branch(Expression test, List<Statement> body) {
        public Branch {
            Objects.requireNonNull(test);
            body = List.copyOf(body);
        }
    }

    /** {@code IF ... ELSEIF ... ELSE}, and the searched CASE. */
    record If(Origin origin, List<Branch> branches, List<Statement> otherwise)
            implements Statement {
        public If {
            Objects.requireNonNull(origin);
            branches = List.copyOf(branches);
            otherwise = List.copyOf(otherwise);
            Refusal.unless(!branches.isEmpty(), "an IF has a condition");
        }
    }

    /** The simple {@code CASE operand WHEN value THEN ...}. */
    record Choose(
            Origin origin, Expression operand, List<Branch> branches, List<Statement> otherwise)
            implements Statement {
        public Choose {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(operand);
            branches = List.copyOf(branches);
            otherwise = List.copyOf(otherwise);
        }
    }

    record While(Origin origin, String label, Expression condition, List<Statement> body)
            implements Statement {
        public While {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(condition);
            body = List.copyOf(body);
        }
    }

    record Repeat(Origin origin, String label, List<Statement> body, Expression until)
            implements Statement {
        public Repeat {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(until);
            body = List.copyOf(body);
        }
    }

    record Loop(Origin origin, String label, List<Statement> body) implements Statement {
        public Loop {
            Objects.requireNonNull(origin);
            body = List.copyOf(body);
        }
    }

    /** {@code FOR ref AS list DO}. */
    record For(Origin origin, String label, ListOperand.TreeRange range, List<Statement> body)
            implements Statement {
        public For {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(range);
            body = List.copyOf(body);
        }
    }

    /** Goes on behind the innermost enclosing statement with this label. */
    record Leave(Origin origin, String label) implements Statement {
        public Leave {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(label);
        }
    }

    /** Goes on with the next turn of the innermost enclosing loop with this label. */
    record Iterate(Origin origin, String label) implements Statement {
        public Iterate {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(label);
        }
    }

    /**
     * @param value null for a bare RETURN
     */
    record Return(Origin origin, Operand value) implements Statement {
        public Return {
            Objects.requireNonNull(origin);
            Refusal.unless(!(value instanceof ListOperand), "a list is not returned");
        }
    }

    /**
     * @param into where the value of a function goes
     */
    record CallRoutine(Origin origin, Call call, Target into) implements Statement {
        public CallRoutine {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(call);
        }
    }

    /** Defaults: severity 1, catalog empty, message 2951. */
    record Throw(
            Origin origin,
            Expression severity,
            Expression catalog,
            Expression message,
            List<Expression> values)
            implements Statement {
        public Throw {
            Objects.requireNonNull(origin);
            values = List.copyOf(values);
        }
    }

    /** EVAL of a statement. */
    record Evaluate(Origin origin, Evaluation evaluation) implements Statement {
        public Evaluate {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(evaluation);
        }
    }

    /** Throws again what the handler around it runs for. */
    record Resignal(Origin origin) implements Statement {
        public Resignal {
            Objects.requireNonNull(origin);
        }
    }

    /**
     * {@code LOG EVENT|USER TRACE}.
     *
     * @param event whether operators are to see it, rather than who traces the flow
     * @param exceptions what of the exception that a handler runs for is logged too
     */
    record Log(
            Origin origin,
            boolean event,
            Exceptions exceptions,
            Expression severity,
            Expression catalog,
            Expression message,
            List<Expression> values)
            implements Statement {
        /** {@code [FULL] EXCEPTION}. */
        public enum Exceptions {
            NONE,
            /** The one that began it. */
            ORIGINAL,
            /** All, from the outermost to the one that began it. */
            FULL
        }

        public Log {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(exceptions);
            values = List.copyOf(values);
        }
    }

    // Variables

    /**
     * DECLARE of one variable. It is executed each time it is reached: the variable begins anew.
     *
     * @param initial an expression for a scalar, a {@link Operand.Field} for a REFERENCE, any for a
     *     ROW; null for none
     */
    record Declare(Origin origin, Variable.Local variable, Operand initial) implements Statement {
        public Declare {
            Objects.requireNonNull(origin);
            boolean reference = variable.kind() == Variable.Kind.REFERENCE;
            Refusal.unless(
                    !reference || initial instanceof Operand.Field,
                    "a reference begins at a field");
        }
    }

    /** SET of a scalar variable: the value is cast to its type. */
    record SetVariable(Origin origin, Variable variable, Expression value) implements Statement {
        public SetVariable {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(value);
            Refusal.unless(
                    variable.kind() == Variable.Kind.SCALAR, "only scalars are set to a value");
        }
    }

    // Trees

    /**
     * SET of a field (or a whole ROW or tree): a tree is copied, NULL deletes it. The path is not a
     * list.
     */
    record SetField(Origin origin, FieldPath target, Operand value) implements Statement {
        public SetField {
            Objects.requireNonNull(origin);
            Refusal.unless(!target.isList(), "a list is set to a list");
            Refusal.unless(!(value instanceof ListOperand), "a field is not set to a list");
        }
    }

    /** {@code SET x[] = list}: replaces all members. */
    record SetList(Origin origin, FieldPath target, ListOperand value) implements Statement {
        public SetList {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(value);
            Refusal.unless(target.isList(), "the target ends in []");
        }
    }

    /** {@code SET f TYPE|NAMESPACE|NAME|VALUE = e}. */
    record SetProperty(Origin origin, FieldPath target, Property property, Expression value)
            implements Statement {
        /** What of a field is set. */
        public enum Property {
            TYPE,
            NAMESPACE,
            NAME,
            VALUE
        }

        public SetProperty {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(property);
            Objects.requireNonNull(value);
            Refusal.unless(!target.isList(), "a single field is changed");
        }
    }

    /** Where an element goes or is, seen from a field. */
    enum Position {
        PREVIOUSSIBLING,
        NEXTSIBLING,
        FIRSTCHILD,
        LASTCHILD
    }

    /**
     * {@code CREATE FIELD path}, or {@code CREATE position OF path}.
     *
     * @param position null for FIELD: then only what is missing is made, and the content is given
     *     to what is there
     * @param as a REFERENCE that afterwards points to the element
     * @param domain of the new element
     * @param repeat whether type and name are those of the field (siblings only)
     * @param type an INTEGER
     * @param namespace null for none; only fixed or computed
     * @param name null for none; only fixed or computed
     * @param content null, an expression (VALUE) or a tree (FROM)
     * @param parse PARSE
     */
    record Create(
            Origin origin,
            Position position,
            FieldPath path,
            Variable as,
            Expression domain,
            boolean repeat,
            Expression type,
            FieldPath.Name namespace,
            FieldPath.Name name,
            Operand content,
            Parse parse)
            implements Statement {
        /**
         * {@code PARSE(bits, ...)}: the element's children come from the bytes. Clauses not written
         * are null.
         */
        public record Parse(
                Expression bits,
                Expression options,
                Expression encoding,
                Expression ccsid,
                Expression set,
                Expression type,
                Expression format) {
            public Parse {
                Objects.requireNonNull(bits);
            }
        }

        public Create {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(path);
            Refusal.unless(!path.isList(), "a single field is created");
            Refusal.unless(
                    as == null || as.kind() == Variable.Kind.REFERENCE, "AS names a reference");
            Refusal.unless(!(content instanceof ListOperand), "a field is not created from a list");
            Refusal.unless(
                    !(namespace instanceof FieldPath.Name.Any), "a new field has one name space");
            Refusal.unless(!(name instanceof FieldPath.Name.Any), "a new field has one name");
            Refusal.unless(
                    position != null || parse == null && domain == null,
                    "PARSE makes a new element");
        }
    }

    /**
     * {@code DELETE FIELD path}, or {@code DELETE position OF path}. @param position null for the
     * field itself
     */
    record Delete(Origin origin, Position position, FieldPath path) implements Statement {
        public Delete {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(path);
        }
    }

    record Attach(Origin origin, Variable reference, FieldPath path, Position position)
            implements Statement {
        public Attach {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(path);
            Objects.requireNonNull(position);
            Refusal.unless(reference.kind() == Variable.Kind.REFERENCE, "a reference is attached");
        }
    }

    record Detach(Origin origin, Variable reference) implements Statement {
        public Detach {
            Objects.requireNonNull(origin);
            Refusal.unless(reference.kind() == Variable.Kind.REFERENCE, "a reference is detached");
        }
    }

    /** {@code MOVE ref TO path}. */
    record MoveTo(Origin origin, Variable reference, FieldPath path) implements Statement {
        public MoveTo {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(path);
            Refusal.unless(reference.kind() == Variable.Kind.REFERENCE, "a reference is moved");
        }
    }

    /**
     * {@code MOVE ref direction ...}: to the nearest element in this direction that matches.
     *
     * @param type an INTEGER that it must match; null for any
     * @param namespace null for any
     * @param name null for any
     * @param repeatType whether it must have the type of where the reference is
     * @param repeatName whether it must have the name and name space of where the reference is
     */
    record Move(
            Origin origin,
            Variable reference,
            Direction direction,
            Expression type,
            FieldPath.Name namespace,
            FieldPath.Name name,
            boolean repeatType,
            boolean repeatName)
            implements Statement {
        /** Where to. */
        public enum Direction {
            PARENT,
            PREVIOUSSIBLING,
            NEXTSIBLING,
            FIRSTCHILD,
            LASTCHILD
        }

        public Move {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(direction);
            Refusal.unless(reference.kind() == Variable.Kind.REFERENCE, "a reference is moved");
        }
    }

    // The node

    /**
     * PROPAGATE.
     *
     * @param terminal a CHARACTER or INTEGER; null where a label is meant. {@code out} where
     *     neither is written
     * @param label null where a terminal is meant
     * @param asMode whether no tree is named: then the next three say nothing
     */
    record Propagate(
            Origin origin,
            Expression terminal,
            Expression label,
            boolean asMode,
            boolean message,
            boolean environment,
            boolean exception,
            boolean tidyHeaders,
            boolean delete)
            implements Statement {
        public Propagate {
            Objects.requireNonNull(origin);
            Refusal.unless(
                    (terminal == null) != (label == null),
                    "PROPAGATE goes to a terminal or to a label");
        }
    }

    // Other languages

    /**
     * The body of a routine in LANGUAGE JAVA.
     *
     * @param parameters those of the routine, in their order
     * @param result where the method's value goes; null where it gives none
     */
    record CallJava(
            Origin origin,
            JavaMethod method,
            List<Variable.Local> parameters,
            Variable.Local result)
            implements Statement {
        public CallJava {
            Objects.requireNonNull(origin);
            parameters = List.copyOf(parameters);
            Refusal.unless(
                    (result == null) == (method.returns() == null), "a value goes somewhere");
        }
    }

    // Databases

    /**
     * @param columns empty where not written
     */
    record Insert(Origin origin, Table table, List<Expression> columns, List<Expression> values)
            implements Statement {
        public Insert {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(table);
            columns = List.copyOf(columns);
            values = List.copyOf(values);
            Refusal.unless(
                    columns.isEmpty() || columns.size() == values.size(),
                    "a value for each column");
        }
    }

    /**
     * {@code UPDATE ... SET column = e WHERE ...}; paths from the correlation name mean columns.
     */
    record Update(
            Origin origin,
            ListOperand.TableRange table,
            List<Expression> columns,
            List<Expression> values,
            Expression where)
            implements Statement {
        public Update {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(table);
            columns = List.copyOf(columns);
            values = List.copyOf(values);
            Refusal.unless(
                    !columns.isEmpty() && columns.size() == values.size(),
                    "a value for each column");
        }
    }

    /** {@code DELETE FROM}; paths from the correlation name mean columns. */
    record DeleteRows(Origin origin, ListOperand.TableRange table, Expression where)
            implements Statement {
        public DeleteRows {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(table);
        }
    }

    /**
     * CALL of a stored procedure.
     *
     * @param dataSource null for the node's own
     * @param schema null for the one that the procedure's definition says
     * @param resultSets the lists that the results of queries go to
     * @param into where the value of a function goes
     */
    record CallStored(
            Origin origin,
            StoredProcedure procedure,
            Expression dataSource,
            Expression schema,
            List<Call.Argument> arguments,
            List<FieldPath> resultSets,
            Target into)
            implements Statement {
        public CallStored {
            Objects.requireNonNull(origin);
            arguments = List.copyOf(arguments);
            resultSets = List.copyOf(resultSets);
            Refusal.unless(
                    arguments.size() == procedure.parameters().size(),
                    "one argument for each parameter");
            Refusal.unless(
                    resultSets.size() == procedure.resultSets(), "one list for each result set");
        }
    }

    /** COMMIT or ROLLBACK of what the node's unit of work did in a data source so far. */
    record EndTransaction(Origin origin, boolean commit, Expression dataSource)
            implements Statement {
        public EndTransaction {
            Objects.requireNonNull(origin);
        }
    }

    record PassthruStatement(Origin origin, PassthruCall call) implements Statement {
        public PassthruStatement {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(call);
        }
    }
}
