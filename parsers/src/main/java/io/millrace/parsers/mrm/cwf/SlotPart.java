package io.millrace.parsers.mrm.cwf;

/** What an element was found to be: a value, a folder, or a choice that is not resolved. */
sealed interface SlotPart permits Slot.ValueSlot, RecordFrame, ChoicePlace {}
