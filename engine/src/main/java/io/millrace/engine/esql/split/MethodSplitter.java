package io.millrace.engine.esql.split;

import static io.millrace.engine.esql.split.CodeSizeEstimator.CALL_BYTES;
import static io.millrace.engine.esql.split.CodeSizeEstimator.NODE_BYTES;

import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.Expression.Case;
import io.millrace.engine.esql.program.Expression.Coalesce;
import io.millrace.engine.esql.program.Expression.In;
import io.millrace.engine.esql.program.Expression.Literal;
import io.millrace.engine.esql.program.Expression.Not;
import io.millrace.engine.esql.program.Expression.Or;
import io.millrace.engine.esql.program.Expression.TreeValue;
import io.millrace.engine.esql.program.Expression.VariableValue;
import io.millrace.engine.esql.program.ListOperand;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Operand.Field;
import io.millrace.engine.esql.program.ProgramWalk;
import io.millrace.engine.esql.program.Routine;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.Block;
import io.millrace.engine.esql.program.Statement.Branch;
import io.millrace.engine.esql.program.Statement.Choose;
import io.millrace.engine.esql.program.Statement.For;
import io.millrace.engine.esql.program.Statement.Handler;
import io.millrace.engine.esql.program.Statement.If;
import io.millrace.engine.esql.program.Statement.Iterate;
import io.millrace.engine.esql.program.Statement.Leave;
import io.millrace.engine.esql.program.Statement.Loop;
import io.millrace.engine.esql.program.Statement.Repeat;
import io.millrace.engine.esql.program.Statement.Resignal;
import io.millrace.engine.esql.program.Statement.Return;
import io.millrace.engine.esql.program.Statement.Throw;
import io.millrace.engine.esql.program.Statement.While;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A pass that makes the code of each method short enough. It is applied to one method at a time: a
 * part is divided further when the method of the part is written.
 *
 * <p>A CONTINUE handler continues after the statement that failed, which must be in the same method
 * as its block. Therefore a block with handlers is not divided, but each long statement in it is a
 * part.
 */
public final class MethodSplitter {

    /**
     * Estimated size in bytes above which a routine is divided. HotSpot never compiles a method of
     * more than 8,000 bytes, and inlines calls only up to a total of that size, so code after the
     * first few statements of a long method runs slower.
     */
    private static final int MAX_METHOD_BYTES = 1_500;

    /** Maximum estimated size in bytes of each method of a divided routine. */
    public static final int MAX_PART_BYTES = 800;

    /** Maximum estimated size in bytes of an expression in a divided routine. */
    private static final int MAX_EXPRESSION_BYTES = 2_000;

    /** Maximum estimated size in bytes of a statement that stays in its block with handlers. */
    private static final int MAX_INLINE_BYTES = 100;

    /**
     * Maximum number of parts into which a list is divided in one step. More parts could make the
     * code that calls them too long.
     */
    private static final int MAX_PARTS = 30;

    /** Maximum number of alternatives of an IN that are compared in one method. */
    public static final int MAX_ALTERNATIVES = 80;

    private final CodeSizeEstimator sizes = new CodeSizeEstimator();

    /** Returns the approximate number of bytes of bytecode for a node or a list of nodes. */
    public int bytes(@Nullable Object node) {
        return sizes.bytes(node);
    }

    /** Whether a routine is too long for one method. */
    public boolean isLong(Routine routine) {
        return isLong(bytes(routine.body()));
    }

    /** Whether code of this size is too long for one method. */
    public static boolean isLong(int bytes) {
        return bytes > MAX_METHOD_BYTES;
    }

    /** Returns statements for one method. Statements that are too long are replaced by parts. */
    public List<Statement> fit(List<Statement> statements) {
        return list(statements, false);
    }

    /** Returns the content of a part for its own method. The rest of a list is a further part. */
    public Expression fit(Expression content) {
        return switch (content) {
            case Case choice -> fit(choice);
            case Coalesce(var all) -> {
                int count = fitting(all);
                if (count == all.size()) {
                    yield content;
                }
                List<Expression> operands = new ArrayList<>(all.subList(0, count));
                operands.add(new Expression.Part(new Coalesce(all.subList(count, all.size()))));
                yield new Coalesce(operands);
            }
            case In in -> fit(in);
            default -> content;
        };
    }

