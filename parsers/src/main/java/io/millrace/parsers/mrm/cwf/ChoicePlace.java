package io.millrace.parsers.mrm.cwf;

import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot;

/**
 * An unresolved choice in one message: no program has selected its branch.
 *
 * @param turn index of the choice's occurrence, from 0, if occurrences have varying length
 */
record ChoicePlace(ChoiceSlot slot, RecordFrame frame, int turn) implements SlotPart {}
