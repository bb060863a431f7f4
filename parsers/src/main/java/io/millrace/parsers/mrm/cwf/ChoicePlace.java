package io.millrace.parsers.mrm.cwf;

import io.millrace.parsers.mrm.cwf.Slot.ChoiceSlot;

/**
 * A choice in one message that no program has named a branch of yet.
 *
 * @param turn which of the choice's turns it is, from 0, where turns are of varying length
 */
record ChoicePlace(ChoiceSlot slot, RecordFrame frame, int turn) {}
