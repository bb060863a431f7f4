package io.millrace.engine.esql.plain;

import static io.millrace.engine.error.ErrorCode.ESQL_FIELD;

import io.millrace.engine.esql.library.tree.Direction;
import io.millrace.engine.esql.program.Expression;
import io.millrace.engine.esql.program.FieldPath;
import io.millrace.engine.esql.program.Operand;
import io.millrace.engine.esql.program.Statement;
import io.millrace.engine.esql.program.Statement.Attach;
import io.millrace.engine.esql.program.Statement.Detach;
import io.millrace.engine.esql.program.Statement.MoveTo;
import io.millrace.engine.esql.program.Statement.SetField;
import io.millrace.engine.esql.program.Statement.SetList;
import io.millrace.engine.esql.program.Statement.SetProperty;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.message.Value;

import java.util.List;

/** Statements that change trees and references. */
final class PlainTrees {

    private final PlainRun run;

    PlainTrees(PlainRun run) {
        this.run = run;
    }

    /** What a variable begins with. */
    Object initial(Variable v, Operand initial) {
        return switch (v.kind()) {
            case SCALAR ->
                    initial == null
                            ? null
                            : PlainValues.cast(run.expressions.valueOf(initial), v.type());
            case REFERENCE -> run.paths.reference(((Operand.Field) initial).path());
            case ROW -> {
                PlainField row = PlainField.folder(v.name());
                if (initial != null) {
                    fill(row, initial);
                }
                yield row;
            }
        };
    }

    private void fill(PlainField field, Operand content) {
        if (content instanceof Expression e) {
            Value value = run.expressions.value(e);
            if (field != null) {
                field.setValue(value);
            }
        } else {
            PlainField source = run.expressions.fieldToCopy(content);
            if (source != null && field != null) {
                take(field, source);
            }
        }
    }

    private void take(PlainField field, PlainField source) {
        run.works(source.size());
        field.take(source);
    }

    void set(SetField set) {
        if (set.value() instanceof Expression e) {
            set(set.target(), run.expressions.value(e));
            return;
        }
        PlainField source = run.expressions.field(set.value());
        if (source == null) {
            delete(run.paths.find(set.target()));
            return;
        }
        // What is made in the last step is not part of the source, even if it is made in there.
        List<FieldPath.Step> steps = set.target().steps();
        PlainField[] taken = {source};
        PlainField target =
                steps.isEmpty()
                        ? run.paths.start(set.target().start())
                        : run.paths.ensure(
                                run.paths.parent(set.target(), true),
                                steps.getLast(),
                                () -> taken[0] = PlainPaths.separate(source));
        if (target != null) {
            take(target, taken[0]);
        }
    }

    /** SET of a field to a value: NULL deletes it. */
    void set(FieldPath target, Value value) {
        if (value == null) {
            delete(run.paths.find(target));
            return;
        }
        PlainField field = run.paths.ensure(target);
        if (field != null) {
            field.setValue(value);
        }
    }

    private static void delete(PlainField field) {
        if (field != null) {
            field.delete();
        }
    }

    void set(SetList set) {
        List<PlainField> items = run.lists.items(set.value());
        PlainField parent = run.paths.parent(set.target(), true);
        replace(parent, run.paths.pattern(set.target().steps().getLast()), items);
    }

    /** What was there goes; copies of the items come in its place. */
    void replace(PlainField parent, PlainPattern pattern, List<PlainField> items) {
        if (parent == null) {
            return;
        }
        List<PlainField> old = PlainPaths.matching(parent, pattern);
        List<PlainField> copies = items.stream().map(PlainPaths::separate).toList();
        int at = old.isEmpty() ? parent.children.size() : old.getLast().position() + 1 - old.size();
        old.forEach(PlainField::delete);
        for (PlainField copy : copies) {
            PlainField made = parent.add(at++, pattern.create());
            made.beginDomain();
            take(made, copy);
        }
    }

    void set(SetProperty set) {
        Value value = run.expressions.value(set.value());
        PlainField field = run.paths.ensure(set.target());
        if (field == null) {
            return;
        }
        switch (set.property()) {
            case TYPE -> field.type = PlainPaths.type(value);
            case NAMESPACE -> field.namespace = PlainPaths.name(value);
            case NAME -> field.setName(PlainPaths.name(value));
            case VALUE -> field.setValue(value);
        }
    }

    void create(Statement.Create c) {
        if (c.parse() != null) {
            throw new IllegalArgumentException("PARSE");
        }
        PlainField made = c.position() == null ? named(c) : added(c);
        if (c.content() != null) {
            fill(made, c.content());
        }
        if (c.as() != null) {
            run.reference(c.as()).moveTo(made);
        }
    }

    private PlainField named(Statement.Create c) {
        PlainField field = run.paths.ensure(c.path());
        if (c.type() != null) {
            Value type = run.expressions.value(c.type());
            if (field != null) {
                field.type = PlainPaths.type(type);
            }
        }
        if (c.namespace() != null) {
            String namespace = nameFor(field, c.namespace());
            if (field != null) {
                field.namespace = namespace;
            }
        }
        if (c.name() != null) {
            String name = nameFor(field, c.name());
            if (field != null) {
                field.setName(name);
            }
        }
        return field;
    }

