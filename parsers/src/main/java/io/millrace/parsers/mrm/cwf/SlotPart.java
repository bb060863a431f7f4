package io.millrace.parsers.mrm.cwf;

/** Kind of a parsed element: a value, a folder, or an unresolved choice. */
sealed interface SlotPart permits Slot.ValueSlot, RecordFrame, ChoicePlace {}
