package io.millrace.parsers.mrm.tds;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.ContentRule;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MarkerText;
import io.millrace.parsers.model.MessageSet;
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

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Makes the layout of a message in a Tagged/Delimited String format. */
final class LayoutCompiler {

    private static final int MOST_SLOTS = 100_000;
    private static final int MOST_LEVELS = 200;

    private final MessageSet set;
    private final String format;
    private final TdsSettings settings;
    private final ModelPlaces places;
    private final Problems problems = new Problems();
    private final FieldCompiler fields;
    private final LayoutCheck check;
    private final Recursions recursions = new Recursions();
    private final List<Layout> layouts = new ArrayList<>();
    private final List<Slot> slots = new ArrayList<>();
    private int levels;
    private int references;

    LayoutCompiler(MessageSet set, TdsFormat format, ModelPlaces places) {
        this.set = set;
        this.format = format.name();
        this.settings = format.settings();
        this.places = places;
        this.fields = new FieldCompiler(settings, this);
        this.check = new LayoutCheck(this);
    }

    /**
     * Compiles a message.
     *
     * @return null where there are problems
     */
    TdsLayout compile(ElementDeclaration message, Problems found) {
        Type type = set.resolve(message.type());
        if (!(type instanceof ComplexType complex)) {
            return null;
        }
        Layout root = folder(complex, null, null, new Scope(null, null), 0, message);
        problems.all().forEach(found::add);
        return problems.all().isEmpty()
                ? new TdsLayout(
                        root,
                        layouts,
                        slots,
                        references,
                        root.holdsUnresolved(),
                        slots.stream().anyMatch(LayoutCompiler::saysDelimiters))
                : null;
    }

    void problem(ErrorCode code, Object part, Object fallback, String text, String hint) {
        problems.error(code, places.of(part, fallback), text, hint);
    }

    /** Whether properties of a field could not be read, which was reported. */
    boolean isUnreadable(PhysicalProperties field) {
        return places.isUnreadable(field);
    }

    String namespace(ElementDeclaration element) {
        return element.namespace() == null ? set.namespace() : element.namespace();
    }

    int nextSlot() {
        return slots.size();
    }

    // Layouts

    private static boolean saysDelimiters(Slot slot) {
        return slot instanceof ValueSlot value && value.service != null;
    }

    /** Slots that are being put into a layout. */
    private record Row(Layout layout, int level, Scope scope, List<Slot> slots) {}

    private Layout folder(
            ComplexType type,
            FolderSlot owner,
            Layout around,
            Scope scope,
            int level,
            Object part) {
        if (type.value() != null) {
            problem(
                    ErrorCode.MODEL_LAYOUT,
                    type,
                    part,
                    "a value beside attributes, which only XML formats have",
                    "let it be a folder with an element for the value");
        }
        TdsGroup said = said(type.content()).or(settings.types());
        boolean holdsTags = holdsTags(type.content(), 0);
        boolean tagged = said.separation() == null ? holdsTags : said.separation().isTagged();
        int own = around != null && around.isTagged() && tagged ? level - 1 : level;
        TdsGroup markup =
                StandardMarkup.complete(
                        said,
                        settings.standard(),
                        new StandardMarkup.Place(own, holdsTags, holdsFolders(type.content(), 0)));
        Layout known = owner == null ? null : recursions.known(type, markup, owner, around);
        if (known != null) {
            checkRecursion(known, owner, type, part);
            return known;
        }
        Layout layout = layout(markup, type.content(), owner, around);
        Row row = new Row(layout, own, scope, new ArrayList<>());
        recursions.begin(type, layout, owner);
        if (++levels > MOST_LEVELS) {
            problem(
                    ErrorCode.MODEL_LAYOUT,
                    type,
                    part,
                    "more than "
                            + MOST_LEVELS
                            + " folders within one another; does a type contain itself?",
                    "");
        } else {
            for (AttributeDeclaration attribute : type.attributes()) {
                ElementDeclaration declared = attribute.declaration();
                Occurs occurs = new Occurs(attribute.required() ? 1 : 0, 1);
                element(declared.with(occurs), declared.physical().get(format), row);
            }
            members(type.content(), row);
        }
        levels--;
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
                first instanceof ValueSlot v && v.extent instanceof Extent.EncodingCharacters;
    }

