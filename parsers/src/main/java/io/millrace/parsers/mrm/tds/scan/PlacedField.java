package io.millrace.parsers.mrm.tds.scan;

import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;

/**
 * A field that a path always denotes: the data that a path keeps to read it directly.
 *
 * @param layout layout of the folder that contains the field
 * @param step index of the field's name in the path
 */
record PlacedField(Layout layout, int step, ValueSlot slot) {}
