package io.millrace.parsers.mrm.tds.layout;

import io.millrace.parsers.mrm.tds.layout.Slot.FolderSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.Reference;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The single values of a folder that have been compiled so far. References can refer to these
 * fields.
 */
final class Scope {

    final Scope outer;

    /** Slot of the folder; null for the message. */
    final FolderSlot owner;

    private final Map<String, ValueSlot> named = new LinkedHashMap<>();

    Scope(Scope outer, FolderSlot owner) {
        this.outer = outer;
        this.owner = owner;
    }

    void add(ValueSlot slot) {
        named.put(slot.name, slot);
    }

    /**
     * Whether the surrounding folders are ignored, because the scope must be the same at every
     * depth.
     */
    boolean isWithinItself() {
        Scope scope = this;
        while (scope.outer != null) {
            scope = scope.outer;
        }
        return scope.owner != null;
    }

    List<String> names() {
        return List.copyOf(named.keySet());
    }

    /** Returns the reference to a field; null if the field does not exist or repeats. */
    Reference find(String name) {
        int up = 0;
        for (Scope scope = this; scope != null; scope = scope.outer, up++) {
            ValueSlot found = scope.named.get(name);
            if (found != null) {
                return found.repeats() ? null : new Reference(up, found);
            }
        }
        return null;
    }
}
