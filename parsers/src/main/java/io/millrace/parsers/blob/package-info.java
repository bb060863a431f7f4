/**
 * The domain BLOB: bodies of which nobody knows, or needs to know, what they hold.
 *
 * <p>In come bytes; out goes a folder with one field that holds them; and back. Begin (and end)
 * with {@link io.millrace.parsers.blob.BlobParser}.
 */
package io.millrace.parsers.blob;
