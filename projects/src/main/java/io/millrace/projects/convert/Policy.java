package io.millrace.projects.convert;

import io.millrace.engine.error.Place;
import io.millrace.projects.flow.Attribute;
import io.millrace.projects.xml.XmlElement;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A policy, or a configurable service, which has the same types and properties.
 *
 * @param values properties by name
 */
record Policy(String type, String name, Place place, Map<String, Attribute> values) {

    Policy {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Returns the policy in an element of a file of policies. */
    static Policy of(XmlElement element) {
        Map<String, Attribute> values = new LinkedHashMap<>();
        for (XmlElement child : element.children()) {
            values.put(
                    child.name(),
                    new Attribute(child.name(), child.text(), child.place(), child.place()));
        }
        return new Policy(
                element.attributeOrEmpty("policyType"),
                element.attributeOrEmpty("policyName"),
                element.place(),
                values);
    }

    /** Returns the value of a property; empty if it does not exist. */
    String value(String property) {
        Attribute value = values.get(property);
        return value == null ? "" : value.value();
    }
}