    private Expression fit(Case choice) {
        List<Case.When> whens = choice.whens();
        int count = fitting(whens);
        boolean fits =
                count == whens.size()
                        || choice.operand() != null && !isSteady(choice.operand(), whens);
        return fits
                ? choice
                : new Case(
                        choice.operand(),
                        whens.subList(0, count),
                        new Expression.Part(
                                new Case(
                                        choice.operand(),
                                        whens.subList(count, whens.size()),
                                        choice.otherwise())));
    }

    private static Expression fit(In in) {
        List<Operand> all = in.alternatives();
        if (all.size() <= MAX_ALTERNATIVES || !in.isPlain() || !isSteady(in.operand(), List.of())) {
            return in;
        }
        Expression either =
                new Or(
                        new In(in.operand(), all.subList(0, MAX_ALTERNATIVES), false),
                        new Expression.Part(
                                new In(
                                        in.operand(),
                                        all.subList(MAX_ALTERNATIVES, all.size()),
                                        false)));
        return in.negated() ? new Not(either) : either;
    }

    // Statements

    private List<Statement> list(List<Statement> statements, boolean hasHandlers) {
        int bytes = bytes(statements);
        if (hasHandlers || bytes <= MAX_PART_BYTES) {
            return statements.stream().map(s -> statement(s, hasHandlers)).toList();
        }
        // A part can still be too long: it is divided when it is written.
        int most = Math.max(MAX_PART_BYTES, bytes / MAX_PARTS);
        List<Statement> result = new ArrayList<>();
        List<Statement> part = new ArrayList<>();
        int sum = 0;
        for (Statement s : statements) {
            int own = bytes(s);
            if (sum + own > most) {
                add(result, part, sum <= most);
                part.clear();
                sum = 0;
            }
            part.add(s);
            sum += own;
        }
        add(result, part, sum <= most);
        return result;
    }

    private void add(List<Statement> result, List<Statement> statements, boolean isPart) {
        if (isPart && !statements.isEmpty()) {
            result.add(Statement.Part.of(statements));
        } else {
            // A single long statement: the lists in it are divided.
            statements.forEach(s -> result.add(statement(s, false)));
        }
    }

    private Statement statement(Statement statement, boolean hasHandlers) {
        Statement result =
                switch (statement) {
                    case Statement.Part part -> part;
                    case Block b when !b.handlers().isEmpty() -> inner(b, true);
                    case If s when !hasHandlers -> inner(fit(s), false);
                    case Choose s when !hasHandlers -> inner(fit(s), false);
                    default -> inner(statement, hasHandlers);
                };
        boolean isPart = hasHandlers && isSimple(statement) && bytes(statement) > MAX_INLINE_BYTES;
        return isPart ? Statement.Part.of(List.of(result)) : result;
    }

    /** Whether a statement contains no other statements and has no jumps. */
    private static boolean isSimple(Statement statement) {
        return switch (statement) {
            case Block _,
                    If _,
                    Choose _,
                    While _,
                    Repeat _,
                    Loop _,
                    For _,
                    Leave _,
                    Iterate _,
                    Return _,
                    Resignal _,
                    Throw _,
                    Statement.Part _ ->
                    false;
            default -> true;
        };
    }

    private Statement inner(Statement statement, boolean hasHandlers) {
        return isForDatabase(statement)
                ? statement
                : (Statement)
                        ProgramWalk.withChildren((Record) statement, n -> node(n, hasHandlers));
    }

