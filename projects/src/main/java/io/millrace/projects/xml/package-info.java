/**
 * XML documents of projects as trees with positions.
 *
 * <p>Input: text. Output: {@link io.millrace.projects.xml.XmlElement}s, whose attributes also have
 * positions. StAX is used instead of JAXB, because JAXB provides positions for elements at most,
 * and because flow files specify the types of nodes by prefixes, not by names of elements. Begin
 * with {@link io.millrace.projects.xml.XmlDocument}.
 */
@NullMarked
package io.millrace.projects.xml;

import org.jspecify.annotations.NullMarked;
