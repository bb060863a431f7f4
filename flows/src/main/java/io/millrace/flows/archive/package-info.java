/**
 * The interfaces of repositories in which several servers share archives of applications. A server
 * publishes archives to its repository and deploys from it; the home of each server keeps its own
 * copy of each deployed archive.
 *
 * <p>Input: an archive and its description. Output: the published archives. The server contains the
 * repository in a folder and compares all content with its SHA-256; a jar in the home of a broker
 * can add other types. Start reading at {@link io.millrace.flows.archive.ArchiveRepository}.
 */
package io.millrace.flows.archive;
