package io.millrace.parsers.text;

import static io.millrace.engine.error.ErrorCode.YAML_SYNTAX;

import static java.lang.Math.max;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

import java.util.Map;

/**
 * A reader of YAML 1.2 files with one document. Aliases are expanded up to a limit. Tags that would
 * create objects are rejected. A duplicate key is reported, and its first value is used.
 */
public final class Yaml {

    private static final int MAXIMUM_CHARACTERS = 16 << 20;

    private Yaml() {}

    /**
     * Reads a file.
     *
     * @param source text of the file, and its name in problems
     * @param problems receives YAML_SYNTAX, DUPLICATE_NAME, YAML_SHAPE
     * @return the document; an empty mapping if the file contains only comments; null if the text
     *     is not well-formed (reported as a problem)
     */
    public static YamlNode read(Source source, Problems problems) {
        LoadSettings settings =
                LoadSettings.builder()
                        .setLabel(source.name())
                        .setCodePointLimit(MAXIMUM_CHARACTERS)
                        .build();
        SourcePositions places = new SourcePositions(source);
        try {
            YamlTree tree = new YamlTree(places, problems);
            for (Event event : new Parse(settings).parseString(source.text())) {
                if (!tree.take(event)) {
                    return null;
                }
            }
            YamlNode document = tree.document();
            return document == null
                    ? new YamlMapping(new Place(source, 1, 1, 1), Map.of())
                    : document;
        } catch (MarkedYamlEngineException e) {
            YamlErrors.Description found = YamlErrors.describe(e, source.text());
            Place place = found.mark().map(places::at).orElse(new Place(source, 0, 0, 1));
            problems.error(YAML_SYNTAX, place, found.text());
        } catch (ReaderException e) {
            int character = e.getCodePoint();
            Place place = source.at(max(0, source.text().indexOf(character)));
            problems.error(
                    YAML_SYNTAX,
                    place,
                    "the character U+%04X is not allowed in YAML".formatted(character));
        } catch (YamlEngineException e) {
            problems.error(
                    YAML_SYNTAX,
                    new Place(source, 0, 0, 1),
                    YamlErrors.sentence(String.valueOf(e.getMessage())));
        }
        return null;
    }
}
