package io.millrace.engine.esql.program;

import io.millrace.engine.esql.library.tree.Direction;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/**
 * A statement of a program. Lists of statements can be empty. Omitted clauses are null unless
 * stated otherwise.
 */
public sealed interface Statement {

    Origin origin();

    // Structure

    /**
     * A {@code BEGIN ... END} block, or the body of a routine.
     *
     * @param lock name of the lock of an ATOMIC block: schema and label; null if the block is not
     *     atomic
     * @param handlers handlers in the order of their declaration
     */
    record Block(
            Origin origin,
            @Nullable String label,
            @Nullable String lock,
            List<Handler> handlers,
            List<Statement> body)
            implements Statement {
        public Block {
            Objects.requireNonNull(origin);
            handlers = List.copyOf(handlers);
            body = List.copyOf(body);
        }
    }

    /**
     * A handler: {@code DECLARE CONTINUE|EXIT HANDLER FOR SQLSTATE ...}.
     *
     * @param exits whether the block ends after the body of the handler; otherwise execution
     *     continues after the statement that failed
     */
    record Handler(Origin origin, boolean exits, List<State> states, Statement body) {
        /**
         * A state that a handler handles.
         *
         * @param pattern state, compared exactly or with LIKE
         * @param like whether the state is compared with LIKE
         * @param escape escape character; null if not written; only with {@code like}
         */
        public record State(String pattern, boolean like, @Nullable String escape) {
            public State {
                Objects.requireNonNull(pattern);
            }
        }

        public Handler {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(body);
            states = List.copyOf(states);
            Preconditions.unless(!states.isEmpty(), "a handler must have a state");
        }
    }

    /** A statement list after a condition, or after a value in a simple CASE. */
    record Branch(Expression test, List<Statement> body) {
        public Branch {
            Objects.requireNonNull(test);
            body = List.copyOf(body);
        }
    }

    /** An {@code IF ... ELSEIF ... ELSE} statement, or a searched CASE statement. */
    record If(Origin origin, List<Branch> branches, List<Statement> otherwise)
            implements Statement {
        public If {
            Objects.requireNonNull(origin);
            branches = List.copyOf(branches);
            otherwise = List.copyOf(otherwise);
            Preconditions.unless(!branches.isEmpty(), "an IF must have a condition");
        }
    }

    /** A simple CASE statement: {@code CASE operand WHEN value THEN ...}. */
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

    record While(Origin origin, @Nullable String label, Expression condition, List<Statement> body)
            implements Statement {
        public While {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(condition);
            body = List.copyOf(body);
        }
    }

    record Repeat(Origin origin, @Nullable String label, List<Statement> body, Expression until)
            implements Statement {
        public Repeat {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(until);
            body = List.copyOf(body);
        }
    }

    record Loop(Origin origin, @Nullable String label, List<Statement> body) implements Statement {
        public Loop {
            Objects.requireNonNull(origin);
            body = List.copyOf(body);
        }
    }

    /** A FOR loop: {@code FOR ref AS list DO}. */
    record For(
            Origin origin,
            @Nullable String label,
            ListOperand.TreeRange range,
            List<Statement> body)
            implements Statement {
        public For {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(range);
            body = List.copyOf(body);
        }
    }

    /** A LEAVE: execution continues after the innermost enclosing statement with this label. */
    record Leave(Origin origin, String label) implements Statement {
        public Leave {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(label);
        }
    }

    /**
     * An ITERATE: execution continues with the next iteration of the innermost enclosing loop with
     * this label.
     */
    record Iterate(Origin origin, String label) implements Statement {
        public Iterate {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(label);
        }
    }

    /**
     * @param value returned value; null for a RETURN without a value
     */
    record Return(Origin origin, @Nullable Operand value) implements Statement {
        public Return {
            Objects.requireNonNull(origin);
            Preconditions.unless(
                    !(value instanceof ListOperand), "the returned value must not be a list");
        }
    }

