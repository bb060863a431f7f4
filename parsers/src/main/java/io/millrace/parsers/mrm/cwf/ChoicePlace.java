package io.millrace.parsers.mrm.cwf;

import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot;

/**
 * A choice in one message whose branch no program has named.
 *
 * @param turn index of the choice's occurrence, from 0, if occurrences have varying length
 */
record ChoicePlace(ChoiceSlot slot, RecordFrame frame, int turn) {}
