package io.millrace.parsers.mrm.tds.markup;

import io.millrace.parsers.mrm.tds.layout.Slot;

import java.util.List;

/**
 * A layout in one syntax.
 *
 * @param stops what ends its values
 * @param outer what ends it from outside: markup of what is around it
 * @param sharesDelimiter whether something around it has the same delimiter
 * @param longer markup around it that begins like its delimiter and goes on; null for none
 * @param tags the tags of its slots, and of those in untagged ones; null if it has none
 * @param tagStops what ends a tag that has no length; null if it has none
 * @param services the slots whose tag is followed by a delimiter that the message specifies there
 * @param closing what ends it where nothing but that need be looked at; null if all must
 * @param row how plain values in it are found; null if more must be looked at
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