    private void checkRecursion(Layout known, FolderSlot slot, ComplexType type, Object part) {
        String fault = recursions.fault(known);
        if (!fault.isEmpty()) {
            problem(
                    ErrorCode.MODEL_LAYOUT,
                    part,
                    type,
                    slot.name + " " + fault,
                    fault.equals(Recursions.ENDLESS)
                            ? "let it occur 0..1, be a branch of a choice, or have a"
                                    + " repeatReference"
                            : "say a groupIndicator for its type, or a tag for it");
        }
    }

    private Layout layout(TdsGroup markup, Group group, Slot owner, Layout around) {
        Layout made =
                new Layout(
                        layouts.size(),
                        markup,
                        group.composition(),
                        group.content() != ContentRule.CLOSED,
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
        layout.isUnresolved = layout.isChoice() && !check.isTold(layout);
        layout.nameSlots();
        check.layout(layout, part, fallback);
    }

    private TdsGroup said(Group group) {
        return group.physical().get(format) instanceof TdsGroup g ? g : TdsGroup.DEFAULTS;
    }

    private TdsField said(PhysicalProperties physical) {
        return physical instanceof TdsField f ? f : TdsField.DEFAULTS;
    }

    /** Whether members of a group have tags. */
    private boolean holdsTags(Group group, int depth) {
        for (Particle p : group.particles()) {
            boolean has =
                    switch (p) {
                        case ElementDeclaration e ->
                                said(e.physical().get(format)).markup().tag() != null;
                        case ElementReference r ->
                                declared(r) != null
                                        && said(physical(r, declared(r))).markup().tag() != null;
                        case Group g -> depth < MOST_LEVELS && holdsTags(g, depth + 1);
                        case GroupReference r ->
                                depth < MOST_LEVELS
                                        && set.groups().get(r.name()) != null
                                        && holdsTags(set.groups().get(r.name()), depth + 1);
                    };
            if (has) {
                return true;
            }
        }
        return false;
    }

    private boolean holdsFolders(Group group, int depth) {
        for (Particle p : group.particles()) {
            boolean has =
                    switch (p) {
                        case ElementDeclaration e -> set.resolve(e.type()) instanceof ComplexType;
                        case ElementReference r ->
                                declared(r) != null
                                        && set.resolve(declared(r).type()) instanceof ComplexType;
                        case Group g -> depth < MOST_LEVELS && holdsFolders(g, depth + 1);
                        case GroupReference r ->
                                depth < MOST_LEVELS
                                        && set.groups().get(r.name()) != null
                                        && holdsFolders(set.groups().get(r.name()), depth + 1);
                    };
            if (has) {
                return true;
            }
        }
        return false;
    }

    // Members

    private void members(Group group, Row row) {
        if (group.composition() == Composition.MESSAGE) {
            for (Particle p : group.particles()) {
                ElementDeclaration message =
                        p instanceof ElementReference r ? set.messages().get(r.name()) : null;
                if (message != null) {
                    element(message, message.physical().get(format), row);
                }
            }
        } else {
            group.particles().forEach(p -> particle(p, row));
        }
    }

    private ElementDeclaration declared(ElementReference reference) {
        return set.elements().get(reference.name());
    }

    private PhysicalProperties physical(ElementReference reference, ElementDeclaration declared) {
        PhysicalProperties own = reference.physical().get(format);
        return own == null ? declared.physical().get(format) : own;
    }

    private void particle(Particle particle, Row row) {
        switch (particle) {
            case ElementDeclaration e -> element(e, e.physical().get(format), row);
            case ElementReference r -> {
                ElementDeclaration e = declared(r);
                if (e != null) {
                    element(e.with(r.occurs()), physical(r, e), row);
                }
            }
            case Group g -> group(g, g, row);
            case GroupReference(String name, Occurs occurs) -> {
                Group g = set.groups().get(name);
                if (g != null) {
                    group(g.with(name, occurs), particle, row);
                }
            }
        }
    }

    private void group(Group group, Object part, Row row) {
        if (++levels > MOST_LEVELS) {
            problem(
                    ErrorCode.MODEL_LAYOUT,
                    part,
                    group,
                    "the group " + group.label() + " contains itself",
                    "");
        } else if (isMerged(group, row.layout)) {
            members(group, row);
        } else {
            GroupSlot slot = new GroupSlot(group.occurs(), nextSlot());
            slots.add(slot);
            TdsGroup own = said(group);
            TdsGroup markup =
                    own.equals(TdsGroup.DEFAULTS)
                            ? inherited(row.layout.markup)
                            : StandardMarkup.complete(
                                    own.or(settings.types()),
                                    settings.standard(),
                                    new StandardMarkup.Place(
                                            row.level,
                                            holdsTags(group, 0),
                                            holdsFolders(group, 0)));
            slot.layout = layout(markup, group, slot, row.layout);
            Row inner = new Row(slot.layout, row.level, row.scope, new ArrayList<>());
            recursions.enter(slot, row.layout, row.slots);
            members(group, inner);
            recursions.leave();
            finish(inner, part, group);
            row.slots.add(slot);
        }
        levels--;
    }

    /** Whether the members of a group are as good as members of the layout around it. */
    private boolean isMerged(Group group, Layout around) {
        boolean choice =
                group.composition() == Composition.CHOICE
                        || group.composition() == Composition.MESSAGE;
        return group.occurs().equals(Occurs.ONCE)
                && said(group).equals(TdsGroup.DEFAULTS)
                && (choice ? around.isTagged() || around.isChoice() : !around.isChoice());
    }

    private static TdsGroup inherited(TdsGroup around) {
        TdsGroup none =
                new TdsGroup(
                        null,
                        MarkerText.NONE,
                        MarkerText.NONE,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null);
        return none.or(around);
    }

    private void element(ElementDeclaration element, PhysicalProperties physical, Row row) {
        Type type = set.resolve(element.type());
        if (type == null || slots.size() > MOST_SLOTS) {
            return;
        }
        if (slots.size() == MOST_SLOTS) {
            problem(
                    ErrorCode.MODEL_LAYOUT,
                    element,
                    physical,
                    "the message has more than " + MOST_SLOTS + " fields",
                    "");
        }
        TdsField field = said(physical);
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
            // What is the same at every depth cannot refer to fields of one of them.
            Scope around = recursions.isWithin(complex) ? null : row.scope;
            Scope inner = new Scope(around, folder);
            recursions.enter(folder, row.layout, row.slots);
            folder.layout = folder(complex, folder, row.layout, inner, row.level + 1, element);
            recursions.leave();
        } else {
            row.scope.add((ValueSlot) slot);
        }
        row.slots.add(slot);
        check.slot(slot, row.layout, field, element);
    }

    private void markup(Slot slot, ElementDeclaration element, TdsField field, Row row) {
        TdsField.Markup m = field.markup();
        slot.isAnyTag = m.isAnyTag();
        slot.tag = m.tag() == null || m.tag().isEmpty() || slot.isAnyTag ? null : m.tag();
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

    private static String hint(String name, Scope scope) {
        String near = Problems.didYouMean(name, Set.copyOf(scope.names()));
        return near.isEmpty() && scope.isWithinItself()
                ? "a type that contains itself can refer to its own fields only"
                : near;
    }

    /** The field that a reference names; null where there is none. */
    Reference reference(String name, ElementDeclaration element, TdsField field, Scope scope) {
        if (name == null) {
            return null;
        }
        Reference found = scope.find(name);
        if (found == null || !found.field().type.base().isWhole()) {
            problem(
                    ErrorCode.UNKNOWN_MODEL_NAME,
                    field,
                    element,
                    found == null
                            ? "there is no single field '" + name + "' before " + element.name()
                            : "the field '" + name + "' is no whole number",
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
