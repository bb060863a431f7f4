package io.millrace.parsers.mrm.tds.layout;

import static io.millrace.engine.error.Problems.nearest;
import static io.millrace.parsers.model.Composition.CHOICE;
import static io.millrace.parsers.model.Composition.MESSAGE;
import static io.millrace.parsers.model.ContentRule.CLOSED;

import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.MessagingStandard;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.PhysicalProperties;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.TdsField;
import io.millrace.parsers.model.TdsFormat;
import io.millrace.parsers.model.TdsGroup;
import io.millrace.parsers.model.TdsSettings;
import io.millrace.parsers.model.Type;
import io.millrace.parsers.mrm.layout.ModelWalk;
import io.millrace.parsers.mrm.tds.layout.Slot.Extent.EncodingCharacters;
import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.GroupSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.Reference;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.standards.StandardMarkup;
import io.millrace.parsers.mrm.tds.standards.StandardMarkup.Place;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A compiler that creates the layout of a message in a Tagged/Delimited String format. */
public final class LayoutCompiler extends ModelWalk<LayoutCompiler.Row> {

    private final TdsSettings settings;
    private final FieldCompiler fields;
    private final LayoutCheck check;
    private final Recursions recursions = new Recursions();
    private final List<Layout> layouts = new ArrayList<>();
    private final List<Slot> slots = new ArrayList<>();
    private int references;

    public LayoutCompiler(MessageSet set, TdsFormat format, ModelPlaces places) {
        super(set, format.name(), places);
        settings = format.settings();
        fields = new FieldCompiler(settings, this);
        check = new LayoutCheck(this);
    }

    /**
     * Compiles a message.
     *
     * @return null if there are problems
     */
    public TdsLayout compile(ElementDeclaration message, Problems found) {
        if (!(set.resolve(message.type()) instanceof ComplexType complex)) {
            return null;
        }
        Layout root = folder(complex, null, null, new Scope(null, null), 0, message);
        return report(found)
                ? new TdsLayout(
                        root,
                        layouts,
                        slots,
                        references,
                        root.holdsUnresolved(),
                        slots.stream().anyMatch(LayoutCompiler::specifiesDelimiters))
                : null;
    }

    int nextSlot() {
        return slots.size();
    }

    // Layouts

    private static boolean specifiesDelimiters(Slot slot) {
        return slot instanceof ValueSlot value && value.service != null;
    }

    /** The slots of a layout that is being compiled. */
    record Row(Layout layout, int level, Scope scope, List<Slot> slots, Map<String, Slot> tagged) {
        Row(Layout layout, int level, Scope scope) {
            this(layout, level, scope, new ArrayList<>(), new HashMap<>());
        }
    }

    private Layout folder(
            ComplexType type,
            FolderSlot owner,
            Layout around,
            Scope scope,
            int level,
            Object part) {
        checkValue(type, part);
        TdsGroup group = specified(type.content()).or(settings.types());
        boolean holdsTags = holdsTags(type.content());
        boolean tagged = group.separation() == null ? holdsTags : group.separation().isTagged();
        int own = around != null && around.isTagged() && tagged ? level - 1 : level;
        TdsGroup markup =
                StandardMarkup.complete(
                        group,
                        settings.standard(),
                        new Place(own, holdsTags, holdsFolders(type.content())));
        Layout known = owner == null ? null : recursions.known(type, markup, owner, around);
        if (known != null) {
            checkRecursion(known, owner, type, part);
            return known;
        }
        Layout layout = layout(markup, type.content(), owner, around);
        Row row = new Row(layout, own, scope);
        recursions.begin(type, layout, owner);
        content(type, part, row);
        finish(row, type.content(), part);
        recursions.end(type, layout).forEach(s -> describe(s, layout));
        if (owner != null) {
            describe(owner, layout);
        }
        return layout;
    }

    private static void describe(FolderSlot folder, Layout layout) {
        folder.layout = layout;
        folder.holdsUnresolved = layout.holdsUnresolved();
        Slot first = layout.slots.isEmpty() ? null : layout.slots.getFirst();
        folder.isServiceString =
                first instanceof ValueSlot v && v.extent instanceof EncodingCharacters;
    }

    private void checkRecursion(Layout known, FolderSlot slot, ComplexType type, Object part) {
        String fault = recursions.findFault(known);
        if (!fault.isEmpty()) {
            problem(
                    part,
                    type,
                    slot.name + " " + fault,
                    fault.equals(Recursions.ENDLESS)
                            ? """
                            let it occur 0..1, be a branch of a choice, or have a \
                            repeatReference\
                            """
                            : "specify a groupIndicator for its type, or a tag for it");
        }
    }

    private Layout layout(TdsGroup markup, Group group, Slot owner, Layout around) {
        Layout made =
                new Layout(
                        layouts.size(),
                        markup,
                        group.composition(),
                        group.content() != CLOSED,
                        owner,
                        Layout.outer(owner, around));
        layouts.add(made);
        return made;
    }

    private void finish(Row row, Object part, Object fallback) {
        Layout layout = row.layout;
        layout.fill(row.slots);
        if (layout.isOpen && layout.isTagged()) {
            layout.undeclared = fields.undeclared(layout);
            slots.add(layout.undeclared);
        }
        layout.isUnresolved = layout.isChoice() && !check.isIdentifiable(layout);
        layout.nameSlots();
        check.layout(layout, part, fallback);
    }

    private TdsGroup specified(Group group) {
        return physical(group) instanceof TdsGroup g ? g : TdsGroup.DEFAULTS;
    }

    private TdsField specified(PhysicalProperties physical) {
        return physical instanceof TdsField f ? f : TdsField.DEFAULTS;
    }

