package io.millrace.parsers.mrm.cwf;

/** A choice in one message that no program has named a branch of yet. */
record ChoicePlace(ChoiceSlot slot, Frame frame) {}
