package io.millrace.parsers.mrm.tds.scan;

import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;

/**
 * The field that a path always denotes. The path keeps this object to read the field directly.
 *
 * @param layout layout of the folder that contains the field
 * @param step index of the field's name in the path
 */
record PlacedField(Layout layout, int step, ValueSlot slot) {}