    /** A name that is no text is an error only where there is a field to be named. */
    private String nameFor(PlainField field, FieldPath.Name name) {
        if (field != null || !(name instanceof FieldPath.Name.Computed(Expression e))) {
            return run.paths.text(name);
        }
        run.expressions.value(e);
        return null;
    }

    private PlainField added(Statement.Create c) {
        boolean repeats = c.repeat() && c.position().isSibling();
        PlainField at = repeats ? run.paths.find(c.path()) : run.paths.ensure(c.path());
        if (at == null && repeats && !c.path().steps().isEmpty()) {
            FieldPath start = new FieldPath(c.path().start(), List.of());
            if (run.paths.find(start) != null) {
                throw new PlainFailure(ESQL_FIELD);
            }
        }
        if (c.repeat()) {
            return at == null
                    ? null
                    : place(new PlainField(at.type, at.namespace, at.name, null), at, c.position());
        }
        boolean isNamed = c.type() != null || c.namespace() != null || c.name() != null;
        PlainPattern identity =
                isNamed
                        ? run.paths.pattern(c.type(), orAny(c.namespace()), orAny(c.name()))
                        : new PlainPattern(0, null, null);
        Value domain = c.domain() == null ? null : run.expressions.value(c.domain());
        if (at == null) {
            return null;
        }
        PlainField made = identity.create();
        if (domain != null) {
            if (!PlainRun.DOMAINS.contains(domain.text())) {
                throw new PlainFailure(ESQL_FIELD);
            }
            made.domain = domain.text();
            made.name = made.name.isEmpty() ? made.domain : made.name;
        }
        place(made, at, c.position());
        made.beginDomain();
        return made;
    }

    private static FieldPath.Name orAny(FieldPath.Name name) {
        return name == null ? FieldPath.Name.ANY : name;
    }

    private static PlainField place(PlainField made, PlainField at, Direction position) {
        if (position.isSibling() && at.parent == null) {
            throw new PlainFailure(ESQL_FIELD);
        }
        return switch (position) {
            case FIRSTCHILD -> at.add(0, made);
            case LASTCHILD -> at.addLast(made);
            case PREVIOUSSIBLING -> at.parent.add(at.position(), made);
            case NEXTSIBLING -> at.parent.add(at.position() + 1, made);
            case PARENT -> throw new PlainFailure(ESQL_FIELD);
        };
    }

    void delete(Statement.Delete d) {
        PlainField field = run.paths.find(d.path());
        if (d.position() == null || field == null) {
            delete(field);
            return;
        }
        delete(neighbour(field, d.position(), new PlainPattern(0, null, null)));
    }

    void attach(Attach a) {
        PlainField moved = run.reference(a.reference()).field();
        PlainField at = run.paths.ensure(a.path());
        boolean isShared =
                run.isInSharedRow(moved) || run.isInSharedRow(run.paths.start(a.path().start()));
        if (isShared) {
            throw new PlainFailure(ESQL_FIELD);
        }
        if (moved == null || at == null) {
            return;
        }
        if (!moved.isDetached || at.root() == moved) {
            throw new PlainFailure(ESQL_FIELD);
        }
        place(moved, at, a.position());
        moved.isDetached = false;
    }

    void detach(Detach d) {
        PlainField field = run.reference(d.reference()).field();
        if (field != null && field.parent != null) {
            field.detach();
            field.isDetached = true;
        }
    }

    void move(MoveTo m) {
        run.reference(m.reference()).moveTo(run.paths.find(m.path()));
    }

    void move(Statement.Move m) {
        PlainReference reference = run.reference(m.reference());
        PlainField from = reference.field();
        PlainPattern requested;
        if (m.repeatType() || m.repeatName()) {
            requested =
                    from == null
                            ? null
                            : new PlainPattern(
                                    m.repeatType() ? from.type : 0,
                                    m.repeatName() ? from.namespace : null,
                                    m.repeatName() ? from.name : null);
        } else {
            requested = run.paths.pattern(m.type(), orAny(m.namespace()), orAny(m.name()));
        }
        reference.moveTo(from == null ? null : neighbour(from, m.direction(), requested));
    }

    private static PlainField neighbour(
            PlainField from, Direction direction, PlainPattern requested) {
        boolean hasSiblings = from.parent != null;
        List<PlainField> siblings = hasSiblings ? from.parent.children : List.of();
        int position = hasSiblings ? from.position() : 0;
        List<PlainField> candidates =
                switch (direction) {
                    case PARENT -> hasSiblings ? List.of(from.parent) : List.of();
                    case FIRSTCHILD -> from.children;
                    case LASTCHILD -> from.children.reversed();
                    case NEXTSIBLING ->
                            hasSiblings
                                    ? siblings.subList(position + 1, siblings.size())
                                    : List.of();
                    case PREVIOUSSIBLING -> siblings.subList(0, position).reversed();
                };
        return candidates.stream().filter(requested::matches).findFirst().orElse(null);
    }
}
