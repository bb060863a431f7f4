/**
 * The domain BLOB: bodies whose content is unknown or not needed.
 *
 * <p>Input: bytes. Output: a folder with one field that contains the bytes. In the other direction,
 * the value of the field is written. Begin with {@link io.millrace.parsers.blob.BlobParser}.
 */
package io.millrace.parsers.blob;