    private boolean holdsTags(Group group) {
        return hasElement(group, (_, physical) -> specified(physical).tag() != null);
    }

    private boolean holdsFolders(Group group) {
        return hasElement(group, (e, _) -> set.resolve(e.type()) instanceof ComplexType);
    }

    // Members

    @Override
    protected void members(Group group, Row row) {
        if (group.composition() == MESSAGE) {
            messages(group).forEach(m -> element(m, physical(m), row));
        } else {
            group.particles().forEach(p -> particle(p, row));
        }
    }

    @Override
    protected void group(Group group, Particle part, Row row) {
        if (!enter(group, part, group)) {
            leave();
            return;
        }
        if (isMerged(group, row.layout)) {
            members(group, row);
        } else {
            GroupSlot slot = new GroupSlot(group.occurs(), nextSlot());
            slots.add(slot);
            TdsGroup own = specified(group);
            TdsGroup markup =
                    own.equals(TdsGroup.DEFAULTS)
                            ? inherited(row.layout.markup)
                            : StandardMarkup.complete(
                                    own.or(settings.types()),
                                    settings.standard(),
                                    new Place(row.level, holdsTags(group), holdsFolders(group)));
            slot.layout = layout(markup, group, slot, row.layout);
            Row inner = new Row(slot.layout, row.level, row.scope);
            recursions.enter(slot, row.layout, row.slots);
            members(group, inner);
            recursions.leave();
            finish(inner, part, group);
            row.slots.add(slot);
        }
        leave();
    }

    /** Whether the members of a group can be treated as members of the enclosing layout. */
    private boolean isMerged(Group group, Layout around) {
        boolean choice = group.composition() == CHOICE || group.composition() == MESSAGE;
        return group.occurs().equals(Occurs.ONCE)
                && specified(group).equals(TdsGroup.DEFAULTS)
                && (choice ? around.isTagged() || around.isChoice() : !around.isChoice());
    }

    private static TdsGroup inherited(TdsGroup around) {
        MarkerText none = MarkerText.NONE;
        return new TdsGroup(null, none, none, null, null, null, null, null, null, null).or(around);
    }

    @Override
    protected void element(ElementDeclaration element, PhysicalProperties physical, Row row) {
        Type type = set.resolve(element.type());
        if (type == null || slots.size() > MAX_SLOTS) {
            return;
        }
        if (slots.size() == MAX_SLOTS) {
            problem(element, physical, "the message has more than " + MAX_SLOTS + " fields", "");
        }
        TdsField field = specified(physical);
        Slot slot =
                switch (type) {
                    case SimpleType simple ->
                            fields.value(element, simple, field, row.layout, row.scope);
                    case ComplexType _ ->
                            new FolderSlot(
                                    element.name(),
                                    namespace(element),
                                    element.occurs(),
                                    nextSlot());
                    default -> null;
                };
        if (slot == null) {
            return;
        }
        slots.add(slot);
        markup(slot, element, field, row);
        if (slot instanceof FolderSlot folder) {
            folder.extent = fields.folder(element, field, row.scope);
            ComplexType complex = (ComplexType) type;
            // A layout shared by all depths cannot refer to fields of one depth.
            Scope around = recursions.isWithin(complex) ? null : row.scope;
            Scope inner = new Scope(around, folder);
            recursions.enter(folder, row.layout, row.slots);
            folder.layout = folder(complex, folder, row.layout, inner, row.level + 1, element);
            recursions.leave();
        } else {
            row.scope.add((ValueSlot) slot);
        }
        check.tag(slot, row.tagged, field, element);
        row.slots.add(slot);
        check.slot(slot, row.layout, field, element);
    }

    private void markup(Slot slot, ElementDeclaration element, TdsField field, Row row) {
        TdsField.Markup m = field.markup();
        slot.isAnyTag = field.isAnyTag();
        slot.tag =
                field.tag() == null || field.tag().isEmpty() || slot.isAnyTag ? null : field.tag();
        MarkerText delimiter = row.layout.markup.delimiter();
        MarkerText repeat = m.repeatingElementDelimiter();
        if (repeat == null && slot.repeats() && row.layout.isFolder()) {
            repeat = StandardMarkup.repeating(settings.standard(), row.level);
        }
        boolean own = repeat != null && !repeat.isEmpty() && !repeat.equals(delimiter);
        slot.repeat = own ? repeat : null;
        slot.repeatReference = reference(m.repeatReference(), element, field, row.scope);
        if (m.dataPattern() != null) {
            slot.pattern = check.pattern(m.dataPattern(), field, element);
        }
    }

    /** Whether the format has the separators of CSV. */
    boolean isCsv() {
        return settings.standard() == MessagingStandard.CSV;
    }

    private static String hint(String name, Scope scope) {
        return nearest(name, scope.names()) == null && scope.isWithinItself()
                ? "a type that contains itself can refer to its own fields only"
                : earlierFields(name, scope.names());
    }

    /** Returns the field of a reference; null if there is none. */
    Reference reference(String name, ElementDeclaration element, TdsField field, Scope scope) {
        if (name == null) {
            return null;
        }
        Reference found = scope.find(name);
        if (found == null || !found.field().type.base().isWhole()) {
            badReference(
                    name,
                    found == null ? null : found.field().type.base(),
                    element,
                    field,
                    hint(name, scope));
            return null;
        }
        Scope left = scope;
        for (int i = 0; i < found.up(); i++) {
            left.owner.refersOut = true;
            left = left.outer;
        }
        if (found.field().reference < 0) {
            found.field().reference = references++;
            if (left.owner != null) {
                left.owner.references.add(found.field());
            }
        }
        return found;
    }
}
