package io.millrace.parsers.text;

import static io.millrace.engine.error.ErrorCode.YAML_SHAPE;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

/** A part of a YAML file with its position. Immutable; safe to share between threads. */
public sealed interface YamlNode permits YamlMapping, YamlSequence, YamlScalar {

    /**
     * Returns the position: the range of a scalar, or the first character of a mapping or sequence.
     */
    Place place();

    /**
     * Returns a description of the node for problems: {@code a mapping}, {@code a list}, {@code the
     * text "x"}.
     */
    String kind();

    /**
     * Returns this node as a mapping. If it is not a mapping, reports YAML_SHAPE and returns null.
     */
    default YamlMapping asMapping(Problems problems) {
        if (this instanceof YamlMapping mapping) {
            return mapping;
        }
        problems.error(
                YAML_SHAPE,
                place(),
                "expected a mapping (key: value), found " + kind(),
                ShapeAdvice.mapping(this));
        return null;
    }

    /**
     * Returns this node as a scalar. If it is not a scalar, reports YAML_SHAPE and returns null.
     */
    default YamlScalar asScalar(Problems problems) {
        if (this instanceof YamlScalar scalar) {
            return scalar;
        }
        problems.error(
                YAML_SHAPE,
                place(),
                "expected a single value, found " + kind(),
                ShapeAdvice.single(this));
        return null;
    }
}
