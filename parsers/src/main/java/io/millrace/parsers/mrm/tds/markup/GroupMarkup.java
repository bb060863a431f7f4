package io.millrace.parsers.mrm.tds.markup;

import io.millrace.parsers.mrm.tds.layout.Slot;

import java.util.List;

/**
 * A layout in one syntax.
 *
 * @param stops markup that ends its values
 * @param outer markup of the enclosing folders, which also ends it
 * @param sharesDelimiter whether enclosing markup has the same delimiter
 * @param longer surrounding markup that begins with its delimiter and is longer; null for none
 * @param tags the tags of its slots, and of those in untagged ones; null if it has none
 * @param tagStops markup that ends a tag without a length; null if it has none
 * @param services the slots whose tag is followed by a delimiter that the message specifies there
 * @param closing the only markup that can end it; null if all must be tried
 * @param row reader of plain values in it; null if the values are not plain
 */
public record GroupMarkup(
        Marker indicator,
        Marker terminator,
        Marker delimiter,
        Marker tagSeparator,
        StopBytes stops,
        StopBytes outer,
        boolean sharesDelimiter,
        StopBytes longer,
        TagTable tags,
        StopBytes tagStops,
        List<Slot> services,
        StopBytes closing,
        PlainRow row) {}
