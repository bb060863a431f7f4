/**
 * XML Schemas and IBM message definition files (which are XML Schemas with annotations) as message
 * sets.
 *
 * <p>Files become trees of {@code XmlNode}s ({@code XmlReader}) and are gathered with what they
 * include and import ({@code SchemaFiles}). From the global elements on, declarations are turned
 * into those of a message set: simple types by {@code SimpleTypes}, types with elements by {@code
 * ComplexTypes}, named ones only once and only where they are needed ({@code SchemaModelBuilder}).
 * What annotations specify of physical formats is read by an {@code AnnotationReader}. Begin with
 * {@link io.millrace.models.xsd.XmlSchema}.
 */
package io.millrace.models.xsd;