    @SuppressWarnings("unchecked")
    private @Nullable Object node(@Nullable Object node, boolean hasHandlers) {
        return switch (node) {
            case List<?> list when !list.isEmpty() && list.getFirst() instanceof Statement ->
                    list((List<Statement>) list, hasHandlers);
            case Statement s -> statement(s, hasHandlers);
            case Branch _, Handler _ ->
                    ProgramWalk.withChildren((Record) node, n -> node(n, hasHandlers));
            case List<?> list when !list.isEmpty() && isBranch(list.getFirst()) ->
                    map(list, n -> node(n, hasHandlers));
            case null -> null;
            default -> expressions(node, new int[1]);
        };
    }

    private static boolean isBranch(Object node) {
        return node instanceof Branch || node instanceof Handler;
    }

    private If fit(If s) {
        List<Branch> branches = s.branches();
        int sum = 0;
        for (int i = 0; i < branches.size(); i++) {
            sum += Math.min(bytes(branches.get(i)), MAX_PART_BYTES / 2);
            if (sum > MAX_PART_BYTES && i > 0) {
                List<Branch> rest = branches.subList(i, branches.size());
                return new If(
                        s.origin(),
                        branches.subList(0, i),
                        List.of(
                                Statement.Part.of(
                                        List.of(new If(s.origin(), rest, s.otherwise())))));
            }
        }
        return s;
    }

    private Choose fit(Choose s) {
        List<Branch> branches = s.branches();
        int count = fitting(branches);
        if (count == branches.size()
                || !isSteady(s.operand(), branches.stream().map(Branch::test).toList())) {
            return s;
        }
        List<Branch> rest = branches.subList(count, branches.size());
        return new Choose(
                s.origin(),
                s.operand(),
                branches.subList(0, count),
                List.of(
                        Statement.Part.of(
                                List.of(
                                        new Choose(
                                                s.origin(), s.operand(), rest, s.otherwise())))));
    }

    // Expressions

    /**
     * Replaces long expressions by parts.
     *
     * @param sum sum of the sizes of nodes, to which the size of this node is added
     */
    private @Nullable Object expressions(@Nullable Object node, int[] sum) {
        if (node instanceof List<?> list) {
            return map(list, n -> expressions(n, sum));
        }
        if (!(node instanceof Record part)
                || node instanceof Expression.Part
                || isForDatabase(node)
                || !ProgramWalk.isNode(node)) {
            return node;
        }
        int[] own = {NODE_BYTES};
        Object made = ProgramWalk.withChildren(part, n -> expressions(n, own));
        if (made instanceof Expression e) {
            boolean isPart = own[0] > MAX_EXPRESSION_BYTES;
            made = isPart ? new Expression.Part(e) : fit(e);
            own[0] = isPart ? CALL_BYTES : own[0];
        }
        sum[0] += own[0];
        return made;
    }

    /** Whether a database evaluates the conditions. They can then not be parts. */
    private static boolean isForDatabase(@Nullable Object node) {
        return node instanceof Statement.Update
                || node instanceof Statement.DeleteRows
                || node instanceof ListOperand.Select select
                        && select.from().stream()
                                .anyMatch(ListOperand.TableRange.class::isInstance);
    }

    private static List<?> map(List<?> list, UnaryOperator<@Nullable Object> replacement) {
        boolean[] changed = {false};
        List<?> mapped =
                list.stream()
                        .map(
                                n -> {
                                    Object replaced = replacement.apply(n);
                                    changed[0] |= replaced != n;
                                    return replaced;
                                })
                        .toList();
        return changed[0] ? mapped : list;
    }

    /** Returns the number of members of a list that fit into one method; at least one. */
    private int fitting(List<?> members) {
        int sum = 0;
        for (int i = 0; i < members.size(); i++) {
            sum += Math.min(bytes(members.get(i)), MAX_EXPRESSION_BYTES);
            if (sum > MAX_EXPRESSION_BYTES && i > 0) {
                return i;
            }
        }
        return members.size();
    }

    /**
     * Whether an expression can be evaluated again after conditions with the same result and no
     * further side effect.
     */
    private static boolean isSteady(Expression e, List<?> conditions) {
        return (e instanceof Literal
                        || e instanceof VariableValue
                        || e instanceof TreeValue(Field _))
                && !ProgramWalk.calls(List.of(e, conditions));
    }
}