    /**
     * A CALL of a routine.
     *
     * @param into target of the value of a function
     */
    record CallRoutine(Origin origin, Call call, @Nullable Target into) implements Statement {
        public CallRoutine {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(call);
        }
    }

    /** A THROW. Defaults: severity 1, catalog empty, message 2951. */
    record Throw(
            Origin origin,
            @Nullable Expression severity,
            @Nullable Expression catalog,
            @Nullable Expression message,
            List<Expression> values)
            implements Statement {
        public Throw {
            Objects.requireNonNull(origin);
            values = List.copyOf(values);
        }
    }

    /** An EVAL of a statement. */
    record Evaluate(Origin origin, Evaluation evaluation) implements Statement {
        public Evaluate {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(evaluation);
        }
    }

    /** A RESIGNAL: throws the handled exception of the enclosing handler again. */
    record Resignal(Origin origin) implements Statement {
        public Resignal {
            Objects.requireNonNull(origin);
        }
    }

    /**
     * A {@code LOG EVENT|USER TRACE} statement.
     *
     * @param event whether the entry is for operators (EVENT); otherwise it is for the user trace
     *     of the flow
     * @param exceptions exceptions of the enclosing handler that are also logged
     */
    record Log(
            Origin origin,
            boolean event,
            Exceptions exceptions,
            @Nullable Expression severity,
            @Nullable Expression catalog,
            @Nullable Expression message,
            List<Expression> values)
            implements Statement {
        /** Exceptions that are logged: {@code [FULL] EXCEPTION}. */
        public enum Exceptions {
            NONE,
            /** The original exception. */
            ORIGINAL,
            /** All exceptions, from the outermost to the original one. */
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
     * A DECLARE of one variable. The variable is initialized again each time the statement is
     * executed.
     *
     * @param initial initial value: an expression for a scalar, a {@link Operand.Field} for a
     *     REFERENCE, any operand for a ROW
     */
    record Declare(Origin origin, Variable.Local variable, @Nullable Operand initial)
            implements Statement {
        public Declare {
            Objects.requireNonNull(origin);
            boolean reference = variable.kind() == Variable.Kind.REFERENCE;
            Preconditions.unless(
                    !reference || initial instanceof Operand.Field,
                    "the initial value of a REFERENCE must be a field");
        }
    }

    /** A SET of a scalar variable: the value is cast to the type of the variable. */
    record SetVariable(Origin origin, Variable variable, Expression value) implements Statement {
        public SetVariable {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(value);
            Preconditions.unless(
                    variable.kind() == Variable.Kind.SCALAR, "the variable must be a scalar");
        }
    }

    // Trees

    /**
     * A SET of a field, a whole ROW or a tree. A tree is copied; NULL deletes the field. The path
     * must not be a list.
     */
    record SetField(Origin origin, FieldPath target, Operand value) implements Statement {
        public SetField {
            Objects.requireNonNull(origin);
            Preconditions.unless(!target.isList(), "the target must not be a list");
            Preconditions.unless(!(value instanceof ListOperand), "the value must not be a list");
        }
    }

    /** A SET of a list, {@code SET x[] = list}: replaces all members. */
    record SetList(Origin origin, FieldPath target, ListOperand value) implements Statement {
        public SetList {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(value);
            Preconditions.unless(target.isList(), "the target must end in []");
        }
    }

    /** A SET of a property of a field: {@code SET f TYPE|NAMESPACE|NAME|VALUE = e}. */
    record SetProperty(Origin origin, FieldPath target, Property property, Expression value)
            implements Statement {
        /** Property of a field that is set. */
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
            Preconditions.unless(!target.isList(), "the target must not be a list");
        }
    }

    /**
     * A CREATE statement: {@code CREATE FIELD path}, or {@code CREATE position OF path}.
     *
     * @param position position of the new element; null for FIELD, which creates only missing
     *     elements and assigns the content to existing elements
     * @param as REFERENCE that is set to the element
     * @param domain domain of the new element
     * @param repeat whether the element gets the type and name of the field (only siblings)
     * @param type field type, an INTEGER
     * @param namespace namespace, fixed or computed; null if there is none
     * @param name name, fixed or computed; null if there is none
     * @param content null, an expression (VALUE) or a tree (FROM)
     * @param parse PARSE clause
     */
    record Create(
            Origin origin,
            @Nullable Direction position,
            FieldPath path,
            @Nullable Variable as,
            @Nullable Expression domain,
            boolean repeat,
            @Nullable Expression type,
            FieldPath.@Nullable Name namespace,
            FieldPath.@Nullable Name name,
            @Nullable Operand content,
            @Nullable Parse parse)
            implements Statement {
        /**
         * A {@code PARSE(bits, ...)} clause: the children of the element are parsed from the bytes.
         * Omitted clauses are null.
         */
        public record Parse(
                Expression bits,
                @Nullable Expression options,
                @Nullable Expression encoding,
                @Nullable Expression ccsid,
                @Nullable Expression set,
                @Nullable Expression type,
                @Nullable Expression format) {
            public Parse {
                Objects.requireNonNull(bits);
            }
        }

        public Create {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(path);
            Preconditions.unless(!path.isList(), "the path must not be a list");
            Preconditions.unless(
                    as == null || as.kind() == Variable.Kind.REFERENCE, "AS must name a REFERENCE");
            Preconditions.unless(
                    !(content instanceof ListOperand), "the content must not be a list");
            Preconditions.unless(
                    !(namespace instanceof FieldPath.Name.Any), "the namespace must not be *");
            Preconditions.unless(!(name instanceof FieldPath.Name.Any), "the name must not be *");
            Preconditions.unless(
                    position != null || parse == null && domain == null,
                    "PARSE and DOMAIN require a position");
        }
    }

    /**
     * A DELETE statement: {@code DELETE FIELD path}, or {@code DELETE position OF path}.
     *
     * @param position position of the element to delete; null for the field itself
     */
    record Delete(Origin origin, @Nullable Direction position, FieldPath path)
            implements Statement {
        public Delete {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(path);
        }
    }

    record Attach(Origin origin, Variable reference, FieldPath path, Direction position)
            implements Statement {
        public Attach {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(path);
            Objects.requireNonNull(position);
            Preconditions.unless(
                    reference.kind() == Variable.Kind.REFERENCE,
                    "the operand of ATTACH must be a REFERENCE");
        }
    }

    record Detach(Origin origin, Variable reference) implements Statement {
        public Detach {
            Objects.requireNonNull(origin);
            Preconditions.unless(
                    reference.kind() == Variable.Kind.REFERENCE,
                    "the operand of DETACH must be a REFERENCE");
        }
    }

    /** A MOVE statement with a target: {@code MOVE ref TO path}. */
    record MoveTo(Origin origin, Variable reference, FieldPath path) implements Statement {
        public MoveTo {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(path);
            Preconditions.unless(
                    reference.kind() == Variable.Kind.REFERENCE,
                    "the operand of MOVE must be a REFERENCE");
        }
    }

    /**
     * A {@code MOVE ref direction ...} statement: moves to the nearest matching element in this
     * direction.
     *
     * @param type required type, an INTEGER; null for any type
     * @param namespace required namespace; null for any namespace
     * @param name required name; null for any name
     * @param repeatType whether the type must equal the type of the current element
     * @param repeatName whether name and namespace must equal the name and namespace of the current
     *     element
     */
    record Move(
            Origin origin,
            Variable reference,
            Direction direction,
            @Nullable Expression type,
            FieldPath.@Nullable Name namespace,
            FieldPath.@Nullable Name name,
            boolean repeatType,
            boolean repeatName)
            implements Statement {
        public Move {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(direction);
            Preconditions.unless(
                    reference.kind() == Variable.Kind.REFERENCE,
                    "the operand of MOVE must be a REFERENCE");
        }
    }

    // Node

    /**
     * A PROPAGATE statement.
     *
     * @param terminal terminal, a CHARACTER or INTEGER; null if a label is specified; {@code out}
     *     if neither a terminal nor a label is written
     * @param label label; null if a terminal is specified
     * @param asMode whether the statement names no tree; the next three components are then ignored
     */
    record Propagate(
            Origin origin,
            @Nullable Expression terminal,
            @Nullable Expression label,
            boolean asMode,
            boolean message,
            boolean environment,
            boolean exception,
            boolean tidyHeaders,
            boolean delete)
            implements Statement {
        public Propagate {
            Objects.requireNonNull(origin);
            Preconditions.unless(
                    (terminal == null) != (label == null),
                    "exactly one of terminal and label must be present");
        }
    }

    // Other languages

    /**
     * The body of a routine in LANGUAGE JAVA.
     *
     * @param parameters parameters of the routine, in their order
     * @param result target of the method's result; null if the method has no result
     */
    record CallJava(
            Origin origin,
            JavaMethod method,
            List<Variable.Local> parameters,
            Variable.@Nullable Local result)
            implements Statement {
        public CallJava {
            Objects.requireNonNull(origin);
            parameters = List.copyOf(parameters);
            Preconditions.unless(
                    (result == null) == (method.returns() == null),
                    "a target must be present if and only if the method returns a value");
        }
    }

    // Databases

    /**
     * An INSERT statement.
     *
     * @param columns names of the columns; empty if not written
     */
    record Insert(Origin origin, Table table, List<Expression> columns, List<Expression> values)
            implements Statement {
        public Insert {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(table);
            columns = List.copyOf(columns);
            values = List.copyOf(values);
            Preconditions.unless(
                    columns.isEmpty() || columns.size() == values.size(),
                    "the number of values must equal the number of columns");
        }
    }

    /**
     * An {@code UPDATE ... SET column = e WHERE ...} statement. A path that starts at the
     * correlation name is a column.
     */
    record Update(
            Origin origin,
            ListOperand.TableRange table,
            List<Expression> columns,
            List<Expression> values,
            @Nullable Expression where)
            implements Statement {
        public Update {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(table);
            columns = List.copyOf(columns);
            values = List.copyOf(values);
            Preconditions.unless(
                    !columns.isEmpty() && columns.size() == values.size(),
                    "the number of values must equal the number of columns");
        }
    }

    /** A {@code DELETE FROM} statement. A path that starts at the correlation name is a column. */
    record DeleteRows(Origin origin, ListOperand.TableRange table, @Nullable Expression where)
            implements Statement {
        public DeleteRows {
            Objects.requireNonNull(origin);
            Objects.requireNonNull(table);
        }
    }

    /**
     * A CALL of a stored procedure.
     *
     * @param dataSource data source; null for the data source of the node
     * @param schema database schema; null for the schema of the procedure's definition
     * @param resultSets lists that receive the result sets
     * @param into target of the value of a function
     */
    record CallStored(
            Origin origin,
            StoredProcedure procedure,
            @Nullable Expression dataSource,
            @Nullable Expression schema,
            List<Call.Argument> arguments,
            List<FieldPath> resultSets,
            @Nullable Target into)
            implements Statement {
        public CallStored {
            Objects.requireNonNull(origin);
            arguments = List.copyOf(arguments);
            resultSets = List.copyOf(resultSets);
            Preconditions.unless(
                    arguments.size() == procedure.parameters().size(),
                    "a call must have one argument for each parameter");
            Preconditions.unless(
                    resultSets.size() == procedure.resultSets(),
                    "a call must have one list for each result set");
        }
    }

    /** A COMMIT or ROLLBACK of the uncommitted work of the node's unit of work in a data source. */
    record EndTransaction(Origin origin, boolean commit, @Nullable Expression dataSource)
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

    /** Statements that are compiled to a separate method; see {@code esql.split}. */
    record Part(Origin origin, List<Statement> body) implements Statement {
        public Part {
            body = List.copyOf(body);
        }

        /** Returns a part. The origin of the part is the origin of the first statement. */
        public static Part of(List<Statement> body) {
            return new Part(body.getFirst().origin(), body);
        }
    }
}
