package io.millrace.parsers.mrm.cwf;

import io.millrace.engine.message.Value;
import io.millrace.parsers.model.BaseType.Kind;
import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot.Branch;
import io.millrace.parsers.mrm.cwf.Slot.Reference;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The selection of the branch of a choice by the value of an earlier field (DFDL 1.0, 15.1.2,
 * choiceDispatchKey). Numbers are compared as numbers, other values as text without trailing
 * blanks.
 */
final class Dispatch {

    final Reference key;
    private final boolean isNumber;
    private final Map<String, Branch> branches = new HashMap<>();

    Dispatch(Reference key) {
        this.key = key;
        Kind kind = key.field().type.kind();
        isNumber = kind == Kind.NUMBER || kind == Kind.FLOATING;
    }

    /**
     * Adds a branch.
     *
     * @return the branch that already has the value; null if there is none
     * @throws NumberFormatException if the value must be a number
     */
    Branch add(String value, Branch branch) {
        return branches.putIfAbsent(comparable(value), branch);
    }

    /** Returns the branch for a value of the field; null if there is none. */
    Branch branch(Value value) {
        return value == null ? null : branches.get(comparable(value.text()));
    }

    private String comparable(String text) {
        return isNumber
                ? new BigDecimal(text.strip()).stripTrailingZeros().toPlainString()
                : text.stripTrailing();
    }

    /** Returns the values of all branches, for error messages. */
    static List<String> keys(List<Branch> branches) {
        return branches.stream().flatMap(branch -> branch.keys().stream()).toList();
    }
}
