package io.millrace.parsers.mrm.tds.scan;

import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;

/**
 * A field that a path always means: what a path remembers.
 *
 * @param layout what the folder holds that the field lies in
 * @param step which of the path's names is the field's
 */
record PlacedField(Layout layout, int step, ValueSlot slot) {}
