package io.millrace.parsers.mrm.cwf;

import io.millrace.parsers.mrm.cwf.Slot.FolderSlot;
import io.millrace.parsers.mrm.cwf.Slot.Reference;
import io.millrace.parsers.mrm.cwf.Slot.ValueSlot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The slots of a folder that have been compiled so far. References can refer to these fields. */
final class Scope {

    final Scope outer;

    /** Slot of the folder; null for the message. */
    final FolderSlot owner;

    private final Map<String, Slot> named = new LinkedHashMap<>();

    Scope(Scope outer, FolderSlot owner) {
        this.outer = outer;
        this.owner = owner;
    }

    void add(Slot slot) {
        if (slot.choice == null) {
            named.put(slot.name, slot);
        }
    }

    List<String> names() {
        return List.copyOf(named.keySet());
    }

    /**
     * Returns the reference to a single value.
     *
     * @return null if the field does not exist, is not a simple value, or repeats or is in a
     *     repeating folder
     */
    Reference find(String path) {
        String[] names = path.split("\\.");
        int up = 0;
        for (Scope scope = this; scope != null; scope = scope.outer, up++) {
            List<Slot> way = scope.findPath(names);
            if (way != null) {
                return new Reference(up, way);
            }
        }
        return null;
    }

    private List<Slot> findPath(String[] names) {
        var way = new ArrayList<Slot>();
        Slot at = named.get(names[0]);
        for (int i = 0; at != null && !at.repeats(); i++) {
            way.add(at);
            if (i + 1 == names.length) {
                return at instanceof ValueSlot ? way : null;
            }
            String next = names[i + 1];
            at =
                    at instanceof FolderSlot folder
                            ? folder.layout.slots.stream()
                                    .filter(s -> s.name.equals(next))
                                    .findFirst()
                                    .orElse(null)
                            : null;
        }
        return null;
    }
}
