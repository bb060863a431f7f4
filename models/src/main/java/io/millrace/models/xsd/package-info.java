/**
 * XML Schemas and IBM message definition files (which are XML Schemas with annotations) as message
 * sets.
 *
 * <p>Files become trees of {@code XmlNode}s ({@code XmlReader}) and are collected with the files
 * that they include and import ({@code SchemaFiles}). Starting from the global elements,
 * declarations are turned into those of a message set: simple types by {@code SimpleTypes}, types
 * with elements by {@code ComplexTypes}. Named types are converted once, and only if they are
 * needed ({@code SchemaModel}). An {@code AnnotationReader} reads the physical formats in
 * annotations. Begin with {@link io.millrace.models.xsd.XmlSchema}.
 */
package io.millrace.models.xsd;
