package io.millrace.parsers.mrm.tds;

import io.millrace.parsers.record.FieldCodec;

/**
 * A slot in one syntax.
 *
 * @param tag its tag; NONE for none
 * @param repeat what stands between its occurrences; NONE where its layout's delimiter does
 * @param stops what ends an occurrence that has no length
 * @param unsafe what must be escaped in its values when they are written
 * @param codec of a single value; null for others
 */
record SlotMarkup(Marker tag, Marker repeat, Stops stops, Stops unsafe, FieldCodec codec) {}
