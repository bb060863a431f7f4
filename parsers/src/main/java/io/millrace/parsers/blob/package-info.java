/**
 * The domain BLOB: bodies whose content is unknown or not needed.
 *
 * <p>Input: bytes. Output: a folder with one field that contains them, and the bytes again. Begin
 * (and end) with {@link io.millrace.parsers.blob.BlobParser}.
 */
package io.millrace.parsers.blob;
